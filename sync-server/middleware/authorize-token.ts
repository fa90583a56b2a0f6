/**
 * Lets a request with an API token through if its route's row takes such a token.
 *
 * 1. The token decides alone: no cookie beside it is read. One that is not valid: 401 `invalid_token`; one that does not
 *    open this route: 403 `insufficient_scope`. A route with `scope: null` takes none at all.
 * 2. A token of a single project opens only routes whose row says how they hold to it (`projectTokens`). `byPath`: what
 *    the path names is looked up here, and what lies elsewhere is answered like what does not exist. `byRoute`: the route
 *    asks `onlyProjectOf`; what a route that has not asked would show is never sent.
 */
import type { Context, MiddlewareHandler, Next } from 'hono';
import { messages } from '#shared/model/messages.ts';
import type { ApiTokens, FoundApiToken } from '../services/accounts/api-tokens.ts';
import type { ProjectOf } from '../services/reads/project-of.ts';
import { answerProblem } from './problem-response.ts';
import type { RouteRow } from './route-row.ts';
import type { ServerContext } from './server-context.ts';

export type TokenDeps = { apiTokens: Pick<ApiTokens, 'use' | 'recordRefusal'> };

/** The answer to a request that goes no further, or nothing after `next`. */
type Passed = ReturnType<MiddlewareHandler<ServerContext>>;

/** Returns what stands behind `Bearer` in the header Authorization; undefined where another scheme or none is there. */
export function bearerOf(c: Context<ServerContext>): string | undefined {
  const header = c.req.header('Authorization');
  if (header === undefined || !/^bearer(?= |$)/i.test(header)) return undefined;
  return header.slice('bearer'.length).trim();
}

/** Returns the only project that the request may reach; null: all of them. Routes with `byRoute` ask for it. */
export function onlyProjectOf(c: Context<ServerContext>): number | null {
  c.set('askedForProject', true);
  return c.get('apiToken')?.projectId ?? null;
}

/** `refusedBefore`: the answer to a request of this account that goes no further; undefined of whom: a visitor. */
export type RefusedBefore = (c: Context<ServerContext>, user?: FoundApiToken['user']) => Response | undefined;

export function authorizeToken({ apiTokens }: TokenDeps, refusedBefore: RefusedBefore) {
  async function answerInvalid(
    c: Context<ServerContext>,
    user: FoundApiToken['user'] | undefined,
  ): Promise<Response> {
    const refused = refusedBefore(c);
    if (refused !== undefined) return refused;
    await apiTokens.recordRefusal({
      user,
      from: { address: c.get('address'), requestId: c.get('requestId') },
    });
    return answerProblem('invalid_token', {
      ...(user === undefined ? {} : { detail: messages.apiTokenExpired }),
      headers: { 'WWW-Authenticate': 'Bearer error="invalid_token"' },
    });
  }

  return async (c: Context<ServerContext>, bearer: string, next: Next): Passed => {
    const search = await apiTokens.use(bearer);
    if (search?.kind !== 'found') return answerInvalid(c, search?.user);
    const { token, user } = search;
    const answer = refusedBefore(c, user) ?? beyondScope(c.get('route'), token);
    if (answer !== undefined) return answer;
    c.set('user', user);
    c.set('apiToken', token);
    return next();
  };
}

/** Holds a token of a single project to it. In the path of the route, whose parameters it looks up. */
export function withinProject(projectOf: ProjectOf): MiddlewareHandler<ServerContext> {
  return async (c, next) => {
    const only = c.get('apiToken')?.projectId ?? null;
    if (only === null) return next();
    const { owner, projectTokens } = c.get('route');
    if (projectTokens === 'byPath') {
      for (const [name, kind] of Object.entries(typeof owner === 'object' ? owner : {})) {
        const project = await projectOf[kind](c.get('user').id, c.req.param(name) ?? '');
        if (project !== only) return answerProblem('not_found');
      }
      return next();
    }
    await next();
    if (c.get('askedForProject') === true || c.res.status >= 400) return;
    // Hono would keep headers of this answer in the one for the error.
    c.res = undefined;
    throw new Error(`${c.get('routePattern')} has not asked to which project it is limited.`);
  };
}

/** Returns the answer where the token does not open the route. */
function beyondScope(
  { scope, projectTokens }: RouteRow,
  token: Pick<FoundApiToken['token'], 'scope' | 'projectId'>,
): Response | undefined {
  if (scope === null) return insufficient(messages.apiTokenNoSession);
  if (scope === 'write' && token.scope !== 'write') return insufficient(messages.apiTokenReads, 'write');
  if (scope === 'run' && token.scope !== 'run') return insufficient(messages.apiTokenRunsNothing, 'run');
  if (token.projectId === null || projectTokens !== undefined) return undefined;
  return insufficient(messages.apiTokenOfProject);
}

function insufficient(detail: string, scope?: string): Response {
  const needed = scope === undefined ? '' : `, scope="${scope}"`;
  return answerProblem('insufficient_scope', {
    detail,
    headers: { 'WWW-Authenticate': `Bearer error="insufficient_scope"${needed}` },
  });
}
