/**
 * A person with many prompts of ten versions each, two devices and the real server, and how much each act of
 * theirs costs: requests, rows that the device reads and writes, statements and rows of the server. Counts are
 * the same on every machine, so that they can be held to a bound; times are in `npm run bench -- growth`.
 */
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { User } from '#shared/model/account/user.ts';
import { protocolHeader } from '#shared/sync/wire.ts';
import { registered, type TestApp, testApp } from '../../sync-server/testing/test-app.ts';
import { type Library, openLibrary } from '../../web/data/database/library.ts';
import { countedRows } from '../../web/data/testing/counted-rows-scene.ts';
import type { LibraryExport } from '../../web/data/transfer/library-export.ts';
import { createApiClient, type SendRequest } from '../../web/platform/api-client.ts';
import { createExchange } from '../../web/platform/exchange.ts';
import { createLink } from '../../web/sync/link.ts';
import { rejoin } from '../../web/sync/rejoin.ts';
import type { RoundResult } from '../../web/sync/round.ts';
import { syncRound } from '../../web/sync/sync-round.ts';

export type Cost = {
  requests: number;
  /** Of all tables of the device. */
  read: number;
  written: number;
  statements: number;
};

export type LargeDevice = {
  /** The places in the feed after which it asked for a page. */
  places: readonly string[];
  library: Library;
  round(): Promise<RoundResult>;
  keepMine(): Promise<RoundResult>;
  /** Counts what an operation costs this device and the server. */
  cost(act: () => Promise<unknown>): Promise<Cost>;
};

export type LargeWorld = { server: TestApp; cookie: string; user: User; [Symbol.dispose](): void };

const at = '2026-01-01T00:00:00.000Z';
const clock = Date.parse(at);

export async function largeWorld(): Promise<LargeWorld> {
  const server = testApp();
  const cookie = await registered(server.app, 'ada');
  const user = User.parse(await (await server.app.request('/api/user', { headers: { cookie } })).json());
  return { server, cookie, user, [Symbol.dispose]: () => server[Symbol.dispose]() };
}

export async function largeDevice(world: LargeWorld): Promise<LargeDevice> {
  const library = await openLibrary(world.user, {
    random: (words) => crypto.getRandomValues(words),
    now: () => clock,
    indexedDb: { indexedDB: new IDBFactory(), IDBKeyRange },
  });
  const count = await countedRows(library);
  const fetch = async (path: string, { signal: _signal, ...init }: RequestInit) =>
    world.server.app.request(path, { ...init, headers: { ...Object(init.headers), cookie: world.cookie } });
  const client = createApiClient({ protocolHeader, exchange: createExchange({ fetch, stallMs: 60_000 }) });
  let requests = 0;
  const places: string[] = [];
  const send: SendRequest = (request) => {
    requests += 1;
    const place = /[?&]since=([^&]*)/.exec(request.path)?.[1];
    if (request.method === 'GET') places.push(place ?? 'the beginning');
    return client(request);
  };
  const deps = { library, send, now: () => clock, device: 'laptop', link: createLink() };
  return {
    library,
    places,
    round: () => syncRound({ ...deps, allowRemovals: true }),
    keepMine: () => rejoin(deps, 'mine'),
    async cost(act) {
      requests = 0;
      const counted = countedStatements(world.server);
      const rows = Object.values(await count(act));
      return {
        requests,
        read: rows.reduce((sum, { read }) => sum + read, 0),
        written: rows.reduce((sum, { written }) => sum + written, 0),
        statements: counted.end(),
      };
    },
  };
}

/** Leaves the server with an account, and with nothing in it under another history. */
export function emptied({ server }: LargeWorld): void {
  const tables = ['versions', 'prompts', 'projects'].map((table) => `DELETE FROM ${table};`);
  server
    .sqlite()
    .connection.exec(`${tables.join('')} UPDATE users SET next_seq = 0; DELETE FROM feed_epochs`);
}

/** How often a statement of the server's database is run until `end`. */
function countedStatements({ sqlite }: TestApp): { end(): number } {
  const prototype: object = Object.getPrototypeOf(sqlite().connection.prepare('SELECT 1'));
  const originals = ['run', 'get', 'all', 'iterate'].map((name) => {
    const original: unknown = Reflect.get(prototype, name);
    if (typeof original !== 'function') throw new Error(`A statement has no ${name}.`);
    return { name, original };
  });
  let count = 0;
  for (const { name, original } of originals) {
    Reflect.set(prototype, name, function counted(this: unknown, ...args: unknown[]) {
      count += 1;
      return Reflect.apply(original, this, args);
    });
  }
  return {
    end() {
      for (const { name, original } of originals) Reflect.set(prototype, name, original);
      return count;
    },
  };
}

/** A library as another device wrote it to a file. */
export function libraryFile(prompts: number, versionsEach: number): LibraryExport {
  return {
    format: 'promptory-library',
    version: 1,
    exportedAt: at,
    username: 'ada',
    projects: [{ id: 1, name: 'Large', color: 'red', createdAt: at }],
    prompts: Array.from({ length: prompts }, (_, index) => ({
      id: index + 1,
      title: `Prompt ${index + 1}`,
      content: `Text ${index + 1}`,
      notes: '',
      projectId: 1,
      createdAt: at,
      lastVersion: versionsEach,
    })),
    versions: Array.from({ length: prompts * versionsEach }, (_, index) => {
      const version = (index % versionsEach) + 1;
      const promptId = Math.floor(index / versionsEach) + 1;
      return {
        id: 1_000_000 + index,
        promptId,
        version,
        content: `Text ${promptId} before ${version}`,
        description: 'Saved',
        original: null,
        conflict: null,
        createdAt: at,
      };
    }),
    keptRuns: [],
    testCases: [],
    resources: [],
    files: [],
    waiting: [],
  };
}
