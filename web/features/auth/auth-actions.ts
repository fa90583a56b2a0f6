import type { Credentials, Registration, User } from '#shared/model/user.ts';

export type AuthOutcome =
  | { readonly ok: true; readonly user: User }
  /** A sentence for the person, from the catalogue of messages. */
  | { readonly ok: false; readonly message: string };

/** What the screens can ask for; whoever composes the app knows how it is done. */
export interface AuthActions {
  readonly signIn: (credentials: Credentials) => Promise<AuthOutcome>;
  readonly signUp: (registration: Registration) => Promise<AuthOutcome>;
}
