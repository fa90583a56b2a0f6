/**
 * Remembers what takes the last import back, in portions, so that it can be undone after a reload too.
 *
 * 1. The next import replaces it, and after a day it is no longer offered.
 * 2. A portion goes with the transaction that takes it back (`take-back.ts`): an undo that was broken off goes on with
 *    the rest.
 */
import type { Library } from '../../database/library.ts';
import type { Undo } from '../../database/library-db.ts';

/** `at`: when it began, in this device's milliseconds. `changes`: mutations that would take it back. */
export type LastImport = { readonly at: number; readonly changes: number };

const offeredMs = 24 * 60 * 60 * 1000;

/** Adds a portion of the import that began at that time, which replaces the one before it. */
export async function rememberPortion({ db }: Library, at: number, undo: Undo[]): Promise<void> {
  const { importedPortions } = db;
  await db.write([importedPortions], async () => {
    await importedPortions.where('at').notEqual(at).delete();
    if (undo.length > 0) await importedPortions.add({ at, size: undo.length, undo });
  });
}

/** Returns the import that can be undone; null where there is none. Reads no texts. */
export async function lastImport({ db, deps }: Library): Promise<LastImport | null> {
  const keys = await db.importedPortions.orderBy('[at+size]').keys();
  let at = 0;
  let changes = 0;
  for (const key of keys) {
    const [began = 0, size = 0] = Array.isArray(key) ? key.map(Number) : [];
    if (began <= deps.now() - offeredMs) continue;
    at = began;
    changes += size;
  }
  return changes === 0 ? null : { at, changes };
}

/** Removes what takes back an import that is no longer offered. */
export async function forgetOldImport({ db, deps }: Library): Promise<void> {
  await db.importedPortions
    .where('at')
    .belowOrEqual(deps.now() - offeredMs)
    .delete();
}
