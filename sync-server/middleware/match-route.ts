/**
 * Finds the row of the table of routes that a request is for, and answers 404 and 405 where there is none.
 * 1. The table and the mounted routes are the same set: a difference is a sentence, and the server does not start.
 * 2. Of several patterns that fit a path the one mounted first counts, as in Hono itself.
 */
import type { MiddlewareHandler } from 'hono';
import { TrieRouter } from 'hono/router/trie-router';
import { answerProblem } from './problem-response.ts';
import type { RouteRow, RouteTable } from './route-row.ts';
import type { ServerContext } from './server-context.ts';

export type MountedRoute = { method: string; path: string };

/** Returns a sentence for each route without a row, and for each row without a route. */
export function routeDifferences(mounted: readonly MountedRoute[], table: RouteTable): string[] {
  const names = new Set(mounted.map(nameOf));
  const rows = new Set(Object.keys(table));
  return [
    ...[...names].filter((name) => !rows.has(name)).map((name) => `The route ${name} has no row`),
    ...[...rows].filter((name) => !names.has(name)).map((name) => `The row ${name} has no route`),
  ].map((difference) => `${difference} in the table of routes.`);
}

/** Sets `route` for every request that a row is for. */
export function matchRoute(
  mounted: readonly MountedRoute[],
  table: RouteTable,
): MiddlewareHandler<ServerContext> {
  const rows = new Map<string, RouteRow>(Object.entries(table));
  const router = new TrieRouter<MountedRoute>();
  for (const route of mounted) router.add('ALL', route.path, route);
  return async (c, next) => {
    const found = router.match('ALL', c.req.path)[0].map(([route]) => route);
    const method = c.req.method === 'HEAD' ? 'GET' : c.req.method;
    const route = found.find((one) => one.method === method);
    const row = route === undefined ? undefined : rows.get(nameOf(route));
    if (row !== undefined) c.set('route', row);
    c.set(
      'allowedMethods',
      new Set(found.flatMap((one) => (one.method === 'GET' ? ['GET', 'HEAD'] : one.method))),
    );
    return next();
  };
}

/**
 * Answers 404 and 405 before anything else of the API is asked: otherwise a wrong path would answer 401 to somebody
 * who is signed out, and a wrong method would look like a missing row.
 */
export const knownRoute: MiddlewareHandler<ServerContext> = async (c, next) => {
  const methods = c.get('allowedMethods');
  if (methods.has(c.req.method)) return next();
  if (methods.size === 0) return answerProblem('not_found', { detail: 'There is no such address.' });
  return answerProblem('method_not_allowed', { headers: { Allow: [...methods].sort().join(', ') } });
};

function nameOf({ method, path }: MountedRoute): string {
  return `${method} ${path}`;
}
