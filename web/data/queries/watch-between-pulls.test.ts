// Dexie's live queries stay silent where the global IndexedDB was missing when Dexie was loaded.
import 'fake-indexeddb/auto';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { expect, onTestFinished, test } from 'vitest';
import { openLibrary } from '../database/library.ts';
import { writeMeta } from '../database/meta.ts';
import { watchBetweenPulls } from './watch-between-pulls.ts';

const user = { id: 1, username: 'ada', displayName: 'Ada' };

test('a query that rests while pages are received is read once when the pull has ended', async () => {
  let word = 1;
  const library = await openLibrary(user, {
    random: (words: Uint32Array<ArrayBuffer>) => words.map(() => word++),
    now: () => 0,
    indexedDb: { indexedDB: new IDBFactory(), IDBKeyRange },
  });
  const { db, loop } = library;
  const shown: unknown[] = [];
  let wake = () => {};
  const stop = watchBetweenPulls(
    library,
    async () => (await db.meta.get('cursor'))?.value ?? 0,
    (value) => {
      shown.push(value);
      wake();
    },
  );
  onTestFinished(() => {
    stop();
    db.close();
  });
  const until = async (value: number) => {
    while (shown.at(-1) !== value) await new Promise<void>((resolve) => (wake = resolve));
  };

  await until(0);
  await writeMeta(db, 'cursor', 1);
  await until(1);
  for (const received of [1, 2, 3]) {
    loop.change({ receiving: { received, of: 3 } });
    await writeMeta(db, 'cursor', 1 + received);
  }
  loop.change({ receiving: null });
  await until(4);
  await writeMeta(db, 'cursor', 5);
  await until(5);
  expect(shown).toEqual([0, 1, 4, 5]);
});
