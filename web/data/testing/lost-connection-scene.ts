/** A browser that ends the connection to a library: what is under way is broken off, then the app gets the event. */
import type { LibraryDb } from '../database/library-db.ts';

export function loseConnection(db: LibraryDb): void {
  const connection = db.backendDB();
  connection.close();
  connection.onclose?.(new Event('close'));
}

/** Loses it in the middle of the next writing of an outbox entry. Returns how many entries were begun since. */
export function loseConnectionWhileWriting(db: LibraryDb): { entries: number } {
  const begun = { entries: 0 };
  db.outbox.hook('creating', (_position, _entry, { idbtrans }) => {
    begun.entries += 1;
    if (begun.entries > 1) return;
    idbtrans.abort();
    loseConnection(db);
  });
  return begun;
}
