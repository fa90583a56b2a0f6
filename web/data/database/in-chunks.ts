import type { Table } from 'dexie';

/** So many rows are read or written in a few milliseconds of the page's thread. */
const rowsInChunk = 500;

/**
 * Acts on chunks one after the other, inside the caller's transaction: the page goes on between them, where one
 * request for each of ten thousand rows would hold it for seconds.
 */
export async function inChunks<T>(
  items: readonly T[],
  act: (chunk: readonly T[]) => PromiseLike<unknown>,
): Promise<void> {
  for (let from = 0; from < items.length; from += rowsInChunk) {
    await act(items.slice(from, from + rowsInChunk));
  }
}

/** Returns the rows of a table for which this holds, read chunk by chunk. */
export async function scan<Row extends { id: number }>(
  table: Table<Row, number>,
  isWanted: (row: Row) => boolean,
): Promise<Row[]> {
  const found: Row[] = [];
  for (let last = -1; ; ) {
    const chunk = await table.where('id').above(last).limit(rowsInChunk).toArray();
    found.push(...chunk.filter(isWanted));
    const newest = chunk.at(-1);
    if (newest === undefined || chunk.length < rowsInChunk) return found;
    last = newest.id;
  }
}
