import Dexie from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { expect, onTestFinished, test } from 'vitest';
import { runsOfPrompt } from '../run/run-ring.ts';
import { openedLibrary } from '../testing/server-rows-scene.ts';
import { defineSchema } from './define-schema.ts';
import { LibraryDb } from './library-db.ts';

/** Opens a database as an app had it that knew this version and none after it. */
function olderDb(name: string, last: number, options: object): Dexie {
  const db = new Dexie(name, options);
  const version = db.version.bind(db);
  const later = { stores: () => later, upgrade: () => later };
  db.version = (number) => (number > last ? (later as never) : version(number));
  defineSchema(db);
  return db;
}

test('runs from before there were cases are in the list of their prompt', async () => {
  const options = { indexedDB: new IDBFactory(), IDBKeyRange };
  const older = olderDb('library', 4, options);
  await older.table('runs').bulkPut([
    { id: 1, promptId: 2, startedAt: '2026-01-01T00:00:00.000Z', bytes: 1 },
    { id: 2, promptId: 2, startedAt: '2026-01-02T00:00:00.000Z', bytes: 1 },
    { id: 3, promptId: 9, startedAt: '2026-01-03T00:00:00.000Z', bytes: 1 },
  ]);
  older.close();
  const db = new LibraryDb('library', options);
  onTestFinished(() => db.close());
  const library = { ...(await openedLibrary()), db };
  expect((await runsOfPrompt(library, 2)).map(({ id }) => id)).toEqual([2, 1]);
});
