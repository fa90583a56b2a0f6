/** Puts together what runs prompts, for as long as a library is open. It is loaded when a screen first needs it. */
import type { ConnectionCheck, ListedModels } from '#shared/model/run/connection.ts';
import type { ModelEntry, ModelKind, ModelPrice } from '#shared/model/run/model-entry.ts';
import type { RunProblem } from '#shared/model/run/run-problem.ts';
import type { KeyCrypto } from '../data/model-keys/kept-key.ts';
import type { Exclusive } from '../platform/exclusive.ts';
import type { PageSurroundings } from '../platform/page-surroundings.ts';
import type { ClientWorker } from '../ui/worker-client.ts';
import { addressSpace } from './address-space.ts';
import { createCheckAnswer } from './answer/check-answer.ts';
import type { SchemaAnswer, SchemaQuestion } from './answer/schema-question.ts';
import { createSchemaThread } from './answer/schema-thread.ts';
import { breakOffLostRuns } from './break-off-lost-runs.ts';
import { createBrowserClient, browserModels as modelsOfBrowser } from './browser-model-client.ts';
import { type CellRuns, createCellRuns } from './cases/run-cells.ts';
import { connectionCheck } from './connection-check.ts';
import { listModels } from './list-models.ts';
import { createModelKeys, type ModelKeys } from './model-keys.ts';
import { nodeModels } from './node-models.ts';
import { createRuns, type Runs, type RunsDeps } from './runs.ts';
import { whyUnreached } from './why-unreached.ts';

export type RunEngineDeps = Pick<RunsDeps, 'library' | 'clock' | 'now' | 'device' | 'silence'> & {
  readonly fetch: typeof fetch;
  readonly crypto: KeyCrypto;
  readonly page: PageSurroundings;
  readonly exclusive: Exclusive;
  /** May have a model of its own. */
  readonly browser: object;
  /** The path of the app on its server. */
  readonly base: string;
  startSchemaWorker(): ClientWorker<SchemaQuestion, SchemaAnswer>;
};

export type RunEngine = {
  readonly runs: Runs;
  readonly cells: CellRuns;
  readonly keys: Omit<ModelKeys, 'read'>;
  /** `key`: one that is typed and not kept yet; absent: the one that is kept. */
  listModels(entry: ModelEntry, key?: string): Promise<ListedModels>;
  test(entry: ModelEntry, key?: string): Promise<ConnectionCheck>;
  /** Null: not in the catalogue. */
  priceOf(entry: Pick<ModelEntry, 'address' | 'model' | 'kind'>): Promise<ModelPrice | null>;
  /** Calls the address so that the browser asks for it; from a click. Returns why it is not reached still. */
  askForLocal(entry: ModelEntry): Promise<RunProblem | null>;
  hasBrowserModel(): Promise<boolean>;
  /** Returns the models that the node calls, as it listed them last where it cannot be reached; null where it lists none. */
  nodeModels(): Promise<ModelEntry[] | null>;
  close(): void;
};

export function createRunEngine(deps: RunEngineDeps): RunEngine {
  const { library, clock, page } = deps;
  const browserModels = modelsOfBrowser(deps.browser);
  const endpoint = { fetch: deps.fetch, page, after: clock.after, now: deps.now };
  const keys = createModelKeys(library, deps.crypto);
  const browser = createBrowserClient(browserModels);
  const schemas = createSchemaThread({ startWorker: deps.startSchemaWorker, clock });
  const runs = createRuns({
    ...deps,
    checkAnswer: createCheckAnswer(schemas.compare),
    isOutOfReach: ({ address, kind }) =>
      kind !== 'browser' && !page.isOnline() && addressSpace(new URL(address, page.url)) !== 'loopback',
    keyOf: keys.read,
    clientOf: async (kind: ModelKind) =>
      kind === 'browser' ? browser : (await import('./sdk/sdk-client.ts')).createSdkClient(endpoint),
  });
  const cells = createCellRuns({ ...deps, runs });
  const stopWatching = breakOffLostRuns(deps);
  const list = async (entry: ModelEntry, key?: string) =>
    listModels(entry, key ?? (await keys.read(entry.id)), endpoint);
  return {
    runs,
    cells,
    keys,
    listModels: list,
    test: async (entry, key) => connectionCheck(entry, await list(entry, key)),
    priceOf: async (entry) => (await import('./model-price.ts')).cataloguePrice(entry),
    async askForLocal(entry) {
      const answer = deps.fetch(new URL(entry.address, page.url), { mode: 'no-cors', credentials: 'omit' });
      return answer.then(
        () => null,
        () => whyUnreached(entry, endpoint),
      );
    },
    hasBrowserModel: async () => {
      const state = await browserModels?.availability().catch(() => 'unavailable' as const);
      return state !== undefined && state !== 'unavailable';
    },
    nodeModels: () => nodeModels(library, deps.fetch, new URL(`${deps.base}/api`, page.url).href),
    close() {
      cells.close();
      runs.close();
      schemas.end();
      stopWatching();
    },
  };
}
