/**
 * Ties a route to its row of the table of routes, and answers 404 and 405 where there is none for a request. The table
 * and the mounted routes are the same set: a difference is a sentence, and the server does not start.
 */
import type { Check } from './checks.ts';
import type { PathRouter } from './path-router.ts';
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

/** Throws where the table has no row for the route. */
export function rowOf(table: RouteTable, route: MountedRoute): RouteRow {
  const row = new Map<string, RouteRow>(Object.entries(table)).get(nameOf(route));
  if (row === undefined) throw new Error(`The route ${nameOf(route)} has no row in the table of routes.`);
  return row;
}

/** Sets `route` and `routePattern` for the requests of this row. */
export function ofRow(routePattern: string, row: RouteRow): Check {
  return (c) => {
    c.set('route', row);
    c.set('routePattern', routePattern);
    return undefined;
  };
}

/**
 * Answers 404 and 405 of the API before anything else is asked: otherwise a wrong path would answer 401 to somebody
 * who is signed out, and a wrong method would look like a missing row.
 */
export function unknownRoute(router: Pick<PathRouter<unknown>, 'methodsAt'>): Check {
  return ({ req: { path } }) => {
    if (path !== '/api' && !isOfPrograms(path)) return undefined;
    const methods = router.methodsAt(path);
    if (methods.length === 0) return answerProblem('not_found', { detail: 'There is no such address.' });
    const allowed = new Set(methods.includes('GET') ? [...methods, 'HEAD'] : methods);
    return answerProblem('method_not_allowed', { headers: { Allow: [...allowed].sort().join(', ') } });
  };
}

/** Returns whether an address is for programs, whoever they are; others are pages and files. */
export function isOfPrograms(path: string): boolean {
  return path === '/mcp' || path.startsWith('/api/');
}

function nameOf({ method, path }: MountedRoute): string {
  return `${method} ${path}`;
}
