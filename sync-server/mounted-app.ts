/** The order in which a request passes what stands before the routes. */
import { Hono } from 'hono';
import { every } from 'hono/combine';
import type { Environment } from './environment.ts';
import { allowedHost } from './middleware/allowed-host.ts';
import { type AuthorizeDeps, authorize } from './middleware/authorize.ts';
import { withinProject } from './middleware/authorize-token.ts';
import { pathBelow, underBase } from './middleware/base-path.ts';
import { bodyTypes } from './middleware/body/body-types.ts';
import { endUnreadConnection } from './middleware/body/unread-body.ts';
import { ofTheApi, ofThisProtocol } from './middleware/default-headers.ts';
import { rowOfRequest, unknownRoute } from './middleware/match-route.ts';
import { onServerError } from './middleware/problem-response.ts';
import { type ReportError, type RequestLine, requestIds, requestLog } from './middleware/request-log.ts';
import { originCheck, type Reachability, requestOrigin } from './middleware/request-origin.ts';
import type { RouteTable } from './middleware/route-row.ts';
import { contentPolicy, securityHeaders } from './middleware/security-headers.ts';
import type { ServerContext } from './middleware/server-context.ts';
import { staticFiles } from './middleware/static-files.ts';
import { takeTurns } from './middleware/take-turns.ts';
import type { AccountWork } from './services/load/account-work.ts';
import type { DiskWatch } from './services/operation/disk-watch.ts';
import type { FilesWatch } from './services/operation/files-watch.ts';
import type { ProjectOf } from './services/reads/project-of.ts';
import type { StaticFolder } from './static/static-folder.ts';

export type MountDeps = {
  reachability: Reachability;
  environment: Pick<Environment, 'basePath' | 'trustProxy' | 'modelOrigins'>;
  routeTable: RouteTable;
  services: AuthorizeDeps & {
    projectOf: ProjectOf;
    work: AccountWork;
    disk: DiskWatch;
    filesWatch: FilesWatch;
  };
  /** Everything that no route is for. */
  files: StaticFolder;
  now(): number;
  newRequestId(): string;
  logRequest(line: RequestLine): void;
  reportError: ReportError;
  warn(sentence: string): void;
};

/** Addresses for programs, whoever they are; others are pages and files. */
const ofPrograms = ['/api/*', '/mcp'];
/** Pages that this server itself makes, for anybody who has their link. */
const ofReaders = '/read/*';

/** Each of the routes has a row in the table. */
export function mountedApp(routes: Hono<ServerContext>, deps: MountDeps): Hono<ServerContext> {
  const { reachability, routeTable, services, reportError } = deps;
  const { basePath, trustProxy, modelOrigins } = deps.environment;
  const app = new Hono<ServerContext>({ getPath: pathBelow(basePath) });
  app.onError(onServerError({ reportError, ...services }));

  app.use(
    every(
      requestLog({ write: deps.logRequest, now: deps.now }),
      endUnreadConnection,
      requestIds({ trustProxy, newRequestId: deps.newRequestId }),
      requestOrigin(reachability, deps.warn),
      ofThisProtocol,
      securityHeaders(),
      contentPolicy,
    ),
  );
  app.use('/api/*', ofTheApi);
  app.use(every(underBase(basePath), rowOfRequest(routeTable), allowedHost(reachability)));
  for (const path of ofPrograms) {
    app.use(path, every(unknownRoute(routeTable), originCheck(reachability), bodyTypes, authorize(services)));
  }
  app.use(ofReaders, every(unknownRoute(routeTable), authorize(services)));
  // In the order of the routes, by which the row of a request is chosen as well as what answers it.
  for (const route of new Set(routes.routes.map(({ method, path }) => `${method} ${path}`))) {
    const [method = '', path = ''] = route.split(' ');
    app.on(method, path, withinProject(services.projectOf));
  }
  for (const path of ofPrograms) app.use(path, takeTurns(services.work));

  app.route('/', routes);
  app.all('*', staticFiles(deps.files, modelOrigins));
  return app;
}
