import type { Credentials, Registration, User } from '#shared/model/user.ts';

export type AuthOutcome =
  | { readonly ok: true; readonly user: User }
  /** A sentence for the person, from the catalogue of messages. */
  | { readonly ok: false; readonly message: string };

/** The account actions of the screens; the app implements them. */
export interface AuthActions {
  readonly signIn: (credentials: Credentials) => Promise<AuthOutcome>;
  readonly signUp: (registration: Registration) => Promise<AuthOutcome>;
}
