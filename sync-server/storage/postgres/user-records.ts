/** The record of a user's library: the place of its latest change, and how much it holds. Its lock is that of the library. */
import { type SQL, sql } from 'drizzle-orm';
import type { Usage } from '../ports/library-transaction.ts';
import type { Reads, Writes } from './transactions.ts';

export type UserRecord = { seq: number; usage: Usage };

type UserRow = { seq: number; rows: number; textBytes: number };

const userRow =
  'SELECT next_seq AS seq, row_count AS rows, text_bytes AS "textBytes" FROM users WHERE id = $1';

/** Throws where there is no such user. */
export async function readUser(reads: Reads, userId: number, lock = ''): Promise<UserRecord> {
  const [found] = await reads.query<UserRow>(`${userRow} ${lock}`, [userId]);
  if (found === undefined) throw new Error('a change of a user who does not exist');
  const { seq, rows, textBytes } = found;
  return { seq, usage: { rows, textBytes } };
}

/** Waits for whoever has it. References to the user's record from elsewhere are not in its way. */
export function lockUser(writes: Writes, userId: number): Promise<UserRecord> {
  return readUser(writes, userId, 'FOR NO KEY UPDATE');
}

/** Statements that fail, with the COMMIT, where somebody else has moved it since it was read. */
export function movesSeq(userId: number, { before, after }: { before: number; after: number }): SQL[] {
  return [
    sql`WITH moved AS (UPDATE users SET next_seq = ${after} WHERE id = ${userId} AND next_seq = ${before} RETURNING 1)
      SELECT expect_rows(count(*), 1, 'the feed has moved on since it was gathered') FROM moved`,
    // The epoch is one that the database names, so that all nodes have the same: see `current_epoch()` of the migration.
    sql`INSERT INTO feed_epochs (user_id, after_seq, epoch)
      SELECT ${userId}::bigint, ${before}::bigint, own.epoch FROM (SELECT current_epoch() AS epoch) AS own
      WHERE own.epoch IS DISTINCT FROM
        (SELECT epoch FROM feed_epochs WHERE user_id = ${userId} ORDER BY after_seq DESC LIMIT 1)`,
  ];
}
