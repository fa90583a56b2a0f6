import Dexie from 'dexie';

/** Returns whether it is the database that failed, and not the code around it: the browser's own error, or Dexie's. */
export function isStorageFailure(error: unknown): boolean {
  return error instanceof DOMException || error instanceof Dexie.DexieError;
}
