import type { MiddlewareHandler } from 'hono';
import type { Accounts } from '../services/accounts.ts';
import { answerProblem } from './problem-response.ts';
import type { ServerContext } from './server-context.ts';

/** Behind `requireUser`: everybody but an admin is answered 403. */
export function requireAdmin(accounts: Pick<Accounts, 'isAdmin'>): MiddlewareHandler<ServerContext> {
  return async (c, next) => {
    if (!(await accounts.isAdmin(c.get('user').id))) return answerProblem('admins_only');
    return next();
  };
}
