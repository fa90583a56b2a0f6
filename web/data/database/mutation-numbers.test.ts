import Dexie, { type DBCore } from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { expect, test } from 'vitest';
import { commit } from '../commit/commit.ts';
import { outboxCounts } from '../outbox/outbox-counts.ts';
import { readOutbox, takeBatch } from '../outbox/outbox-store.ts';
import { type Library, openLibrary } from './library.ts';

const ada = { id: 1, username: 'ada', displayName: 'Ada' };

/** A disk that can be full, and notes how each writing transaction is to be stored. */
function disk() {
  const state = { isFull: false, durabilities: [] as (string | undefined)[] };
  const create = (core: DBCore): Partial<DBCore> => ({
    transaction(stores, mode, options) {
      if (mode === 'readwrite') state.durabilities.push(options?.durability);
      return core.transaction(stores, mode, options);
    },
    table(name) {
      const table = core.table(name);
      return {
        ...table,
        mutate: (request) =>
          state.isFull && request.type !== 'delete' && request.type !== 'deleteRange'
            ? Dexie.Promise.reject(new DOMException('The disk is full.', 'QuotaExceededError'))
            : table.mutate(request),
      };
    },
  });
  const addon = (db: Dexie) => void db.use({ stack: 'dbcore', name: 'disk', create });
  const indexedDb = { indexedDB: new IDBFactory(), IDBKeyRange, addons: [addon] };
  const random = (words: Uint32Array<ArrayBuffer>) => crypto.getRandomValues(words);
  return { state, open: () => openLibrary(ada, { indexedDb, random, now: () => 0 }) };
}

async function lastNumber(library: Library): Promise<number> {
  return (await readOutbox(library)).at(-1)?.number ?? 0;
}

test.each([
  ['has room', false],
  ['is full', true],
])(
  'a library that is opened while the disk %s gives no number that the power may have taken',
  async (_case, isFull) => {
    const { state, open } = disk();
    const first = await open();
    await commit(first, 'createProject', { id: 5, name: 'P', color: 'red' });
    const before = await lastNumber(first);
    first.db.close();

    state.isFull = isFull;
    const again = await open();
    state.isFull = false;
    await commit(again, 'createProject', { id: 6, name: 'Q', color: 'red' });
    expect(await outboxCounts(again)).toMatchObject({ waiting: 2 });
    expect(await lastNumber(again)).toBeGreaterThan(before + 100_000);
  },
);

test('nothing is relaxed where the numbers that may be lost could not be left out at once', async () => {
  const { state, open } = disk();
  const first = await open();
  await commit(first, 'createProject', { id: 5, name: 'P', color: 'red' });
  await takeBatch(first);
  expect(state.durabilities).toContain('relaxed');
  first.db.close();

  state.isFull = true;
  const again = await open();
  state.isFull = false;
  state.durabilities.length = 0;
  await takeBatch(again);
  expect(state.durabilities).toHaveLength(1);
  expect(state.durabilities).not.toContain('relaxed');
});
