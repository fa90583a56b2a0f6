/** Tells a search in another thread which texts it must read again, without reading all of them. */
import type { LibraryDb } from './library-db.ts';

/** Inside the transaction that writes the rows. The stamp of a row that is gone stays: none is given twice. */
export async function stampPrompts(db: LibraryDb, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const stamp = (await latestStamp(db)) + 1;
  await db.promptStamps.bulkPut(ids.map((id) => ({ id, stamp })));
}

export async function latestStamp(db: LibraryDb): Promise<number> {
  return (await db.promptStamps.orderBy('stamp').last())?.stamp ?? 0;
}

export async function stampedAfter(db: LibraryDb, stamp: number): Promise<number[]> {
  return (await db.promptStamps.where('stamp').above(stamp).toArray()).map(({ id }) => id);
}
