/** Tests what a saved edit costs the database of the device that typed it; ARCHITECTURE.md draws the same way. */
import { IDBDatabase, IDBIndex, IDBObjectStore } from 'fake-indexeddb';
import { afterEach, expect, test, vi } from 'vitest';
import type { Change } from '#shared/sync/wire.ts';
import { commit } from '../data/commit/commit.ts';
import { loopState, promptOf } from '../data/queries/queries.ts';
import { answered, openedLibrary, scriptedServer } from './library-scene.ts';
import { ended, loopScene, nothingWaits } from './loop-scene.ts';

const started = loopScene();

type Counted = { mode: string; durability: string; tables: string[] };

/** Notes the transactions of libraries that are opened from now on: Dexie takes the method when it opens one. */
function noted(): Counted[] {
  const transactions: Counted[] = [];
  const open = IDBDatabase.prototype.transaction;
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (
    this: IDBDatabase,
    ...args: Parameters<typeof open>
  ) {
    const [stores, mode = 'readonly', options] = args;
    const tables = typeof stores === 'string' ? [stores] : [...stores];
    transactions.push({ mode, durability: options?.durability ?? 'default', tables: tables.sort() });
    return open.apply(this, args);
  });
  return transactions;
}

/** Counts the requests of writing transactions by kind, and the steps in which they are made: each waits for the one before it. */
function counted() {
  const counts = { reads: 0, writes: 0, steps: 0 };
  let isAnswered = true;
  const note = (prototype: object, methods: readonly string[], kind: 'reads' | 'writes') => {
    for (const method of methods) {
      const made: unknown = Reflect.get(prototype, method);
      if (typeof made !== 'function') throw new Error(`There is no ${method}.`);
      Reflect.set(prototype, method, function (this: IDBObjectStore & IDBIndex, ...args: unknown[]) {
        const request: IDBRequest = made.apply(this, args);
        if ((this.objectStore ?? this).transaction.mode === 'readonly') return request;
        counts[kind] += 1;
        if (isAnswered) counts.steps += 1;
        isAnswered = false;
        request.addEventListener('success', () => (isAnswered = true));
        return request;
      });
      restored.push(() => Reflect.set(prototype, method, made));
    }
  };
  const reading = ['get', 'getAll', 'getAllKeys', 'count', 'openCursor', 'openKeyCursor'];
  note(IDBObjectStore.prototype, reading, 'reads');
  note(IDBIndex.prototype, reading, 'reads');
  note(IDBObjectStore.prototype, ['put', 'add', 'delete'], 'writes');
  return counts;
}

const restored: (() => void)[] = [];

afterEach(() => {
  vi.restoreAllMocks();
  for (const restore of restored.splice(0)) restore();
});

const at = '2026-01-01T00:00:00.000Z';
const row = { id: 1, projectId: 5, title: 'T', notes: '', createdAt: at, lastVersion: 0 };

/** Takes every mutation of the prompt, and its feed names the own change without its text. */
function echoingServer() {
  const changes: Change[] = [
    { type: 'project', id: 5, seq: 1, rev: 1, row: { id: 5, name: 'P', color: 'red', createdAt: at } },
    { type: 'prompt', id: 1, seq: 2, rev: 1, row: { ...row, content: 'old' } },
  ];
  let seq = 2;
  const server = scriptedServer(({ path, body }) => {
    if (path === '/api/sync/push') {
      const { mutations } = Object(body);
      const results = mutations.map(({ key }: { key: string }) => {
        seq += 1;
        const rev = seq - 1;
        changes[1] = { type: 'prompt', id: 1, seq, rev, ownNumber: Number(key.split(':')[1]), row };
        return { key, status: 200, seq, rev, revs: { 'prompt:1': rev } };
      });
      return answered({ seq, results });
    }
    const since = Number(/since=e\.(\d+)/.exec(path)?.[1] ?? 0);
    return answered({ cursor: `e.${seq}`, more: false, changes: changes.filter((each) => each.seq > since) });
  });
  const changesElsewhere = (content: string) => {
    seq += 1;
    changes[1] = { type: 'prompt', id: 1, seq, rev: seq - 1, row: { ...row, content } };
  };
  return { ...server, changesElsewhere };
}

