import type { Account, AccountSession } from '#shared/model/account.ts';
import type { Invitation, MadeInvitation } from '#shared/model/registration.ts';
import type { PasswordChange } from '#shared/model/user.ts';

/** `message`: a sentence for the person. `field`: the one that is wrong, by its name in the request. */
export type Failed = { readonly ok: false; readonly message: string; readonly field?: string };
export type Loaded<T> = { readonly ok: true; readonly value: T } | Failed;
export type Done = { readonly ok: true } | Failed;

/** The requests about the account that is signed in; the app implements them. */
export interface AccountActions {
  read(): Promise<Loaded<Account>>;
  /** Ends the other sessions. */
  changePassword(change: PasswordChange): Promise<Done>;
  sessions(): Promise<Loaded<readonly AccountSession[]>>;
  endSession(id: string): Promise<Done>;
  endOtherSessions(): Promise<Done>;
  invitations(): Promise<Loaded<readonly Invitation[]>>;
  /** The only answer that has the link. */
  invite(days: number): Promise<Loaded<MadeInvitation>>;
  withdrawInvitation(id: number): Promise<Done>;
}
