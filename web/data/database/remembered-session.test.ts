import { IDBFactory } from 'fake-indexeddb';
import { afterEach, expect, test, vi } from 'vitest';
import { deviceDbName, hasRememberedSession } from './remembered-session.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

test.each([
  ['has no such table', (indexedDB: IDBFactory) => indexedDB.open(deviceDbName(''))],
  [
    'cannot be read',
    (indexedDB: IDBFactory) => {
      const opening = indexedDB.open(deviceDbName(''));
      opening.onsuccess = () => {
        const refused = () => {
          throw new DOMException('The disk is gone.', 'UnknownError');
        };
        vi.spyOn(Object.getPrototypeOf(opening.result), 'transaction').mockImplementation(refused);
      };
      return opening;
    },
  ],
])(
  'a device whose database %s is taken for one that remembers somebody: the app itself reports it',
  async (_, open) => {
    const indexedDB = new IDBFactory();
    const opening = open(indexedDB);
    await vi.waitFor(() => expect(opening.readyState).toBe('done'));
    opening.result.close();
    expect(await hasRememberedSession(indexedDB, '')).toBe(true);
  },
);
