/** Reads that go through much of the database, in windows between other people's requests. */
import { setImmediate } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { DeletedRow, LibraryStorage } from '../../ports/library-port.ts';
import { deletedRows } from '../../sql/deleted-reads.ts';
import { latestSeq } from '../../sql/feed-places.ts';
import type { LibraryQueue } from '../library-queue.ts';
import type { OpenDatabase } from '../open-database.ts';

/** Places of the feed that one window goes through. */
const placesAtOnce = 2_000;
/** Blobs that one window goes through. */
const blobsAtOnce = 1_000;

export function createLargeReads(
  { connection, sql: { now } }: OpenDatabase,
  { read }: LibraryQueue,
): Pick<LibraryStorage, 'deleted' | 'blobsToRemove'> {
  const unusedBlobs = connection.prepare<[number, number], { userId: number; sha256: string }>(`
    SELECT user_id AS userId, sha256 FROM blobs WHERE rowid > ? AND rowid <= ? AND (stored = 0 OR NOT EXISTS (
      SELECT 1 FROM resources WHERE resources.user_id = blobs.user_id
        AND resources.sha256 = blobs.sha256 AND resources.erased = 0))`);
  const lastBlob = connection.prepare<[], number>('SELECT coalesce(max(rowid), 0) FROM blobs').pluck();
  return {
    async deleted(userId) {
      const seq = await read(userId, () => now(latestSeq(userId)));
      const found: DeletedRow[][] = [];
      for (let upTo = seq; upTo > 0; upTo -= placesAtOnce) {
        const within = sql`t.seq > ${upTo - placesAtOnce} AND t.seq <= ${upTo}`;
        for (const [kind, rows] of now(deletedRows(userId, within)).entries()) {
          found[kind] ??= [];
          found[kind].push(...rows);
        }
        await setImmediate();
      }
      return found.flat();
    },
    async blobsToRemove() {
      const found: { userId: number; sha256: string }[] = [];
      for (let after = 0; after < (lastBlob.get() ?? 0); after += blobsAtOnce) {
        found.push(...unusedBlobs.all(after, after + blobsAtOnce));
        await setImmediate();
      }
      return found;
    },
  };
}
