/**
 * Reads a page of a user's change feed.
 *
 * 1. A page ends where a mutation ends: what one mutation wrote lies side by side in the feed, as far as no later
 *    mutation has moved it on.
 * 2. A mutation that is larger than a page by itself is divided at the limits, so that the feed always goes on.
 */
import { type RowType, rowTypes } from '#shared/kinds/row.ts';
import type { FeedItem, FeedJson, FeedLimit, FeedPage } from '../library-port.ts';
import { createFeedJson, isTypeInSql } from './feed-json.ts';
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
  /** UTF-8 bytes of its texts, those that the reader holds left out. */
  bytes: number;
  /** Whether the reader holds its text. */
  held: 0 | 1;
};

/** Places that one page goes through at most, where it leaves tombstones out. */
const mostPassed = 5_000;

function feedOf(type: RowType): string {
  const { name, erase } = tablesInSql[type];
  const gone = erase === null ? '0' : 'deleted_at IS NOT NULL';
  // As `held-text.ts` says; only rows with a text of which somebody is the author say who sent it.
  const held = isTypeInSql(type)
    ? 'by_client IS :holder AND text_by IS :holder AND :holder IS NOT NULL'
    : '0';
  const heldBytes = isTypeInSql(type) ? `iif(${held}, octet_length(content), 0)` : '0';
  return `SELECT '${type}' AS type, id, seq, ${gone} AS gone,
      by_client AS byClient, by_number AS byNumber, changed_at AS at,
      ${erase?.bytes ?? '0'} - ${heldBytes} AS bytes, ${held} AS held
    FROM ${name} WHERE user_id = +:userId AND seq > +:since`;
}

type FeedQuery = { userId: number; since: number; rows: number; holder: string | null };

/** The arguments are those of `changesSince`; the page and the number that it goes up to are one reading. */
export type FeedReads = {
  rows(userId: number, since: number, limit: FeedLimit): FeedPage;
  json(userId: number, since: number, limit: FeedLimit, jsonOf: (item: FeedItem) => string): FeedJson;
};

export function createFeedReads({ connection }: OpenDatabase, tables: RowTables): FeedReads {
  // The plus signs: see `compiled-statements.ts`. Each part is read along its own (user, seq) index and merged: nothing is sorted, nothing too much is read.
  const feed = connection.prepare<FeedQuery, FeedPlace>(
    `${rowTypes.map((type) => feedOf(type)).join(' UNION ALL ')} ORDER BY seq LIMIT +:rows`,
  );
  const seqOf = connection.prepare<[number], number>('SELECT next_seq FROM users WHERE id = ?').pluck();
  const readJson = createFeedJson(connection);

  function placesOf(userId: number, since: number, limit: FeedLimit) {
    const seq = seqOf.get(userId);
    if (seq === undefined) throw new Error('the feed of a user who does not exist');
    const leftOut = limit.deletedAfter === 'now' ? seq : (limit.deletedAfter ?? 0);
    const most = leftOut > since ? mostPassed : limit.rows;
    const places = feed.all({ userId, since, rows: most + 1, holder: limit.holder ?? null });
    const page = new PageInProgress(limit, (place) => place.gone === 1 && place.seq <= leftOut);
    for (const mutation of mutationsIn(places)) {
      if (!page.take(mutation, most)) break;
    }
    const { taken, passed } = page;
    const more = passed < places.length;
    return { taken, more, seq, upTo: more ? (places[passed - 1]?.seq ?? since) : seq };
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
  readonly taken: FeedPlace[] = [];
  /** How many places it goes through, those that it leaves out too. */
  passed = 0;
  #bytes = 0;
  readonly #limit: FeedLimit;
  readonly #isLeftOut: (place: FeedPlace) => boolean;

  constructor(limit: FeedLimit, isLeftOut: (place: FeedPlace) => boolean) {
    this.#limit = limit;
    this.#isLeftOut = isLeftOut;
  }

  /** Takes the mutation as a whole, or as much as fits where it is the first; true where there may be more room. */
  take(mutation: readonly FeedPlace[], mostPassed: number): boolean {
    const isFirst = this.passed === 0;
    const room = mostPassed - this.passed;
    if (!isFirst && mutation.length > room) return false;
    const taken: FeedPlace[] = [];
    let bytes = this.#bytes;
    let passed = 0;
    for (const place of mutation.slice(0, room)) {
      if (!this.#isLeftOut(place)) {
        bytes += place.bytes;
        const isLeast = isFirst && taken.length === 0;
        const isFull = bytes > this.#limit.bytes || this.taken.length + taken.length === this.#limit.rows;
        if (isFull && !isLeast) break;
        taken.push(place);
      }
      passed += 1;
    }
    const isWhole = passed === mutation.length;
    if (!isWhole && !isFirst) return false;
    this.taken.push(...taken);
    this.#bytes = bytes;
    this.passed += passed;
    return isWhole;
  }
}

function feedRow(tables: RowTables, userId: number, { type, id }: Pick<FeedPlace, 'type' | 'id'>): FeedItem {
  const found = tables[type].find({ userId, id });
  if (found === undefined) throw new Error('the feed named a row that is not there');
  const { stored, textBy, device, at } = found;
  return { stored, textBy, device, at };
}
