import type { Account, AccountSession } from '#shared/model/account/account.ts';
import type { ApiToken, ApiTokenRequest, MadeApiToken } from '#shared/model/account/api-token.ts';
import type { Invitation, MadeInvitation } from '#shared/model/account/registration.ts';
import type { PasswordChange } from '#shared/model/account/user.ts';
import type { Done, Loaded } from './account-answers.ts';
import type { LinkActions } from './link-actions.ts';
import type { WebhookActions } from './webhook-actions.ts';

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
  readonly links: LinkActions;
  readonly webhooks: WebhookActions;
  apiTokens(): Promise<Loaded<readonly ApiToken[]>>;
  /** The only answer that has the token. */
  makeApiToken(request: ApiTokenRequest): Promise<Loaded<MadeApiToken>>;
  revokeApiToken(id: number): Promise<Done>;
}
