/** A library of before there was a bin. */
import Dexie from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { expect, test } from 'vitest';
import { binItems } from '../bin/bin-items.ts';
import { restoreFromBin } from '../bin/restore.ts';
import { commit } from '../commit/commit.ts';
import { ada, at } from '../testing/server-rows-scene.ts';
import { libraryName, openLibrary } from './library.ts';
import { LibraryDb } from './library-db.ts';

test('an older library keeps its rows, and what is deleted from now on can be restored', async () => {
  const indexedDb = { indexedDB: new IDBFactory(), IDBKeyRange };
  const newest = new LibraryDb(libraryName(ada), indexedDb);
  const stores = Object.fromEntries(
    newest.tables
      .filter(({ name }) => !name.startsWith('bin'))
      .map(({ name, schema }) => [name, [schema.primKey, ...schema.indexes].map(({ src }) => src).join()]),
  );
  const old = new Dexie(libraryName(ada), indexedDb);
  old.version(12).stores(stores);
  const meta = { rev: 1, seq: 1, deleted: false, by: null };
  const row = { id: 1, projectId: 5, title: 'T', content: 'kept', notes: '', createdAt: at, lastVersion: 0 };
  await old
    .table('projects')
    .add({ type: 'project', id: 5, row: { id: 5, name: 'P', color: 'red', createdAt: at }, ...meta });
  await old.table('prompts').add({ type: 'prompt', id: 1, row, ...meta });
  old.close();
  const random = (words: Uint32Array<ArrayBuffer>) => crypto.getRandomValues(words);
  const library = await openLibrary(ada, { random, now: () => Date.parse(at), indexedDb });
  expect(await binItems(library)).toEqual([]);
  await commit(library, 'deletePrompt', { id: 1 });
  await restoreFromBin(library, 'prompt:1');
  expect((await library.db.prompts.get(1))?.row).toMatchObject({ content: 'kept' });
});
