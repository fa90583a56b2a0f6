/**
 * Reads a page of a user's change feed: first its places, along the (user, seq) indexes, then the rows of those that it
 * takes. `records/feed-page.ts` says where a page ends.
 */
import { type RowType, rowTypes } from '#shared/kinds/row.ts';
import type { FeedItem, FeedLimit, FeedPage } from '../ports/library-port.ts';
import { boundsOf, type FeedPlace, takePage } from '../records/feed-page.ts';
import { bytesOf, columns, tables } from '../sql/row-tables.ts';
import { readRows } from './read-rows.ts';
import type { Reads } from './transactions.ts';

/** Reads the page and the number that it goes up to at one instant. */
export async function readFeedPage(
  reads: Reads,
  { userId, since, limit }: { userId: number; since: number; limit: FeedLimit },
): Promise<FeedPage> {
  const seqs = reads.query<{ seq: number }>('SELECT next_seq AS seq FROM users WHERE id = $1', [userId]);
  // Nearly always enough: only a first fill leaves deletions out.
  const holder = limit.holder ?? null;
  const placesUpTo = (most: number) => reads.query<FeedPlace>(feed, [userId, since, most + 1, holder]);
  const first = boundsOf({ since, seq: 0, limit: { ...limit, deletedAfter: 0 } }).most;
  const [[user], near] = await Promise.all([seqs, placesUpTo(first)]);
  if (user === undefined) throw new Error('the feed of a user who does not exist');
  const bounds = boundsOf({ since, seq: user.seq, limit });
  const places = bounds.most > first && near.length > first ? await placesUpTo(bounds.most) : near;
  const { taken, ...page } = takePage(places, { since, seq: user.seq, limit });
  return { ...page, items: await readItems(reads, userId, taken) };
}

async function readItems(reads: Reads, userId: number, places: readonly FeedPlace[]): Promise<FeedItem[]> {
  const byType = Map.groupBy(places, ({ type }) => type);
  const found = await Promise.all(
    [...byType].map(([type, of]) =>
      readRows(reads, tables[type], { text: rowsAt(type), values: [userId, of.map(({ seq }) => seq)] }),
    ),
  );
  const bySeq = new Map(found.flat().map((row) => [row.stored.seq, row]));
  return places.map(({ seq }) => {
    const row = bySeq.get(seq);
    if (row === undefined) throw new Error('the feed named a row that is not there');
    const { stored, textBy, device, at } = row;
    return { stored, textBy, device, at };
  });
}

function rowsAt(type: RowType): string {
  const table = tables[type];
  return `SELECT ${columns(table, 't')} FROM ${table.name} AS t
    WHERE t.user_id = $1 AND t.seq = ANY ($2::bigint[])`;
}

function placesOf(type: RowType): string {
  const table = tables[type];
  // As `services/reads/read-changes.ts` says; only rows with a text of which somebody is the author say who sent it.
  const held = table.hasSender ? '($4::text IS NOT NULL AND r.by_client = $4 AND r.text_by = $4)' : 'false';
  const heldBytes = table.hasSender ? `CASE WHEN ${held} THEN octet_length(r.content) ELSE 0 END` : '0';
  return `(SELECT '${type}' AS type, r.id::text AS id, r.seq, (r.deleted_at IS NOT NULL)::int AS gone,
      r.by_client AS "byClient", r.by_number AS "byNumber", r.changed_at AS at,
      ${bytesOf(table, 'r')} - ${heldBytes} AS bytes, coalesce(${held}, false)::int AS held
    FROM ${table.name} AS r WHERE r.user_id = $1 AND r.seq > $2 ORDER BY r.seq LIMIT $3)`;
}

const feed = `${rowTypes.map((type) => placesOf(type)).join(' UNION ALL ')} ORDER BY seq LIMIT $3`;
