/** Reads which change of a library is the latest, and which run of the server made a change. */
import { sql } from 'drizzle-orm';
import { rowTypes } from '#shared/kinds/row.ts';
import type { FeedPlace } from '../ports/library-port.ts';
import { tables } from './row-tables.ts';
import { row, together, type Work } from './work.ts';

const seqOf = (userId: number) =>
  sql<{ seq: number }>`SELECT next_seq AS seq FROM users WHERE id = ${userId}`;

/** Of 0, the epoch of the database. */
const epochOf = (userId: number, seq: number) => sql<{ epoch: string }>`SELECT coalesce(
    (SELECT epoch FROM feed_epochs WHERE user_id = ${userId} AND after_seq < ${seq} ORDER BY after_seq DESC LIMIT 1),
    (SELECT epoch FROM change_feed)) AS epoch`;

/** Throws where there is no such user. */
export function* latestSeq(userId: number): Work<number> {
  const found = yield* row(seqOf(userId));
  if (found === undefined) throw new Error('a change of a user who does not exist');
  return found.seq;
}

/** Throws where there is no such user. */
export function* latestPlace(userId: number): Work<FeedPlace> {
  const found = yield* row(
    sql<FeedPlace>`SELECT next_seq AS seq, coalesce(
        (SELECT epoch FROM feed_epochs WHERE user_id = users.id AND after_seq < next_seq
          ORDER BY after_seq DESC LIMIT 1),
        (SELECT epoch FROM change_feed)) AS epoch
      FROM users WHERE id = ${userId}`,
  );
  if (found === undefined) throw new Error('a change of a user who does not exist');
  return found;
}

export function* epochAt(userId: number, seq: number): Work<string> {
  const found = yield* row(epochOf(userId, seq));
  if (found === undefined) throw new Error('the change feed has no epoch');
  return found.epoch;
}

/** Returns whether a change is in the history of the library. */
export function* isInHistory(userId: number, { epoch, seq }: FeedPlace): Work<boolean> {
  const [[user], [change]] = yield* together(seqOf(userId), epochOf(userId, seq));
  return user !== undefined && seq <= user.seq && change?.epoch === epoch;
}

/**
 * Returns how many rows changed after `since`; from the beginning, how many there are that are not deleted. Counts along
 * indexes: no row is read.
 */
export function* countSince(userId: number, since: number): Work<number> {
  const counts = rowTypes.map((type) => {
    const { name, erasing } = tables[type];
    const live = erasing === null ? sql`` : sql`AND deleted_at IS NULL`;
    const counted = since === 0 ? live : sql`AND seq > ${since}`;
    return sql`(SELECT count(*) FROM ${sql.raw(name)} WHERE user_id = ${userId} ${counted})`;
  });
  const found = yield* row(sql<{ count: number }>`SELECT ${sql.join(counts, sql` + `)} AS count`);
  return found?.count ?? 0;
}
