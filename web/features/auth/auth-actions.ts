import type { InvitationState, RegistrationState } from '#shared/model/account/registration.ts';
import type { Credentials, Registration, User } from '#shared/model/account/user.ts';

export type AuthOutcome =
  | { readonly ok: true; readonly user: User }
  /** A sentence for the person, from the catalogue of messages. */
  | { readonly ok: false; readonly message: string };

/** The account actions of the screens; the app implements them. */
export interface AuthActions {
  /** Null: the server does not answer. */
  readonly registration: () => Promise<RegistrationState | null>;
  /** Whether an invitation can be used; null: the server does not answer. */
  readonly invitation: (token: string) => Promise<InvitationState | null>;
  readonly signIn: (credentials: Credentials) => Promise<AuthOutcome>;
  readonly signUp: (registration: Registration) => Promise<AuthOutcome>;
}
