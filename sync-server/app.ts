/**
 * Composition: builds the services from what comes from outside, and the routes from the services; `mounted-app.ts` puts
 * around them what a request passes.
 */
import { setMaxListeners } from 'node:events';
import { Hono } from 'hono';
import { newId, type RandomWords } from '#shared/model/ids.ts';
import { limits } from '#shared/model/limits.ts';
import type { Environment } from './environment.ts';
import { routeDifferences } from './middleware/match-route.ts';
import type { ReportError, RequestLine, WriteLine } from './middleware/request-log.ts';
import type { ServerContext } from './middleware/server-context.ts';
import { mountedApp } from './mounted-app.ts';
import { accountsOf, registrationOf } from './own-accounts.ts';
import { createOwnWebhooks, type OwnWebhooks } from './own-webhooks.ts';
import { accountRoutes } from './routes/account/account.ts';
import { apiTokensRoutes } from './routes/account/api-tokens.ts';
import { authRoutes } from './routes/account/auth.ts';
import { invitationsRoutes } from './routes/account/invitations.ts';
import { registrationRoutes } from './routes/account/registration.ts';
import { sessionsRoutes } from './routes/account/sessions.ts';
import { webhooksRoutes } from './routes/account/webhooks.ts';
import { apiDocsRoutes } from './routes/api-docs.ts';
import { blobRoutes } from './routes/library/blobs.ts';
import { keptRunsRoutes } from './routes/library/kept-runs.ts';
import { projectsRoutes } from './routes/library/projects.ts';
import { promptsRoutes } from './routes/library/prompts.ts';
import { pullRoutes } from './routes/library/pull.ts';
import { resourcesRoutes } from './routes/library/resources.ts';
import { searchRoutes } from './routes/library/search.ts';
import { testCasesRoutes } from './routes/library/test-cases.ts';
import { uiStateRoutes } from './routes/library/ui-state.ts';
import { versionsRoutes } from './routes/library/versions.ts';
import { linkPageRoutes } from './routes/links/link-page.ts';
import { readLinksRoutes } from './routes/links/read-links.ts';
import { mcpRoutes } from './routes/mcp.ts';
import { modelsRoutes } from './routes/models.ts';
import { healthRoutes } from './routes/operation/health.ts';
import { metricsRoutes } from './routes/operation/metrics.ts';
import { routeTable } from './routes/route-table.ts';
import { type Every, eventsRoutes } from './routes/sync/events.ts';
import { syncRoutes } from './routes/sync/sync.ts';
import type { Accounts } from './services/accounts/accounts.ts';
import type { Admissions } from './services/accounts/admissions.ts';
import { type ApiTokens, createApiTokens } from './services/accounts/api-tokens.ts';
import { eraseDeletedAccounts } from './services/accounts/erase-deleted-accounts.ts';
import type { Invitations } from './services/accounts/invitations.ts';
import type { OwnAccount } from './services/accounts/own-account.ts';
import type { Passwords } from './services/accounts/passwords.ts';
import {
  createSecurityEvents,
  type SecurityEvents,
  type SecurityLine,
} from './services/accounts/security-events.ts';
import type { SessionLifetime, Sessions } from './services/accounts/sessions.ts';
import { type AddResource, createAddResource } from './services/blobs/add-resource.ts';
import { type ClearBlobs, createClearBlobs } from './services/blobs/clear-blobs.ts';
import { createOpenBlob, type OpenBlob } from './services/blobs/open-blob.ts';
import { createStoreBlob } from './services/blobs/store-blob.ts';
import { createUploadBytes, type UploadBytes } from './services/blobs/upload-bytes.ts';
import { accountLimitsOf } from './services/change/account-full.ts';
import { type CommitMutation, createCommitMutation } from './services/change/commit-mutation.ts';
import { createExpandTexts, type ExpandTexts } from './services/change/expand-texts.ts';
import { createPokes, type Pokes } from './services/change/pokes.ts';
import { createReadLinks, type ReadLinks } from './services/links/read-links.ts';
import { createRequestRates, type RequestRates } from './services/load/request-rates.ts';
import type { ModelEndpoint, OfferedModels } from './services/models/model-endpoint.ts';
import { createRunModels, type RunModels } from './services/models/run-model.ts';
import type { DiskWatch } from './services/operation/disk-watch.ts';
import type { FilesWatch } from './services/operation/files-watch.ts';
import type { Gauges, Metrics } from './services/operation/metrics-port.ts';
import type { Readiness } from './services/operation/readiness.ts';
import { createWatches } from './services/operation/watches.ts';
import { createKnownTags, type KnownTags } from './services/reads/known-tags.ts';
import { createProjectOf, type ProjectOf } from './services/reads/project-of.ts';
import { createPromptVersions, type PromptVersions } from './services/reads/prompt-versions.ts';
import { createPullPrompt, type PullPrompt } from './services/reads/pull-prompt.ts';
import { createReadChanges, type ReadChanges } from './services/reads/read-changes.ts';
import { createReadLibrary, type ReadLibrary } from './services/reads/read-library.ts';
import { createSearchPrompts, type SearchPrompts } from './services/reads/search-prompts.ts';
import type { WebhookSender } from './services/webhooks/webhook-sender.ts';
import { createLuciaSessions } from './sessions/lucia-sessions.ts';
import type { StaticFolder } from './static/static-folder.ts';
import { underBasePath } from './static/under-base-path.ts';
import { CannotStart } from './storage/failures/cannot-start.ts';
import type { BlobStorage } from './storage/ports/blob-storage.ts';
import type { FreeBytes } from './storage/ports/free-bytes.ts';
import type { Storages } from './storage/ports/storages.ts';

