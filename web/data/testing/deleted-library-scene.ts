import type { Library } from '../database/library.ts';

/** Deletes a library at the end of a test, once the queries that are under way have ended: they would hold the deletion up. */
export async function deleteLibraryOf(library: Library | undefined): Promise<void> {
  if (library === undefined) return;
  const { db } = library;
  // It begins when all others have ended, in whichever thread they run.
  if (db.isOpen()) await db.transaction('rw', db.tables, async () => undefined);
  await db.delete();
}
