// Dexie's live queries stay silent where the global IndexedDB was missing when Dexie was loaded.
import 'fake-indexeddb/auto';
import Dexie, { type DBCore } from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { commit } from '../commit/commit.ts';
import { outlineOf } from '../queries/queries.ts';
import { watchQuery } from '../queries/watch-query.ts';
import { loseConnection, loseConnectionWhileWriting } from '../testing/lost-connection-scene.ts';
import { at, ada as person } from '../testing/server-rows-scene.ts';
import { isStillThere, type Library, openLibrary, watchConnection } from './library.ts';
import type { LoopChannel } from './loop-memory.ts';

const project = { id: 5, name: 'Letters', color: 'red' as const };
const namesIn = async (library: Library) => (await outlineOf(library)).projects.map(({ name }) => name);

type Options = { tabs?: LoopChannel; addons?: ((db: Dexie) => void)[]; indexedDB?: IDBFactory };

/** Live queries of one process notify one another by the database's name: no two tests share one. */
let persons = 0;
beforeEach(() => {
  persons += 1;
});

function openedLibrary({ tabs, addons = [], indexedDB }: Options = {}): Promise<Library> {
  return openLibrary(
    { ...person, username: `ada${persons}` },
    {
      random: (words) => crypto.getRandomValues(words),
      now: () => Date.parse(at),
      indexedDb: { indexedDB: indexedDB ?? new IDBFactory(), IDBKeyRange, addons },
      ...(tabs === undefined ? {} : { tabs }),
    },
  );
}

test('a change whose connection the browser ends is written once more, and once only', async () => {
  const library = await openedLibrary();
  const begun = loseConnectionWhileWriting(library.db);
  expect(await commit(library, 'createProject', project)).toEqual({ ok: true });
  expect(begun.entries).toBe(2);
  expect(await namesIn(library)).toEqual(['Letters']);
  expect(await library.db.outbox.count()).toBe(1);
  expect(library.storage.isWell()).toBe(true);
});

test('a change that a full disk refuses is not written once more by itself', async () => {
  const library = await openedLibrary();
  const creating = vi.fn(() => {
    throw new DOMException('The disk is full.', 'QuotaExceededError');
  });
  library.db.outbox.hook('creating', creating);
  await expect(commit(library, 'createProject', project)).rejects.toThrow('The disk is full.');
  expect(creating).toHaveBeenCalledOnce();
  expect(library.storage.isWell()).toBe(false);
});

test('a library that the app has closed is not opened by a change', async () => {
  const library = await openedLibrary();
  library.db.close();
  await expect(commit(library, 'createProject', project)).rejects.toThrow();
  expect(library.db.isOpen()).toBe(false);
});

/** Watches the names in a live query, and waits for what it showed at each reading. */
function watchedNames(library: Library) {
  const shown: string[] = [];
  let wake = () => {};
  onTestFinished(
    watchQuery(
      () => namesIn(library),
      (names) => {
        shown.push(names.join());
        wake();
      },
    ),
  );
  return {
    async until(expected: readonly string[]) {
      while (shown.length < expected.length) await new Promise<void>((resolve) => (wake = resolve));
      expect(shown).toEqual(expected);
    },
  };
}

test('a query that WebKit fails as its connection is lost is read again once there is one', async () => {
  const failing = { on: false };
  const indexedDB = new IDBFactory();
  const otherTab = await openedLibrary({ indexedDB });
  const library = await openedLibrary({ indexedDB, addons: [failingReads(failing)] });
  const names = watchedNames(library);
  await names.until(['']);
  const lost = vi.fn(() => {
    failing.on = false;
    // As the session does, in its turn.
    queueMicrotask(() => void isStillThere(library));
  });
  watchConnection(library, lost);
  failing.on = true;
  await commit(otherTab, 'createProject', project);
  await names.until(['', 'Letters']);
  expect(lost).toHaveBeenCalledOnce();
});

test('what a query shows is read again after a loss, though nothing has changed', async () => {
  const library = await openedLibrary();
  await commit(library, 'createProject', project);
  const names = watchedNames(library);
  await names.until(['Letters']);
  loseConnection(library.db);
  await library.db.meta.count();
  await names.until(['Letters', 'Letters']);
});

test('the loops of other tabs are followed after a loss', async () => {
  const listeners = new Set<(message: unknown) => void>();
  const tabs: LoopChannel = {
    post: () => undefined,
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const library = await openedLibrary({ tabs });
  expect(listeners.size).toBe(1);
  loseConnection(library.db);
  expect(listeners.size).toBe(0);
  await library.db.meta.count();
  expect(listeners.size).toBe(1);
  for (const listener of listeners) {
    listener({ kind: 'loop', library: library.db.name, change: { connection: 'offline' } });
  }
  expect(library.loop.get().connection).toBe('offline');
});

/** WebKit without its storage process: requests fail one by one, and no event comes. */
function failingReads(failing: { on: boolean }): (db: Dexie) => void {
  const lost = () =>
    Dexie.Promise.reject(
      new DOMException(
        'Connection to Indexed Database server lost. Refresh the page to try again',
        'UnknownError',
      ),
    );
  const create = (core: DBCore): Partial<DBCore> => ({
    table(name) {
      const table = core.table(name);
      return {
        ...table,
        get: (request) => (failing.on ? lost() : table.get(request)),
        query: (request) => (failing.on ? lost() : table.query(request)),
      };
    },
  });
  return (db) => void db.use({ stack: 'dbcore', name: 'failing-reads', create });
}
