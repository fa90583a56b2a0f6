/** Tells a search in another thread which texts it must read again, without reading all of them. */
import { inChunks } from '../database/in-chunks.ts';
import type { LibraryDb } from '../database/library-db.ts';

/**
 * Holds the stamp of the latest deletion, which no prompt has: ids are never 0. Without it the newest stamp would
 * go with the newest prompt, and the next edit would be given the same one again, which a search has passed.
 */
const deletions = 0;

/** Stamps the written prompts and removes the stamps of the deleted ones, inside the transaction of the rows. */
export async function stampPrompts(
  db: LibraryDb,
  { written, deleted }: { written: readonly number[]; deleted: readonly number[] },
): Promise<void> {
  if (written.length === 0 && deleted.length === 0) return;
  const stamp = (await latestStamp(db)) + 1;
  await inChunks(deleted, (chunk) => db.promptStamps.bulkDelete([...chunk]));
  const stamped = deleted.length === 0 ? written : [...written, deletions];
  await inChunks(stamped, (chunk) => db.promptStamps.bulkPut(chunk.map((id) => ({ id, stamp }))));
}

export async function latestStamp(db: LibraryDb): Promise<number> {
  return (await db.promptStamps.orderBy('stamp').last())?.stamp ?? 0;
}

/** Returns the prompts that were written since; a deleted one is in no answer. */
export async function stampedAfter(db: LibraryDb, stamp: number): Promise<number[]> {
  const stamps = await db.promptStamps.where('stamp').above(stamp).toArray();
  return stamps.flatMap(({ id }) => (id === deletions ? [] : [id]));
}