/** The dependencies of the app: the world outside of it, real in `main.ts`, chosen by a test or the simulator. */
export type Outside = {
  environment: Environment;
  storages: Storages;
  /** The bytes of files. */
  files: BlobStorage;
  passwords: Passwords;
  staticFolder: StaticFolder;
  version: string;
  now: () => number;
  random: RandomWords;
  randomBytes: (size: number) => Uint8Array;
  every: Every;
  /** Runs it once, after so many milliseconds; returns the way to call it off. */
  after: (milliseconds: number, run: () => void) => () => void;
  webhookSender: WebhookSender;
  /** The contents of MODELS_FILE. */
  offered: OfferedModels;
  modelEndpoint: ModelEndpoint;
  /** Aborted when the server drains. */
  draining: AbortSignal;
  metrics: Metrics;
  /** False if the last inspection of the data folder found a problem. */
  isIntact: () => boolean;
  freeBytes: FreeBytes;
  newRequestId: () => string;
  logRequest: (line: RequestLine) => void;
  logSecurity: (line: SecurityLine) => void;
  reportError: ReportError;
  /** A sentence for the admin about how this server is set up. */
  warn: WriteLine;
};

export type Services = RequestRates & {
  accounts: Accounts;
  ownAccount: OwnAccount;
  admissions: Admissions;
  invitations: Invitations;
  sessions: Sessions;
  apiTokens: ApiTokens;
  readLinks: ReadLinks;
  projectOf: ProjectOf;
  webhooks: OwnWebhooks['webhooks'];
  webhookWorker: OwnWebhooks['webhookWorker'];
  securityEvents: SecurityEvents;
  readiness: Readiness;
  readGauges: () => Promise<Gauges>;
  pokes: Pokes;
  commit: CommitMutation;
  expandTexts: ExpandTexts;
  changes: ReadChanges;
  library: ReadLibrary;
  search: SearchPrompts;
  pullPrompt: PullPrompt;
  promptVersions: PromptVersions;
  knownTags: KnownTags;
  runModels: RunModels;
  uploads: UploadBytes;
  addResource: AddResource;
  openBlob: OpenBlob;
  clearBlobs: ClearBlobs;
  disk: DiskWatch;
  filesWatch: FilesWatch;
  /**
   * Lets go of the values of what was deleted so long ago that nobody can restore it any more, of the
   * bytes that no row is about after that, and of accounts that were deleted as long ago. Returns how many values; 0
   * where another node has done it today.
   */
  eraseOldDeletions(): Promise<number>;
  /** Goes on with large changes that a server before this one had begun, and tells whoever listens. */
  finishBulkChanges(): Promise<void>;
};

