import type { Library } from '../database/library.ts';

/**
 * Deletes a library at the end of a test, once the queries that are under way have ended: they would hold the deletion up.
 * Refuses what a screen that was just closed still begins.
 */
export async function deleteLibraryOf(library: Library | undefined): Promise<void> {
  if (library === undefined) return;
  const { db } = library;
  if (db.isOpen()) {
    const connection = db.backendDB();
    // It begins when all others have ended, in whichever thread they run.
    const last = connection.transaction([...connection.objectStoreNames], 'readwrite');
    const ended = new Promise((resolve) => last.addEventListener('complete', resolve));
    db.close();
    await ended;
  }
  await db.delete();
}
