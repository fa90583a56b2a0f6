// Dexie's live queries stay silent where the global IndexedDB was missing when Dexie was loaded.
import 'fake-indexeddb/auto';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { expect, test, vi } from 'vitest';
import {
  beginLeaving,
  DeviceDb,
  endLeaving,
  leavingUser,
  rememberedUser,
  rememberUser,
  watchDevice,
} from './device-db.ts';

const ada = { id: 1, username: 'ada', displayName: 'Ada' };
const grace = { id: 2, username: 'grace', displayName: 'Grace' };
const device = (indexedDB = new IDBFactory()) => new DeviceDb({ indexedDB, IDBKeyRange });

test('nobody is signed in on a new device, and nobody is on the way out', async () => {
  const db = device();
  expect([await rememberedUser(db), await leavingUser(db)]).toEqual([null, null]);
});

test('who is signed in is known after a restart', async () => {
  const indexedDB = new IDBFactory();
  const db = device(indexedDB);
  await rememberUser(db, ada);
  db.close();
  expect(await rememberedUser(device(indexedDB))).toEqual(ada);
  expect((await indexedDB.databases()).map(({ name }) => name)).toEqual(['promptory-device']);
});

test('from the beginning of signing out nobody is signed in, until the end somebody is on the way out', async () => {
  const db = device();
  await rememberUser(db, ada);
  await beginLeaving(db, ada);
  expect([await rememberedUser(db), await leavingUser(db)]).toEqual([null, ada]);
  await endLeaving(db);
  expect([await rememberedUser(db), await leavingUser(db)]).toEqual([null, null]);
});

test('signing in again takes the place of a session that was to be ended', async () => {
  const db = device();
  await beginLeaving(db, ada);
  await rememberUser(db, grace);
  expect([await rememberedUser(db), await leavingUser(db)]).toEqual([grace, null]);
});

test('what cannot be read as a person is nobody', async () => {
  const db = device();
  await db.session.put({ key: 'current', user: { id: 'x' } });
  expect(await rememberedUser(db)).toBeNull();
});

test('a watcher is notified of each change until it stops', async () => {
  const indexedDB = new IDBFactory();
  const [db, tab] = [device(indexedDB), device(indexedDB)];
  const listener = vi.fn();
  const stop = watchDevice(db, listener);
  await vi.waitFor(() => expect(listener).toHaveBeenCalledTimes(1));
  await rememberUser(tab, ada);
  await vi.waitFor(() => expect(listener).toHaveBeenCalledTimes(2));
  stop();
  await beginLeaving(tab, ada);
  const later = vi.fn();
  watchDevice(db, later);
  await vi.waitFor(() => expect(later).toHaveBeenCalled());
  expect(listener).toHaveBeenCalledTimes(2);
});
