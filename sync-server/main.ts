import { randomBytes, randomUUID } from 'node:crypto';
import { networkInterfaces } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Hono } from 'hono';
import { createApp, createServices, type Outside } from './app.ts';
import { type ConnectionBounds, usualBounds } from './connections.ts';
import { type Environment, readEnvironment } from './environment.ts';
import { socketPath } from './listen-address.ts';
import { createServerLog, lineWriter } from './log/server-log.ts';
import { createServerMetrics } from './metrics/server-metrics.ts';
import type { ServerContext } from './middleware/server-context.ts';
import { httpEndpoint } from './models/http-endpoint.ts';
import { noModels, readModelsFile } from './models/models-file.ts';
import { createOwnCare } from './own-care.ts';
import { createArgon2Passwords } from './passwords/argon2-passwords.ts';
import { plainHttpNotice } from './plain-http-notice.ts';
import { type RunningServer, runServer } from './running-server.ts';
import type { OfferedModels } from './services/models/model-endpoint.ts';
import { createStaticFolder } from './static/static-folder.ts';
import { freeBytes } from './storage/data-folder/read-free-bytes.ts';
import { CannotStart } from './storage/failures/cannot-start.ts';
import { openServerBlobs } from './storage/open-blobs.ts';
import { openServerStorages } from './storage/open-storages.ts';
import { createSystemTimers } from './system-timers.ts';
import { readTls, watchTls } from './tls-files.ts';
import { readVersion } from './version.ts';
import { createHttpSender } from './webhooks/http-sender.ts';

const drainMs = 8_000;
const minute = 60 * 1000;
const hour = 60 * 60 * 1000;

/** Resolves when the server has stopped in order. Throws `CannotStart` with a sentence for a person. */
async function serve(environment: Environment): Promise<void> {
  // What this server writes is nobody else's to read.
  process.umask(0o077);
  const log = createServerLog({ level: environment.logLevel, write: lineWriter(environment.logFile) });
  const offered = offeredModels(environment);
  const files = await openServerBlobs(environment, log.warn);
  warnOfOwnFiles(environment, log.warn);
  const storages = await openServerStorages({ ...environment, now: Date.now });
  const metrics = createServerMetrics({ ofProcess: true });
  const care = createOwnCare({ environment, variables: process.env, storages, log, metrics, now: Date.now });
  const draining = new AbortController();
  const erase = async () => void (await services.eraseOldDeletions().catch(outside.reportError));
  const outside: Outside = {
    environment,
    storages,
    files,
    passwords: createArgon2Passwords(),
    staticFolder: createStaticFolder(fileURLToPath(new URL('../dist', import.meta.url))),
    version: readVersion(),
    now: Date.now,
    random: (words) => crypto.getRandomValues(words),
    randomBytes,
    ...createSystemTimers(log.error),
    webhookSender: createHttpSender({ allowPrivate: environment.allowPrivateWebhooks }),
    offered,
    modelEndpoint: httpEndpoint,
    draining: draining.signal,
    metrics,
    isIntact: () => care.isIntact(),
    freeBytes,
    newRequestId: randomUUID,
    logRequest: log.request,
    logSecurity: log.security,
    reportError: log.error,
    warn: log.warn,
  };
  const services = createServices(outside);
  const app = createApp(outside, services);
  await services.clearBlobs.afterStart().catch(outside.reportError);
  // A server that starts on a full disk serves what is read, and its health check is red from the beginning.
  await services.disk.probe();
  void services.finishBulkChanges().catch(outside.reportError);
  const timers = [
    outside.every(24 * hour, erase),
    outside.every(hour, () => services.clearBlobs.unfinished().catch(outside.reportError)),
    outside.every(10 * minute, care.tick),
  ];
  await erase();
  const firstCode = await services.admissions.drawFirstCode();
  const server = await listenWith(app, outside);
  if (environment.sendWebhooks) await services.webhookWorker.start();
  const drained = askedToStop(environment, draining);
  announce(environment, { server, firstCode });

  await drained;
  for (const stop of timers) stop();
  await Promise.all([server.stop(), services.webhookWorker.stop(drainMs / 2)]);
  await services.clearBlobs.atStop().catch(outside.reportError);
  await storages.close();
}

/** Throws `CannotStart` where the file is wrong. */
function offeredModels({ modelsFile }: Environment): OfferedModels {
  if (modelsFile === undefined) return noModels;
  const read = readModelsFile(modelsFile, process.env);
  if ('problem' in read) throw new CannotStart(`MODELS_FILE: ${read.problem}.`);
  return read;
}

function warnOfOwnFiles({ databaseUrl, bucket }: Environment, warn: Outside['warn']): void {
  if (databaseUrl === undefined || bucket !== undefined) return;
  warn(
    'DATABASE_URL without FILES_URL: files lie in DATA_DIR of this machine, so it must stay the only node.',
  );
}

async function listenWith(
  app: Hono<ServerContext>,
  { environment, every, warn }: Outside,
): Promise<RunningServer> {
  const { host, port, tls } = environment;
  const bounds = boundsOf(environment);
  const server = await runServer({ app, host, port, drainMs, bounds, tls: tls && readTls(tls) });
  if (tls !== undefined) every(minute, watchTls(tls, { use: server.useTls, warn }));
  return server;
}

/** Prints where the server is reached, and what its admin has to know. */
function announce(
  environment: Environment,
  { server, firstCode }: { server: RunningServer; firstCode: string | undefined },
): void {
  const isBelow = environment.basePath !== '' && socketPath(environment.host) === undefined;
  const below = isBelow ? `${environment.basePath}/` : '';
  console.log(`Promptory is ready at ${server.address}${below}`);
  const notice = plainHttpNotice(environment, { port: server.port, ownAddresses: ownAddresses() });
  if (notice !== undefined) console.log(notice);
  if (firstCode !== undefined) {
    const page = `${environment.publicOrigin ?? server.address}${environment.basePath}/auth`;
    console.log(
      `There is no account yet. Create the first one, the admin's, at ${page} with the code ${firstCode}`,
    );
  }
}

function boundsOf(environment: Environment): ConnectionBounds {
  const { host, maxConnections, maxConnectionsPerAddress, trustProxy } = environment;
  // Counts no addresses on a Unix socket: only a proxy connects to one.
  const mostPerAddress =
    trustProxy || socketPath(host) !== undefined ? Number.POSITIVE_INFINITY : maxConnectionsPerAddress;
  return { ...usualBounds, most: maxConnections, mostPerAddress };
}

function ownAddresses(): string[] {
  const all = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  return all.filter(({ internal }) => !internal).map(({ address }) => address);
}

/** Resolves after a signal, and so much later that a proxy has found out by `/readyz`: a connection is refused then. */
async function askedToStop({ drainSeconds }: Environment, draining: AbortController): Promise<void> {
  await stopSignal();
  draining.abort();
  await pause(drainSeconds * 1000);
}

function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => resolve());
  });
}

try {
  await serve(readEnvironment(process.env));
  process.exit(0);
} catch (error) {
  if (!(error instanceof CannotStart)) throw error;
  console.error(error.message);
  process.exit(1);
}
