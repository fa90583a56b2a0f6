import { Hono } from 'hono';
import type { Account } from '#shared/model/account/account.ts';
import type { RegistrationMode } from '#shared/model/account/registration.ts';
import { AccountDeletion, PasswordChange } from '#shared/model/account/user.ts';
import { problemMessages } from '#shared/model/messages.ts';
import { jsonBody } from '../../middleware/body/json-body.ts';
import { answerProblem } from '../../middleware/problem-response.ts';
import type { ServerContext } from '../../middleware/server-context.ts';
import { clearSessionCookie } from '../../middleware/session-cookie.ts';
import type { Accounts } from '../../services/accounts/accounts.ts';
import type { NotConfirmed, OwnAccount } from '../../services/accounts/own-account.ts';
import { accountHolder } from './account-holder.ts';

export type AccountDeps = {
  accounts: Pick<Accounts, 'isAdmin'>;
  ownAccount: OwnAccount;
  minPasswordLength: number;
  registration: RegistrationMode;
};

/** The account of the person signed in. Mounted at `/api`. */
export function accountRoutes(deps: AccountDeps): Hono<ServerContext> {
  const { accounts, ownAccount, minPasswordLength, registration } = deps;
  return new Hono<ServerContext>()
    .get('/account', async (c) => {
      const isAdmin = await accounts.isAdmin(c.get('user').id);
      return c.json({ isAdmin, minPasswordLength, registration } satisfies Account);
    })
    .put('/account/password', jsonBody(PasswordChange), async (c) => {
      const outcome = await ownAccount.changePassword(accountHolder(c), c.req.valid('json'));
      if (outcome.kind === 'weak_password') {
        const errors = [{ path: 'newPassword', message: outcome.reason }];
        return answerProblem('invalid_fields', { errors });
      }
      if (outcome.kind !== 'changed') return answerNotConfirmed(outcome, 'currentPassword');
      return c.json({ message: 'Password changed' });
    })
    .post('/account/deletion', jsonBody(AccountDeletion), async (c) => {
      const outcome = await ownAccount.markDeleted(accountHolder(c), c.req.valid('json').password);
      if (outcome.kind === 'only_admin') return answerProblem(outcome.kind);
      if (outcome.kind !== 'deleted') return answerNotConfirmed(outcome, 'password');
      clearSessionCookie(c);
      return c.json({ message: 'Account deleted' });
    });
}

function answerNotConfirmed(outcome: NotConfirmed, path: string): Response {
  if (outcome.kind === 'wrong_password') {
    return answerProblem(outcome.kind, { errors: [{ path, message: problemMessages.wrong_password }] });
  }
  return answerProblem(outcome.kind, { headers: { 'Retry-After': String(outcome.retryAfterSeconds) } });
}
