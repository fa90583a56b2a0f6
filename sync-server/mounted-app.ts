/**
 * Puts what a request passes around each route. In this order: log, headers of every answer, errors, request id, its row
 * in the table of routes, the host; then under `/api` and at `/mcp` the origin, the body's type, the session, the turn; the route.
 */
import { Hono } from 'hono';
import type { RouterRoute } from 'hono/types';
import type { Environment } from './environment.ts';
import { allowedHost } from './middleware/allowed-host.ts';
import { type AuthorizeDeps, authorize } from './middleware/authorize.ts';
import { pathBelow, underBase } from './middleware/base-path.ts';
import { bodyTypes } from './middleware/body-types.ts';
import { checks } from './middleware/checks.ts';
import { defaultHeaders } from './middleware/default-headers.ts';
import { catching, layered } from './middleware/layers.ts';
import { isOfPrograms, ofRow, rowOf, unknownRoute } from './middleware/match-route.ts';
import { PathRouter, type RoutedHandler } from './middleware/path-router.ts';
import { onServerError } from './middleware/problem-response.ts';
import { type ReportError, type RequestLine, requestIds, requestLog } from './middleware/request-log.ts';
import { originCheck, type Reachability, requestOrigin } from './middleware/request-origin.ts';
import type { RouteTable } from './middleware/route-row.ts';
import type { ServerContext } from './middleware/server-context.ts';
import { staticFiles } from './middleware/static-files.ts';
import { takeTurns } from './middleware/take-turns.ts';
import type { AccountWork } from './services/load/account-work.ts';
import type { DiskWatch } from './services/operation/disk-watch.ts';
import type { FilesWatch } from './services/operation/files-watch.ts';
import type { StaticFolder } from './static/static-folder.ts';

export type MountDeps = {
  reachability: Reachability;
  environment: Pick<Environment, 'basePath' | 'trustProxy'>;
  routeTable: RouteTable;
  services: AuthorizeDeps & { work: AccountWork; disk: DiskWatch; filesWatch: FilesWatch };
  /** Everything that no route is for. */
  files: StaticFolder;
  now(): number;
  newRequestId(): string;
  logRequest(line: RequestLine): void;
  reportError: ReportError;
  warn(sentence: string): void;
};

/** Each of the routes has a row in the table. */
export function mountedApp(routes: readonly RouterRoute[], deps: MountDeps): Hono<ServerContext> {
  const { reachability, services, reportError } = deps;
  const { basePath, trustProxy } = deps.environment;
  const router = new PathRouter<RoutedHandler>();
  const app = new Hono<ServerContext>({ getPath: pathBelow(basePath), router });
  const first = [
    requestLog({ write: deps.logRequest, now: deps.now }),
    defaultHeaders(),
    catching(onServerError({ reportError, ...services })),
  ];
  const ofAnyRequest = [
    requestIds({ trustProxy, newRequestId: deps.newRequestId }),
    requestOrigin(reachability, deps.warn),
    underBase(basePath),
  ];
  const host = allowedHost(reachability);
  const ofTheApi = [
    checks(originCheck(reachability), bodyTypes),
    authorize(services),
    takeTurns(services.work),
  ];
  for (const { method, path, handler } of routes) {
    const row = rowOf(deps.routeTable, { method, path });
    const layers = [...first, checks(...ofAnyRequest, ofRow(path, row), host)];
    if (isOfPrograms(path)) layers.push(...ofTheApi);
    app.on(
      method,
      path,
      layered(layers, (c) => handler(c, noNext)),
    );
  }
  const others = [...first, checks(...ofAnyRequest, host, unknownRoute(router))];
  app.all('*', layered(others, staticFiles(deps.files)));
  return app;
}

/** A handler of ours answers every request that comes to it. */
async function noNext(): Promise<void> {
  throw new Error('A route has left its request to another one.');
}
