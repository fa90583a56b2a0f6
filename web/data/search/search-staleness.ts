import Dexie from 'dexie';
import type { LibraryDb } from '../database/library-db.ts';

/** `isStale`: whether what a search shows may have changed since it was called last. */
export type SearchStaleness = { isStale(): boolean; mark(): void };

/**
 * Watches for changes by any thread or tab. They arrive shortly after their transaction, like those of a live query:
 * whoever knows of a change before marks it.
 */
export function searchStaleness({ name }: Pick<LibraryDb, 'name'>): SearchStaleness {
  let stale = true;
  const watched = ['promptChanges', 'projects'].map((table) => `idb://${name}/${table}/`);
  Dexie.on('storagemutated', (parts) => {
    const changed = Object.keys(parts);
    if (watched.some((table) => changed.some((part) => part.startsWith(table)))) stale = true;
  });
  return {
    isStale() {
      const was = stale;
      stale = false;
      return was;
    },
    mark() {
      stale = true;
    },
  };
}
