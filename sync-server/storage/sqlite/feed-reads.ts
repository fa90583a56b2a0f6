/**
 * Reads a page of a user's change feed.
 *
 * 1. A page ends where a mutation ends: what one mutation wrote lies side by side in the feed, as far as no later
 *    mutation has moved it on.
 * 2. A mutation that is larger than a page by itself is divided at the limits, so that the feed always goes on.
 */
import { type RowType, rowTypes, textLength } from '#shared/kinds/row.ts';
import { isTextHeldBy } from '../held-text.ts';
import type { FeedItem, FeedLimit, FeedPage } from '../library-port.ts';
import type { OpenDatabase } from './open-database.ts';
import { type RowTables, tablesInSql } from './row-tables.ts';

/** The place of a row, and the mutation that gave it: no two of a user have the same author and instant. */
type FeedPlace = {
  type: RowType;
  id: number | string;
  seq: number;
  gone: 0 | 1;
  byClient: string | null;
  byNumber: number | null;
  at: number;
};

/** Places that one page goes through at most, where it leaves tombstones out. */
const mostPassed = 5_000;

function feedOf(type: RowType): string {
  const { name, erase } = tablesInSql[type];
  const gone = erase === null ? '0' : 'deleted_at IS NOT NULL';
  return `SELECT '${type}' AS type, id, seq, ${gone} AS gone,
      by_client AS byClient, by_number AS byNumber, changed_at AS at
    FROM ${name} WHERE user_id = +:userId AND seq > +:since`;
}

/** The arguments are those of `changesSince`; the page and the number that it goes up to are one reading. */
export type ReadFeed = (userId: number, since: number, limit: FeedLimit) => FeedPage;

export function createFeedReads({ connection }: OpenDatabase, tables: RowTables): ReadFeed {
  // The plus signs: see `compiled-statements.ts`. Each part is read along its own (user, seq) index and merged: nothing is sorted, nothing too much is read.
  const feed = connection.prepare<{ userId: number; since: number; rows: number }, FeedPlace>(
    `${rowTypes.map((type) => feedOf(type)).join(' UNION ALL ')} ORDER BY seq LIMIT +:rows`,
  );
  const seqOf = connection.prepare<[number], number>('SELECT next_seq FROM users WHERE id = ?').pluck();

  return connection.transaction((userId, since, limit): FeedPage => {
    const seq = seqOf.get(userId);
    if (seq === undefined) throw new Error('the feed of a user who does not exist');
    const leftOut = limit.deletedAfter === 'now' ? seq : (limit.deletedAfter ?? 0);
    const most = leftOut > since ? mostPassed : limit.rows;
    const places = feed.all({ userId, since, rows: most + 1 });
    const page = new PageInProgress(limit, (place) =>
      place.gone && place.seq <= leftOut ? undefined : feedRow(tables, userId, place),
    );
    for (const mutation of mutationsIn(places)) {
      if (!page.take(mutation, most)) break;
    }
    const { items, passed } = page;
    const more = passed < places.length;
    return { items, more, seq, upTo: more ? (places[passed - 1]?.seq ?? since) : seq };
  });
}

/** Divides places of the feed by the mutations that gave them. */
function* mutationsIn(places: readonly FeedPlace[]): Generator<readonly FeedPlace[]> {
  let from = 0;
  for (const [index, place] of places.entries()) {
    const next = places[index + 1];
    if (next !== undefined && isSameMutation(place, next)) continue;
    yield places.slice(from, index + 1);
    from = index + 1;
  }
}

function isSameMutation(one: FeedPlace, other: FeedPlace): boolean {
  return one.at === other.at && one.byClient === other.byClient && one.byNumber === other.byNumber;
}

class PageInProgress {
  readonly items: FeedItem[] = [];
  /** How many places it goes through, those that it leaves out too. */
  passed = 0;
  #bytes = 0;
  readonly #limit: FeedLimit;
  /** Undefined: the row is left out. */
  readonly #read: (place: FeedPlace) => FeedItem | undefined;

  constructor(limit: FeedLimit, read: (place: FeedPlace) => FeedItem | undefined) {
    this.#limit = limit;
    this.#read = read;
  }

  /** Takes the mutation as a whole, or as much as fits where it is the first; true where there may be more room. */
  take(mutation: readonly FeedPlace[], mostPassed: number): boolean {
    const isFirst = this.passed === 0;
    const room = mostPassed - this.passed;
    if (!isFirst && mutation.length > room) return false;
    const items: FeedItem[] = [];
    let bytes = this.#bytes;
    let passed = 0;
    for (const place of mutation.slice(0, room)) {
      const item = this.#read(place);
      if (item !== undefined) {
        bytes += this.#bytesOf(item);
        const isLeast = isFirst && items.length === 0;
        const isFull = bytes > this.#limit.bytes || this.items.length + items.length === this.#limit.rows;
        if (isFull && !isLeast) break;
        items.push(item);
      }
      passed += 1;
    }
    const isWhole = passed === mutation.length;
    if (!isWhole && !isFirst) return false;
    this.items.push(...items);
    this.#bytes = bytes;
    this.passed += passed;
    return isWhole;
  }

  #bytesOf(item: FeedItem): number {
    const { row } = item.stored;
    const text = 'content' in row && typeof row.content === 'string' ? row.content : '';
    const isHeld = isTextHeldBy(this.#limit.holder ?? null, item);
    return textLength(item.stored) - (isHeld ? text.length : 0);
  }
}

function feedRow(tables: RowTables, userId: number, { type, id }: FeedPlace): FeedItem {
  const found = tables[type].find({ userId, id });
  if (found === undefined) throw new Error('the feed named a row that is not there');
  const { stored, textBy, device, at } = found;
  return { stored, textBy, device, at };
}
