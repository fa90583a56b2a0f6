/** Reads a page of a user's change feed; `records/feed-page.ts` says where it ends. */
import { type RowType, rowTypes } from '#shared/kinds/row.ts';
import type { FeedItem, FeedJson, FeedLimit, FeedPage } from '../../ports/library-port.ts';
import { boundsOf, type FeedPlace, takePage } from '../../records/feed-page.ts';
import { bytesOf, tables as tablesInSql } from '../../sql/row-tables.ts';
import type { OpenDatabase } from '../open-database.ts';
import type { RowTables } from '../rows/row-tables.ts';
import { createFeedJson, isTypeInSql } from './feed-json.ts';

function feedOf(type: RowType): string {
  const table = tablesInSql[type];
  const { name } = table;
  const gone = table.erasing === null ? '0' : 'deleted_at IS NOT NULL';
  // As `held-text.ts` says; only rows with a text of which somebody is the author say who sent it.
  const held = isTypeInSql(type)
    ? 'by_client IS :holder AND text_by IS :holder AND :holder IS NOT NULL'
    : '0';
  const heldBytes = isTypeInSql(type) ? `iif(${held}, octet_length(content), 0)` : '0';
  return `SELECT '${type}' AS type, id, seq, ${gone} AS gone,
      by_client AS byClient, by_number AS byNumber, changed_at AS at,
      ${bytesOf(table, name)} - ${heldBytes} AS bytes, ${held} AS held
    FROM ${name} WHERE user_id = +:userId AND seq > +:since`;
}

type FeedQuery = { userId: number; since: number; rows: number; holder: string | null };

/** The arguments are those of `changesSince`; the page and the number that it goes up to are one reading. */
export type FeedReads = {
  rows(userId: number, since: number, limit: FeedLimit): FeedPage;
  json(userId: number, since: number, limit: FeedLimit, jsonOf: (item: FeedItem) => string): FeedJson;
};

export function createFeedReads({ connection }: OpenDatabase, tables: RowTables): FeedReads {
  // The plus signs: see `sql-database.ts`. Each part is read along its own (user, seq) index and merged: nothing is sorted, nothing too much is read.
  const feed = connection.prepare<FeedQuery, FeedPlace>(
    `${rowTypes.map((type) => feedOf(type)).join(' UNION ALL ')} ORDER BY seq LIMIT +:rows`,
  );
  const seqOf = connection.prepare<[number], number>('SELECT next_seq FROM users WHERE id = ?').pluck();
  const readJson = createFeedJson(connection);

  function placesOf(userId: number, since: number, limit: FeedLimit) {
    const seq = seqOf.get(userId);
    if (seq === undefined) throw new Error('the feed of a user who does not exist');
    const { most } = boundsOf({ since, seq, limit });
    const places = feed.all({ userId, since, rows: most + 1, holder: limit.holder ?? null });
    return takePage(places, { since, seq, limit });
  }

  return {
    rows: connection.transaction((userId, since, limit): FeedPage => {
      const { taken, ...page } = placesOf(userId, since, limit);
      return { ...page, items: taken.map((place) => feedRow(tables, userId, place)) };
    }),
    json: connection.transaction((userId, since, limit, jsonOf): FeedJson => {
      const { taken, ...page } = placesOf(userId, since, limit);
      const changes = runsOf(taken).map(({ type, first, last, place }) =>
        place === undefined && isTypeInSql(type)
          ? readJson(type, { userId, first, last })
          : Buffer.from(jsonOf(feedRow(tables, userId, { type, id: place?.id ?? 0 }))),
      );
      return { ...page, changes };
    }),
  };
}

/**
 * Places of one kind that follow each other and that SQLite writes, or a single `place` that it does not. Between the
 * places of a run lie at most tombstones that are left out.
 */
type PlaceRun = { type: RowType; first: number; last: number; place: FeedPlace | undefined };

function runsOf(places: readonly FeedPlace[]): PlaceRun[] {
  const runs: PlaceRun[] = [];
  for (const place of places) {
    const { type, seq } = place;
    const isInSql = isTypeInSql(type) && place.gone === 0 && place.held === 0;
    const run = runs.at(-1);
    if (isInSql && run?.place === undefined && run?.type === type) run.last = seq;
    else runs.push({ type, first: seq, last: seq, place: isInSql ? undefined : place });
  }
  return runs;
}

function feedRow(tables: RowTables, userId: number, { type, id }: Pick<FeedPlace, 'type' | 'id'>): FeedItem {
  const found = tables[type].find({ userId, id });
  if (found === undefined) throw new Error('the feed named a row that is not there');
  const { stored, textBy, device, at } = found;
  return { stored, textBy, device, at };
}
