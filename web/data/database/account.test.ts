import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { expect, test } from 'vitest';
import { takeOverFeed } from '../take-over/take-over-feed.ts';
import { openedLibrary, projectChange, pullPage } from '../testing/server-rows-scene.ts';
import { accountOf, adoptAccount } from './account.ts';
import { readCursor } from './library.ts';

test('a library goes with the account that it was made for', async () => {
  const library = await openedLibrary();
  expect(await accountOf(library)).toBe(library.user.id);
  await pullPage(library, [projectChange()], 10);
  await adoptAccount(library, library.user.id);
  expect(await readCursor(library)).toEqual({ epoch: 'e', seq: 10 });
});

test('under another account it is what it was, and knows nothing of the feed; so also when it is opened again', async () => {
  const indexedDb = { indexedDB: new IDBFactory(), IDBKeyRange };
  const library = await openedLibrary(indexedDb);
  await pullPage(library, [projectChange()], 10);
  await adoptAccount(library, 77);
  library.db.close();
  const again = await openedLibrary(indexedDb);
  expect(await accountOf(again)).toBe(77);
  expect(await readCursor(again)).toEqual({ epoch: 'none', seq: 0 });
  expect(await again.db.projects.count()).toBe(1);
  await takeOverFeed(again, { changes: [], cursor: { epoch: 'e', seq: 12 }, keep: 'server' });
  await adoptAccount(again, 77);
  expect(await readCursor(again)).toEqual({ epoch: 'e', seq: 12 });
});

test('a library without a cursor is asked about as well', async () => {
  const library = await openedLibrary();
  await adoptAccount(library, 77);
  expect(await readCursor(library)).toEqual({ epoch: 'none', seq: 0 });
});
