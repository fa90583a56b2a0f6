import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { onTestFinished } from 'vitest';
import type { ModelEntry } from '#shared/model/run/model-entry.ts';
import type { Run } from '#shared/model/run/run.ts';
import type { LiveRun, RunRequest } from '#shared/model/run/run-request.ts';
import { type Library, openLibrary } from '../../data/database/library.ts';
import { readRun } from '../../data/run/run-ring.ts';
import type { Exclusive } from '../../platform/exclusive.ts';
import type { PageSurroundings } from '../../platform/page-surroundings.ts';
import { createRunEngine, type RunEngine, type RunEngineDeps } from '../run-engine.ts';
import type { WireName } from './endpoint-wires.ts';
import { startSchemaWorker } from './schema-worker-scene.ts';
import type { ScriptedEndpoint } from './scripted-endpoint.ts';

export const promptId = 11;

/** A page on this device, which may call all others. */
export const page: PageSurroundings = {
  url: new URL('http://localhost:3000/'),
  secure: true,
  isOnline: () => true,
  localPermission: async () => null,
  wasRefused: () => false,
};

const everySecond = { now: () => Date.now() };

/** Milliseconds of the machine: these tests wait for a real network. */
const realClock = {
  ...everySecond,
  after(milliseconds: number, run: () => void) {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
};

/** As Web Locks do it, for the tabs of one test. */
export function oneBrowser(): Exclusive {
  const last = new Map<string, Promise<unknown>>();
  return (name, task) => {
    const turn = (last.get(name) ?? Promise.resolve()).then(() => task());
    last.set(
      name,
      turn.catch(() => undefined),
    );
    return turn;
  };
}

export async function openedLibrary(indexedDB = new IDBFactory()): Promise<Library> {
  const library = await openLibrary(
    { id: 1, username: 'ada', displayName: 'Ada' },
    {
      random: (words) => crypto.getRandomValues(words),
      now: () => Date.parse('2026-01-01T00:00:00.000Z'),
      indexedDb: { indexedDB, IDBKeyRange },
    },
  );
  onTestFinished(() => library.db.close());
  return library;
}

export function engineOf(library: Library, more: Partial<RunEngineDeps> = {}): RunEngine {
  const engine = createRunEngine({
    startSchemaWorker,
    ...{ library, page, crypto, clock: realClock },
    now: () => Date.now(),
    device: 'A test',
    fetch: (input, init) => fetch(input, init),
    exclusive: oneBrowser(),
    ...{ browser: {}, base: '' },
    ...more,
  });
  onTestFinished(() => engine.close());
  return engine;
}

export function entryOf(
  { address }: Pick<ScriptedEndpoint, 'address'>,
  kind: WireName,
  more: Partial<ModelEntry> = {},
): ModelEntry {
  return {
    ...{
      id: 5,
      name: 'Mine',
      kind,
      server: 'other',
      from: 'device',
      address: address(kind),
      model: 'answer',
    },
    ...{ defaults: {}, price: null, atOnce: 4 },
    ...more,
  };
}

export function requestOf(model: ModelEntry, more: Partial<RunRequest> = {}): RunRequest {
  return {
    ...{ promptId, versionId: null, textHash: 'abc', values: {}, settings: {}, model },
    messages: [{ role: 'user', content: 'Say good morning.' }],
    ...more,
  };
}

/** Resolves once what the runs show satisfies the condition. */
function whenRuns(
  { runs }: RunEngine,
  isSo: (live: ReadonlyMap<number, LiveRun>) => boolean,
): Promise<ReadonlyMap<number, LiveRun>> {
  return new Promise((resolve) => {
    const look = () => {
      if (!isSo(runs.read())) return;
      stop();
      resolve(runs.read());
    };
    const stop = runs.subscribe(look);
    look();
  });
}

/** Runs a request to its end, and returns what was kept of it. */
export async function endedRun(engine: RunEngine, library: Library, request: RunRequest): Promise<Run> {
  const id = engine.runs.start(request);
  await whenRuns(engine, (live) => !live.has(id));
  const run = await readRun(library, id);
  if (run === null) throw new Error('The run was not kept.');
  return run;
}