test('a saved edit is two writing transactions and a pull, of which only the commit waits for the disk', async () => {
  const transactions = noted();
  const library = await openedLibrary();
  started(library, echoingServer());
  await ended(library);
  transactions.length = 0;
  await commit(library, 'setContent', { id: 1, content: 'new', base: 'old' });
  await vi.waitFor(() => nothingWaits(library));
  await vi.waitFor(async () => expect(await loopState(library)).toMatchObject({ working: false }));
  const writing = transactions.filter(({ mode }) => mode === 'readwrite');
  const [committed, settled, pulled] = writing;
  expect(writing).toHaveLength(3);
  expect(committed).toEqual({
    mode: 'readwrite',
    durability: 'strict',
    tables: [
      ...['confirmed', 'meta', 'outbox', 'outboxArgs', 'outline'],
      ...['projects', 'promptChanges', 'prompts', 'versions'],
    ],
  });
  expect(settled).toEqual({ mode: 'readwrite', durability: 'relaxed', tables: ['meta', 'outbox'] });
  expect(pulled).toMatchObject({ mode: 'readwrite', durability: 'relaxed' });
  expect(await promptOf(library, 1)).toMatchObject({ content: 'new' });
});

test('a round that finds nothing new opens one writing transaction, and none for the screen', async () => {
  const transactions = noted();
  const library = await openedLibrary();
  const { sync } = started(library, echoingServer());
  await ended(library);
  transactions.length = 0;
  expect(await sync.syncNow()).toEqual({ kind: 'done' });
  const writing = transactions.filter(({ mode }) => mode === 'readwrite');
  expect(writing.map(({ durability }) => durability)).toEqual(['relaxed']);
});

test('the edit of a loop that waits for it is stored as sent, and is pushed once it is on the disk', async () => {
  const library = await openedLibrary();
  const states: string[] = [];
  const server = echoingServer();
  const send: typeof server.send = async (request) => {
    if (request.path === '/api/sync/push')
      states.push(...(await library.db.outbox.toArray()).map(({ state }) => state));
    return server.send(request);
  };
  started(library, { ...server, send });
  await ended(library);
  await commit(library, 'setContent', { id: 1, content: 'new', base: 'old' });
  await vi.waitFor(() => nothingWaits(library));
  expect(states).toEqual(['sent']);
  expect(server.pushed()).toEqual(['/api/prompts/1/content']);
});

test('a poke on a device where nothing waits is one request and one transaction', async () => {
  const transactions = noted();
  const library = await openedLibrary();
  const server = echoingServer();
  const { pokes } = started(library, server);
  await ended(library);
  const other = server.requests.length;
  transactions.length = 0;
  server.changesElsewhere('from elsewhere');
  pokes.next('{"seq":3}');
  await vi.waitFor(async () =>
    expect(await promptOf(library, 1)).toMatchObject({ content: 'from elsewhere' }),
  );
  const writing = transactions.filter(({ mode }) => mode === 'readwrite');
  expect(writing.map(({ durability }) => durability)).toEqual(['relaxed']);
  // A round that reads its start does so in one transaction over these two.
  expect(transactions.map(({ tables }) => tables.join(' '))).not.toContain('meta outbox');
  expect(server.requests.slice(other).map(({ path }) => path)).toEqual([
    '/api/sync/changes?limit=500&bytes=131072&since=e.2&count=1',
  ]);
});

test('a commit that is sent at once reads in one step and writes in the next', async () => {
  const library = await openedLibrary();
  started(library, echoingServer());
  await ended(library);
  let counts: ReturnType<typeof counted> | undefined;
  const atEnd = Promise.withResolvers<object>();
  library.onCommitStart.add(({ ended: stored }) => void stored.then(() => atEnd.resolve({ ...counts })));
  counts = counted();
  await commit(library, 'setContent', { id: 1, content: 'new', base: 'old' });
  expect(await atEnd.promise).toEqual({ reads: 6, writes: 6, steps: 2 });
  await vi.waitFor(() => nothingWaits(library));
});

test('a page on a device where nothing waits is read for in one step and written in the next', async () => {
  const library = await openedLibrary();
  const server = echoingServer();
  const { pokes } = started(library, server);
  await ended(library);
  const counts = counted();
  server.changesElsewhere('from elsewhere');
  pokes.next('{"seq":3}');
  await vi.waitFor(async () => expect(library.loop.get()).toMatchObject({ working: false }));
  await vi.waitFor(async () =>
    expect(await promptOf(library, 1)).toMatchObject({ content: 'from elsewhere' }),
  );
  expect(counts).toEqual({ reads: 8, writes: 4, steps: 2 });
});
