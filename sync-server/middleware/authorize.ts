/**
 * Lets a request through if its route's row in the table of routes allows its sender.
 * 1. Without a session, where one is needed: 401 `signed_out`. Without an admin's, where that is needed: 403. A request
 *    with an API token instead: `authorize-token.ts`. Where a token is needed, no session will do: 401 `invalid_token`.
 * 2. Each request is taken from the rate limit of its account, or of its address where it has no session: 429. Requests
 *    with API tokens of an account have one of their own: a program does not keep its person waiting.
 * 3. A client that keeps a library says whose it is: where somebody else is signed in by now in the same browser,
 *    nothing of the one is taken or shown under the other.
 */
import type { Context, MiddlewareHandler } from 'hono';
import type { User } from '#shared/model/account/user.ts';
import { messages } from '#shared/model/messages.ts';
import { userHeader } from '#shared/sync/wire.ts';
import type { Accounts } from '../services/accounts/accounts.ts';
import { addressKey } from '../services/accounts/address-key.ts';
import type { Sessions } from '../services/accounts/sessions.ts';
import type { TokenBuckets } from '../services/load/token-buckets.ts';
import { authorizeToken, bearerOf, type TokenDeps } from './authorize-token.ts';
import { answerProblem } from './problem-response.ts';
import type { RouteRow } from './route-row.ts';
import type { ServerContext } from './server-context.ts';
import { readSessionCookie } from './session-cookie.ts';

function answerTokenNeeded(): Response {
  const headers = { 'WWW-Authenticate': 'Bearer realm="Promptory"' };
  return answerProblem('invalid_token', { detail: messages.apiTokenNeeded, headers });
}

export type AuthorizeDeps = TokenDeps & {
  sessions: Sessions;
  accounts: Pick<Accounts, 'isAdmin'>;
  /** By account and by address. */
  requestRates: TokenBuckets;
};

const tokensOf = { uncounted: 0, ordinary: 1, costly: 10 } as const satisfies Record<
  RouteRow['rate'],
  number
>;

/** A large body takes as much as the requests whose work it is; bytes of files are only put away. */
function tokensOfBody(c: Context<ServerContext>): number {
  if (c.get('route').body?.json === undefined) return 0;
  const unknown = c.req.header('Transfer-Encoding') === undefined ? 0 : bytesOfUnknown;
  const bytes = Number(c.req.header('Content-Length') ?? unknown);
  return bytes > 0 ? Math.floor(bytes / bytesOfToken) : 0;
}

const bytesOfToken = 64 * 1024;
const bytesOfUnknown = 1024 * 1024;

/** Sets `user`, and `sessionToken` or `apiToken`, for every route that is not open to visitors. */
export function authorize(deps: AuthorizeDeps): MiddlewareHandler<ServerContext> {
  const { sessions, accounts, requestRates } = deps;
  /** Returns the answer to a request that is one too many. */
  function throttled(c: Context<ServerContext>, account?: string): Response | undefined {
    const address = c.get('address');
    // Where a request came over no network, there is no address to count by.
    if (account === undefined && address === undefined) return undefined;
    const key = account ?? `address ${addressKey(address ?? '')}`;
    const taken = requestRates.take(key, tokensOf[c.get('route').rate] + tokensOfBody(c));
    if (taken.kind === 'taken') return undefined;
    return answerProblem('too_many_requests', {
      detail: messages.tooManyRequests,
      headers: { 'Retry-After': String(taken.retryAfterSeconds) },
    });
  }

  function refused(c: Context<ServerContext>, user: User, account: string): Response | undefined {
    const meant = c.req.header(userHeader);
    const isSomebodyElse = meant !== undefined && meant !== String(user.id);
    return throttled(c, account) ?? (isSomebodyElse ? answerProblem('signed_out') : undefined);
  }

  const byToken = authorizeToken(deps, (c, user) =>
    user === undefined ? throttled(c) : refused(c, user, `tokens of ${user.id}`),
  );

  return async (c, next) => {
    const { auth } = c.get('route');
    if (auth === 'anonymous') return throttled(c) ?? next();
    const bearer = bearerOf(c);
    if (bearer !== undefined) return byToken(c, bearer, next);
    if (auth === 'token') return throttled(c) ?? answerTokenNeeded();
    const token = readSessionCookie(c);
    const user = token === undefined ? undefined : await sessions.find(token);
    if (token === undefined || user === undefined) return throttled(c) ?? answerProblem('signed_out');
    const answer = refused(c, user, `user ${user.id}`);
    if (answer !== undefined) return answer;
    c.set('user', user);
    c.set('sessionToken', token);
    if (auth === 'admin' && !(await accounts.isAdmin(user.id))) return answerProblem('admins_only');
    return next();
  };
}
