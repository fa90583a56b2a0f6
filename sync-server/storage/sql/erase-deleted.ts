/**
 * Erases the values of rows that were deleted long ago, in portions of one kind and one user each. Rows of a library that
 * is in the middle of a bulk change may be about to come back, and wait for its end.
 */
import { sql } from 'drizzle-orm';
import { rowTypes } from '#shared/kinds/row.ts';
import type { PortionSize } from '../ports/library-port.ts';
import { bytesOf, type Table, tables } from './row-tables.ts';
import { lock, row, rows, type SqlDatabase, type Work } from './work.ts';

/** In the very condition of the indexes of what can still be erased. */
const isDue = (instant: number) => sql`deleted_at < ${instant} AND deleted_at IS NOT NULL AND erased = 0`;

type Portion = { instant: number; userId: number; most: PortionSize };

/** Returns the function of `LibraryStorage`. */
export function createEraseDeleted(
  { all, write }: SqlDatabase,
  most: PortionSize,
): (instant: number) => Promise<number> {
  async function eraseKind(table: Table, erasing: string, instant: number): Promise<number> {
    let erased = 0;
    for (;;) {
      const [user] = await all(sql<{ id: number }>`SELECT user_id AS id FROM ${sql.raw(table.name)}
        WHERE ${isDue(instant)} AND user_id NOT IN (SELECT user_id FROM bulk_changes) LIMIT 1`);
      if (user === undefined) return erased;
      const portion = { instant, userId: user.id, most };
      erased += await write(() => erasePortion(table, erasing, portion), { of: user.id, weight: most.rows });
    }
  }

  return async (instant) => {
    let erased = 0;
    for (const type of rowTypes) {
      const { erasing } = tables[type];
      if (erasing !== null) erased += await eraseKind(tables[type], erasing, instant);
    }
    return erased;
  };
}

/** Returns how many rows it was; one row larger than a portion is a portion. */
function* erasePortion(table: Table, erasing: string, { instant, userId, most }: Portion): Work<number> {
  // The lock first, as whoever changes the library takes it: the other way round both would wait.
  yield* lock(sql`SELECT 1 FROM users WHERE id = ${userId} FOR NO KEY UPDATE`);
  const pending = yield* row(sql`SELECT 1 FROM bulk_changes WHERE user_id = ${userId}`);
  if (pending !== undefined) return 0;
  const name = sql.raw(table.name);
  const erased = yield* rows(sql`UPDATE ${name} SET erased = 1, ${sql.raw(erasing)}
    WHERE user_id = ${userId} AND id IN (
      SELECT id FROM (SELECT id, sum(bytes) OVER (ORDER BY id) - bytes AS bytes_before
        FROM (SELECT t.id, ${sql.raw(bytesOf(table, 't'))} AS bytes FROM ${name} AS t
          WHERE t.user_id = ${userId} AND ${isDue(instant)} LIMIT ${most.rows}) AS due) AS placed
      WHERE bytes_before < ${most.bytes}) RETURNING id`);
  return erased.length;
}
