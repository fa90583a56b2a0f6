import Dexie from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { expect, test } from 'vitest';
import { commit } from '../commit/commit.ts';
import { deleteLibrary, type Library, libraryName, openLibrary } from '../database/library.ts';
import { readOutbox } from '../outbox/outbox-store.ts';
import { promptOf } from '../queries/queries.ts';
import { imported, textFile } from '../testing/import-scene.ts';
import {
  snapshotFile,
  snapshotsOf,
  takeDailySnapshot,
  takeSnapshot,
  takeSnapshotBeforeMigration,
} from './snapshots.ts';

const hour = 60 * 60 * 1000;
const user = { id: 1, username: 'ada', displayName: 'Ada' };

async function scene() {
  const clock = { at: Date.parse('2026-01-01T00:00:00Z') };
  const indexedDB = new IDBFactory();
  const deps = {
    random: (words: Uint32Array<ArrayBuffer>) => crypto.getRandomValues(words),
    now: () => clock.at,
    indexedDb: { indexedDB, IDBKeyRange },
  };
  const library = await openLibrary(user, deps);
  return { library, clock, deps, indexedDB };
}

async function fill(library: Library): Promise<void> {
  await commit(library, 'createProject', { id: 1, name: 'P', color: 'red' });
  await commit(library, 'createPrompt', { id: 2, title: 'T', content: 'words 🧵', projectId: 1 });
}

test('one copy a day is taken, and the newest three are kept', async () => {
  const { library, clock } = await scene();
  expect(await takeDailySnapshot(library)).toBe(false);
  await fill(library);
  const taken: boolean[] = [];
  for (const hours of [0, 23, 1, 24, 24, 24]) {
    clock.at += hours * hour;
    taken.push(await takeDailySnapshot(library));
  }
  expect(taken).toEqual([true, false, true, true, true, true]);
  expect((await snapshotsOf(library)).map(({ at, reason }) => `${at.slice(0, 10)} ${reason}`)).toEqual([
    '2026-01-05 daily',
    '2026-01-04 daily',
    '2026-01-03 daily',
  ]);
});

test('before a newer app changes the shape of a library, a copy of the old one is taken, once', async () => {
  const { library, deps, indexedDB } = await scene();
  await fill(library);
  const { projects, prompts } = library.db;
  const rows = await Promise.all([projects.toArray(), prompts.toArray(), readOutbox(library)]);
  library.db.close();
  await library.db.delete();
  const old = new Dexie(libraryName(user), { indexedDB, IDBKeyRange });
  // Of before the first version that there is.
  old.version(0.5).stores({ projects: 'id', prompts: 'id', outbox: '++position', meta: 'key' });
  await Promise.all(
    rows.map((each, index) => old.table(['projects', 'prompts', 'outbox'][index] ?? '').bulkAdd(each)),
  );
  old.close();

  expect(await takeSnapshotBeforeMigration({ user, deps })).toBe(true);
  const migrated = await openLibrary(user, deps);
  expect(await promptOf(migrated, 2)).toMatchObject({ content: 'words 🧵' });
  expect(await takeSnapshotBeforeMigration({ user, deps })).toBe(false);
  const [taken, ...others] = await snapshotsOf(migrated);
  expect(others).toEqual([]);
  expect(taken).toMatchObject({ reason: 'migration' });
  const text = (await (await snapshotFile(migrated, taken?.id ?? 0))?.text()) ?? '';
  expect(JSON.parse(text).waiting).toHaveLength(2);
  const elsewhere = await scene();
  await imported(elsewhere.library, textFile('copy.json', text));
  expect(await promptOf(elsewhere.library, 2)).toMatchObject({ content: 'words 🧵' });
});

test('a library that is not there yet has nothing to keep', async () => {
  const deps = (await scene()).deps;
  const nobody = { id: 9, username: 'nobody', displayName: 'Nobody' };
  expect(await takeSnapshotBeforeMigration({ user: nobody, deps })).toBe(false);
});

test('what was lost comes back from a copy without a server', async () => {
  const { library } = await scene();
  await fill(library);
  await takeSnapshot(library, 'migration');
  await commit(library, 'deletePrompt', { id: 2 });
  const [snapshot] = await snapshotsOf(library);
  const file = await snapshotFile(library, snapshot?.id ?? 0);
  expect(file?.name).toBe('promptory-copy-ada-2026-01-01.json');
  await imported(library, textFile('copy.json', (await file?.text()) ?? ''));
  expect(await promptOf(library, 2)).toMatchObject({ title: 'T', content: 'words 🧵' });
  expect(await snapshotFile(library, 999)).toBeNull();
});

test('copies go with the library', async () => {
  const { library, deps, indexedDB } = await scene();
  await fill(library);
  await takeSnapshot(library, 'daily');
  library.db.close();
  await deleteLibrary(user, deps);
  expect(await indexedDB.databases()).toEqual([]);
});
