/**
 * Ties a request to its row of the table of routes, and answers 404 and 405 where there is none. The table and the
 * mounted routes are the same set: a difference is a sentence, and the server does not start.
 */
import type { MiddlewareHandler } from 'hono';
import { matchedRoutes } from 'hono/route';
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

/** Sets `route` and `routePattern` where the table has a row for the request. */
export function rowOfRequest(table: RouteTable): MiddlewareHandler<ServerContext> {
  const rows = new Map<string, RouteRow>(Object.entries(table));
  return async (c, next) => {
    for (const matched of matchedRoutes(c)) {
      const row = rows.get(nameOf(matched));
      if (row === undefined) continue;
      c.set('route', row);
      c.set('routePattern', matched.path);
      break;
    }
    await next();
  };
}

/**
 * Answers 404 and 405 of the API before anything else is asked: otherwise a wrong path would answer 401 to somebody
 * who is signed out, and a wrong method would look like a missing row.
 */
export function unknownRoute(table: RouteTable): MiddlewareHandler<ServerContext> {
  const methods = new TrieRouter<string>();
  for (const name of Object.keys(table)) {
    const [method = '', path = ''] = name.split(' ');
    methods.add('ALL', path, method);
  }
  return async (c, next) => {
    if (c.get('routePattern') !== undefined) return next();
    const [found] = methods.match('ALL', c.req.path);
    if (found.length === 0) return answerProblem('not_found', { detail: 'There is no such address.' });
    const allowed = new Set(found.map(([method]) => method));
    if (allowed.has('GET')) allowed.add('HEAD');
    return answerProblem('method_not_allowed', { headers: { Allow: [...allowed].sort().join(', ') } });
  };
}

function nameOf({ method, path }: MountedRoute): string {
  return `${method} ${path}`;
}
