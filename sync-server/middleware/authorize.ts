/**
 * Lets a request through if its route's row in the table of routes allows its sender.
 * 1. Without a session, where one is needed: 401 `signed_out`. Without an admin's, where that is needed: 403.
 * 2. A client that keeps a library says whose it is: where somebody else is signed in by now in the same browser,
 *    nothing of the one is taken or shown under the other.
 */
import type { MiddlewareHandler } from 'hono';
import { userHeader } from '#shared/sync/wire.ts';
import type { Accounts } from '../services/accounts.ts';
import type { Sessions } from '../services/sessions.ts';
import { answerProblem } from './problem-response.ts';
import type { ServerContext } from './server-context.ts';
import { readSessionCookie } from './session-cookie.ts';

export type AuthorizeDeps = { sessions: Sessions; accounts: Pick<Accounts, 'isAdmin'> };

/** Sets `user` and `sessionToken` for every route that is not open to visitors. */
export function authorize({ sessions, accounts }: AuthorizeDeps): MiddlewareHandler<ServerContext> {
  return async (c, next) => {
    const { auth } = c.get('route');
    if (auth === 'anonymous') return next();
    const token = readSessionCookie(c);
    const user = token === undefined ? undefined : await sessions.find(token);
    if (token === undefined || user === undefined) return answerProblem('signed_out');
    const meant = c.req.header(userHeader);
    if (meant !== undefined && meant !== String(user.id)) return answerProblem('signed_out');
    if (auth === 'admin' && !(await accounts.isAdmin(user.id))) return answerProblem('admins_only');
    c.set('user', user);
    c.set('sessionToken', token);
    return next();
  };
}
