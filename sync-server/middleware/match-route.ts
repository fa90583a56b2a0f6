/**
 * Finds the row of the table of routes that a request is for, and answers 404 and 405 where there is none.
 * 1. The table and the mounted routes are the same set: a difference is a sentence, and the server does not start.
 * 2. Of several patterns that fit a path the one mounted first counts, as in Hono itself.
 */
import { matchedRoutes } from 'hono/route';
import { TrieRouter } from 'hono/router/trie-router';
import type { Check } from './checks.ts';
import { answerProblem } from './problem-response.ts';
import type { RouteRow, RouteTable } from './route-row.ts';

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

/** Sets `route` and `routePattern` for every request that a row is for, and `allowedMethods` for every other one. */
export function matchRoute(mounted: readonly MountedRoute[], table: RouteTable): Check {
  const rows = new Map<string, RouteRow>(Object.entries(table));
  // Only for requests without a row: of the others, Hono's own match is known already.
  const router = new TrieRouter<MountedRoute>();
  for (const route of mounted) router.add('ALL', route.path, route);
  return (c) => {
    const matched = matchedRoutes(c).find(({ method }) => method !== 'ALL');
    const row = matched && rows.get(nameOf(matched));
    if (row === undefined) {
      const found = router.match('ALL', c.req.path)[0];
      c.set(
        'allowedMethods',
        new Set(found.flatMap(([{ method }]) => (method === 'GET' ? ['GET', 'HEAD'] : method))),
      );
      return undefined;
    }
    c.set('route', row);
    c.set('routePattern', matched?.path);
    return undefined;
  };
}

/**
 * Answers 404 and 405 before anything else of the API is asked: otherwise a wrong path would answer 401 to somebody
 * who is signed out, and a wrong method would look like a missing row.
 */
export const knownRoute: Check = (c) => {
  if (c.get('routePattern') !== undefined) return undefined;
  const methods = c.get('allowedMethods');
  if (methods.size === 0) return answerProblem('not_found', { detail: 'There is no such address.' });
  return answerProblem('method_not_allowed', { headers: { Allow: [...methods].sort().join(', ') } });
};

function nameOf({ method, path }: MountedRoute): string {
  return `${method} ${path}`;
}
