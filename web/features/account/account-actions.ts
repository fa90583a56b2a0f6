import type { Account, AccountSession } from '#shared/model/account.ts';
import type { Invitation, MadeInvitation } from '#shared/model/registration.ts';
import type { PasswordChange } from '#shared/model/user.ts';
import type { Done, Loaded } from './account-answers.ts';
import type { WebhookActions } from './webhooks/webhook-actions.ts';

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
  readonly webhooks: WebhookActions;
}
