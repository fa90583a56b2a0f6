/** Reads a page of a user's change feed. */
import { type RowType, rowTypes, textLength } from '#shared/kinds/row.ts';
import type { FeedItem, FeedLimit, FeedPage } from '../library-port.ts';
import type { OpenDatabase } from './open-database.ts';
import { type RowTables, tablesInSql } from './row-tables.ts';

type FeedPlace = { type: RowType; id: number | string; seq: number; gone: 0 | 1 };

/** Places that one page goes through at most, where it leaves tombstones out. */
const mostPassed = 5_000;

function feedOf(type: RowType): string {
  const { name, erase } = tablesInSql[type];
  const gone = erase === null ? '0' : 'deleted_at IS NOT NULL';
  return `SELECT '${type}' AS type, id, seq, ${gone} AS gone FROM ${name} WHERE user_id = :userId AND seq > :since`;
}

/** The arguments are those of `changesSince`; the page and the number that it goes up to are one reading. */
export type ReadFeed = (userId: number, since: number, limit: FeedLimit) => FeedPage;

export function createFeedReads({ connection }: OpenDatabase, tables: RowTables): ReadFeed {
  // Each part is read along its own (user, seq) index and merged: nothing is sorted, nothing too much is read.
  const feed = connection.prepare<{ userId: number; since: number; rows: number }, FeedPlace>(
    `${rowTypes.map((type) => feedOf(type)).join(' UNION ALL ')} ORDER BY seq LIMIT :rows`,
  );
  const seqOf = connection.prepare<[number], number>('SELECT next_seq FROM users WHERE id = ?').pluck();

  return connection.transaction((userId, since, limit): FeedPage => {
    const seq = seqOf.get(userId);
    if (seq === undefined) throw new Error('the feed of a user who does not exist');
    const leftOut = limit.deletedAfter === 'now' ? seq : (limit.deletedAfter ?? 0);
    const most = leftOut > since ? mostPassed : limit.rows;
    const places = feed.all({ userId, since, rows: most + 1 });
    const items: FeedItem[] = [];
    let bytes = 0;
    let passed = 0;
    for (const place of places.slice(0, most)) {
      if (!place.gone || place.seq > leftOut) {
        if (items.length === limit.rows) break;
        const item = feedRow(tables, userId, place);
        bytes += textLength(item.stored);
        if (bytes > limit.bytes && items.length > 0) break;
        items.push(item);
      }
      passed += 1;
    }
    const more = passed < places.length;
    return { items, more, seq, upTo: more ? (places[passed - 1]?.seq ?? since) : seq };
  });
}

function feedRow(tables: RowTables, userId: number, { type, id }: FeedPlace): FeedItem {
  const found = tables[type].find({ userId, id });
  if (found === undefined) throw new Error('the feed named a row that is not there');
  const { isErased: _isErased, ...item } = found;
  return item;
}
