/** The name and the one table of the device's own database, for those who read it before Dexie is loaded. */
export const sessionTable = 'session';

/** `place`: added to the name, where several servers share an origin. */
export function deviceDbName(place: string): string {
  return `promptory-device${place}`;
}

/**
 * Returns whether this device remembers somebody who is signed in, or signing out: without Dexie, so that a visitor
 * does not wait for it, and without making the database. Returns true where the browser does not say.
 */
export function hasRememberedSession(indexedDB: IDBFactory, place: string): Promise<boolean> {
  return new Promise((resolve) => {
    try {
      const opening = indexedDB.open(deviceDbName(place));
      let isNew = false;
      opening.onupgradeneeded = () => {
        isNew = true;
        opening.transaction?.abort();
      };
      opening.onerror = (event) => {
        event.preventDefault();
        resolve(!isNew);
      };
      opening.onblocked = () => resolve(true);
      opening.onsuccess = () => {
        const database = opening.result;
        const answer = (isKnown: boolean) => {
          database.close();
          resolve(isKnown);
        };
        // It throws if the table is missing or the disk is gone, in a callback, where nothing else would notice.
        try {
          const counting = database.transaction(sessionTable).objectStore(sessionTable).count();
          counting.onsuccess = () => answer(counting.result > 0);
          counting.onerror = () => answer(true);
        } catch {
          answer(true);
        }
      };
    } catch {
      resolve(true);
    }
  });
}