const minute = 60 * 1000;
const day = 24 * 60 * minute;

function sessionLifetime({ sessionDays }: Environment): SessionLifetime {
  return { slidingMs: sessionDays * day, absoluteMs: Math.min(6 * sessionDays, 400) * day };
}

export function createServices(outside: Outside): Services {
  const { environment, storages, files, now, random, randomBytes } = outside;
  const sessions = createLuciaSessions({
    storage: storages.sessions,
    lifetime: sessionLifetime(environment),
    mostAtOnce: environment.maxSessionsPerUser,
    now,
    randomBytes,
  });
  const securityEvents = securityEventsOf(outside);
  const registration = registrationOf(outside, securityEvents);
  const accounts = accountsOf(outside, { ...registration, sessions, securityEvents });
  const ownWebhooks = createOwnWebhooks({ ...outside, securityEvents });
  const storage = storages.library;
  const pokes = createPokes({
    ...{ nodes: storages.nodes, latestSeq: storage.latestSeq },
    onPoke: (userId) => ownWebhooks.webhookWorker.wake(userId),
  });
  const commit = createCommitMutation({
    storage,
    pokes,
    most: accountLimitsOf(environment),
    now,
    newId: () => newId(random),
    reportError: outside.reportError,
  });
  const maxStorage = environment.maxStoragePerUser;
  const reading = readingOf(storage, commit, () => newId(random));
  const keep = createStoreBlob({ blobs: storage.blobs, files, pokes, turn: storages.nodes.turn, maxStorage });
  const clearBlobs = createClearBlobs({ storage, files, keep, once: storages.nodes.once, now });
  return {
    ...registration,
    ...accounts,
    ...ownWebhooks,
    sessions,
    apiTokens: createApiTokens({
      ...{ storage: storages.apiTokens, library: storage, securityEvents, now, random, randomBytes },
    }),
    projectOf: createProjectOf(storage),
    securityEvents,
    pokes,
    ...createRequestRates({ ...environment, now }),
    commit,
    expandTexts: createExpandTexts(storage),
    uploads: createUploadBytes({ storage, files, keep, clearAbandoned: clearBlobs.abandonedOf, maxStorage }),
    addResource: createAddResource({ files, commit, keep, maxStorage }),
    openBlob: createOpenBlob({ storage, files, keep }),
    clearBlobs,
    ...createWatches({ ...outside, pokes, freeBytes: roomOf(outside) }),
    changes: createReadChanges(storage),
    ...reading,
    readLinks: createReadLinks({
      ...{ storage: storages.readLinks, library: storage, allowed: environment.readLinks },
      ...{ ...reading, securityEvents, now, random, randomBytes },
    }),
    runModels: createRunModels({ ...outside, endpoint: outside.modelEndpoint, usage: storages.modelUsage }),
    eraseOldDeletions: () => eraseOldDeletions(outside, { clearBlobs, securityEvents }),
    finishBulkChanges: () => finishBulkChanges(storage, pokes),
  };
}

async function eraseOldDeletions(
  { storages, files, now }: Outside,
  { clearBlobs, securityEvents }: Pick<Services, 'clearBlobs' | 'securityEvents'>,
): Promise<number> {
  let erased = 0;
  await storages.nodes.once({ name: 'erasure', since: now() - day / 2, at: now() }, async () => {
    erased = await storages.library.eraseDeletedBefore(now() - limits.deletedKeptDays * day);
    await clearBlobs.daily();
    await eraseDeletedAccounts({ storage: storages.administration, files, securityEvents, now });
  });
  return erased;
}

/** Without a limit where neither rows nor files lie on a disk of this machine. */
function roomOf({ environment, freeBytes }: Outside): () => Promise<number> {
  const { databaseUrl, bucket, dataFolder } = environment;
  const usesDisk = databaseUrl === undefined || bucket === undefined;
  return usesDisk ? () => freeBytes(dataFolder) : async () => Number.POSITIVE_INFINITY;
}

