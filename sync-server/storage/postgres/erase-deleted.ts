/** Erases the values of rows that were deleted long ago, in portions of one user each. */
import { rowTypes } from '#shared/kinds/row.ts';
import type { PortionSize } from '../ports/library-port.ts';
import { tables } from './row-tables.ts';
import type { Reads, Transactions } from './transactions.ts';

const erasable = rowTypes.flatMap((type) => {
  const { name, erasing } = tables[type];
  return erasing === null ? [] : [{ name, erasing }];
});

/** Rows of a library that is in the middle of a bulk change may be about to come back. */
const due = (name: string) => `SELECT user_id AS id FROM ${name} WHERE deleted_at < $1
  AND deleted_at IS NOT NULL AND erased = 0 AND user_id > $2
  AND NOT EXISTS (SELECT 1 FROM bulk_changes WHERE bulk_changes.user_id = ${name}.user_id)`;

const nextUser = `SELECT min(id) AS id FROM (${erasable.map(({ name }) => due(name)).join(' UNION ALL ')}) AS each`;

const erase = (name: string, erasing: string) => `WITH written AS (UPDATE ${name} SET erased = 1, ${erasing}
  WHERE user_id = $1 AND id IN (SELECT id FROM ${name} WHERE user_id = $1 AND deleted_at < $2
    AND deleted_at IS NOT NULL AND erased = 0 LIMIT $3) RETURNING 1) SELECT count(*) AS rows FROM written`;

export function createEraseDeleted(
  transactions: Transactions,
  { rows: most }: PortionSize,
): (instant: number) => Promise<number> {
  async function userAfter(reads: Reads, instant: number, userId: number) {
    const [found] = await reads.query<{ id: number | null }>(nextUser, [instant, userId]);
    return found?.id ?? null;
  }

  /** Erases a portion of one kind of a user's rows; returns how many. */
  const portion = (userId: number, instant: number, { name, erasing }: (typeof erasable)[number]) =>
    transactions.write(
      async (writes) => {
        // The lock first, as whoever changes the library takes it: the other way round both would wait.
        const [, pending] = await Promise.all([
          writes.query('SELECT 1 FROM users WHERE id = $1 FOR NO KEY UPDATE', [userId]),
          writes.query('SELECT 1 FROM bulk_changes WHERE user_id = $1', [userId]),
        ]);
        if (pending.length > 0) return 0;
        const [erased] = await writes.query<{ rows: number }>(erase(name, erasing), [userId, instant, most]);
        return erased?.rows ?? 0;
      },
      { of: userId },
    );

  return async (instant) => {
    let erased = 0;
    for (let user = -1; ; ) {
      const next = await transactions.read((reads) => userAfter(reads, instant, user));
      if (next === null) return erased;
      for (const kind of erasable) {
        for (;;) {
          const rows = await portion(next, instant, kind);
          erased += rows;
          if (rows < most) break;
        }
      }
      user = next;
    }
  };
}
