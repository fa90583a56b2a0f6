import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { expect, test, vi } from 'vitest';
import { commit } from '../commit/commit.ts';
import { outlineOf } from '../queries/queries.ts';
import { ada, openedLibrary } from '../testing/server-rows-scene.ts';
import { isStillThere, libraryName, readCursor, snapshotsName, watchConnection } from './library.ts';
import { LibraryDb } from './library-db.ts';

test('a person has one database, however their name is written, and one for its copies', () => {
  expect(libraryName({ ...ada, username: 'A\u0308DA' })).toBe('promptory-library-1-äda');
  expect(snapshotsName(ada)).toBe('promptory-library-1-ada-snapshots');
});

test('the name for the server is made once, of all that chance gave', async () => {
  const indexedDb = { indexedDB: new IDBFactory(), IDBKeyRange };
  const { client } = await openedLibrary(indexedDb);
  expect(client).toMatch(/^[0-9a-z]{8,64}$/);
  expect((await openedLibrary(indexedDb)).client).toBe(client);
  expect((await openedLibrary()).client).not.toBe(client);
});

test('the state of the device’s storage is reported once for each change', async () => {
  const { storage } = await openedLibrary();
  expect(storage.isWell()).toBe(true);
  const onClosed = vi.fn();
  const stop = storage.subscribe(onClosed);
  storage.report(true);
  expect(onClosed).not.toHaveBeenCalled();
  storage.report(false);
  storage.report(false);
  expect([storage.isWell(), onClosed.mock.calls.length]).toEqual([false, 1]);
  stop();
  storage.report(true);
  expect([storage.isWell(), onClosed.mock.calls.length]).toEqual([true, 1]);
});

test('a library that is deleted elsewhere lets go, and is not made again by the next reading', async () => {
  const indexedDB = new IDBFactory();
  const library = await openedLibrary({ indexedDB, IDBKeyRange });
  expect(await isStillThere(library)).toBe(true);
  await new LibraryDb(library.db.name, library.deps.indexedDb).delete();
  expect(library.db.isOpen()).toBe(false);
  expect(await isStillThere(library)).toBe(false);
  expect(await indexedDB.databases()).toEqual([]);
});

test('a watcher of the connection is notified when the browser closes it, until it stops', async () => {
  const library = await openedLibrary();
  const closed = vi.fn();
  const stop = watchConnection(library, closed);
  library.db.on.close.fire(new Event('close'));
  expect(closed).toHaveBeenCalledOnce();
  stop();
  library.db.on.close.fire(new Event('close'));
  expect(closed).toHaveBeenCalledOnce();
});

test('a library that was emptied under the app is not there any more', async () => {
  const library = await openedLibrary();
  await library.db.meta.clear();
  expect(await isStillThere(library)).toBe(false);
});

test('an empty database of the same name is not taken for the library', async () => {
  const indexedDb = { indexedDB: new IDBFactory(), IDBKeyRange };
  const library = await openedLibrary(indexedDb);
  library.db.close();
  await new LibraryDb(library.db.name, indexedDb).delete();
  await expect(library.db.open()).rejects.toThrow('This library was taken away.');
});

test('what cannot be read counts as never written', async () => {
  const library = await openedLibrary();
  await library.db.meta.bulkPut([{ key: 'cursor', value: { epoch: 1 } }]);
  expect(await readCursor(library)).toBeUndefined();
  await library.db.meta.put({ key: 'nextNumber', value: -3 });
  expect(await commit(library, 'createProject', { id: 5, name: 'P', color: 'red' })).toEqual({ ok: true });
  expect((await outlineOf(library)).projects).toHaveLength(1);
});