async function finishBulkChanges(storage: Storages['library'], pokes: Pokes): Promise<void> {
  for (const userId of await storage.finishBulkChanges()) {
    const { seq } = await storage.gather(userId, { parts: [] });
    pokes.poke(userId, seq);
  }
}

function readingOf(
  storage: Storages['library'],
  commit: CommitMutation,
  newIdOf: () => number,
): Pick<Services, 'library' | 'search' | 'pullPrompt' | 'promptVersions' | 'knownTags'> {
  return {
    library: createReadLibrary(storage),
    search: createSearchPrompts(storage),
    pullPrompt: createPullPrompt(storage),
    promptVersions: createPromptVersions({ storage, commit, newId: newIdOf }),
    knownTags: createKnownTags(storage),
  };
}

function securityEventsOf({ storages, randomBytes, logSecurity, metrics }: Outside): SecurityEvents {
  return createSecurityEvents({
    storage: storages.accounts,
    randomBytes,
    write(line) {
      logSecurity(line);
      metrics.security(line.event);
    },
  });
}

/** Throws `CannotStart` where a route is not in the table of routes, or a row of it has no route. */
export function createApp(
  outside: Outside,
  services: Services = createServices(outside),
): Hono<ServerContext> {
  const { environment, staticFolder, now, newRequestId, reportError } = outside;
  const reachability = {
    publicOrigin: environment.publicOrigin,
    trustProxy: environment.trustProxy,
    host: environment.host,
  };
  // One listener an open event stream.
  setMaxListeners(0, outside.draining);

  const routes = allRoutes(outside, services);
  const differences = routeDifferences(routes.routes, routeTable);
  if (differences.length > 0) throw new CannotStart(differences.join(' '));

  return mountedApp(routes, {
    ...{ reachability, environment, routeTable, services, now, newRequestId, reportError },
    warn: outside.warn,
    files: underBasePath(staticFolder, environment.basePath),
    logRequest(line) {
      outside.logRequest(line);
      outside.metrics.request(line);
    },
  });
}

/** Every route of the server, without what stands before them. Each has a row in `routes/route-table.ts`. */
function allRoutes(outside: Outside, services: Services): Hono<ServerContext> {
  const { disk, readiness, readGauges } = services;
  const { metrics } = outside;
  const cookieSeconds = sessionLifetime(outside.environment).absoluteMs / 1000;
  return new Hono<ServerContext>()
    .route('/', healthRoutes({ version: outside.version, disk, readiness }))
    .route('/', metricsRoutes({ metrics, readGauges, token: outside.environment.metricsToken }))
    .route('/api', apiDocsRoutes({ version: outside.version, basePath: outside.environment.basePath }))
    .route('/api', registrationRoutes(services))
    .route('/api', authRoutes({ ...services, cookieSeconds }))
    .route('/api', accountRoutes({ ...services, ...outside.environment }))
    .route('/api', sessionsRoutes(services))
    .route('/api', apiTokensRoutes(services))
    .route('/api', readLinksRoutes(services))
    .route('/', linkPageRoutes(services))
    .route('/api', eventsRoutes({ ...services, every: outside.every, draining: outside.draining }))
    .route('/', mcpRoutes({ ...services, ...outside }))
    .route('/api', invitationsRoutes(services))
    .route('/api', projectsRoutes(services))
    .route('/api', versionsRoutes(services))
    .route('/api', keptRunsRoutes(services))
    .route('/api', testCasesRoutes(services))
    .route('/api', promptsRoutes(services))
    .route('/api', pullRoutes(services))
    .route('/api', resourcesRoutes(services))
    .route('/api', blobRoutes(services))
    .route('/api', uiStateRoutes(services))
    .route('/api', searchRoutes(services))
    .route('/api', webhooksRoutes(services))
    .route('/api', modelsRoutes({ ...services, ...outside }))
    .route('/api', syncRoutes({ ...services, metrics }));
}
