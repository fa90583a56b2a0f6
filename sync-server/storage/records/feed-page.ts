/**
 * Decides which of a user's next changes are a page of the feed.
 *
 * 1. A page ends where a mutation ends: what one mutation wrote lies side by side in the feed, as far as no later
 *    mutation has moved it on.
 * 2. A mutation that is larger than a page by itself is divided at the limits, so that the feed always goes on.
 */
import type { RowType } from '#shared/kinds/row.ts';
import type { FeedLimit } from '../ports/library-port.ts';

/** The place of a row, and the mutation that gave it: no two of a user have the same author and instant. */
export type FeedPlace = {
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

type Asked = { since: number; seq: number; limit: FeedLimit };

/** `leftOut`: up to which place deletions are left out; `most`: how many places the page goes through. */
export function boundsOf({ since, seq, limit }: Asked): { leftOut: number; most: number } {
  const leftOut = limit.deletedAfter === 'now' ? seq : (limit.deletedAfter ?? 0);
  return { leftOut, most: leftOut > since ? mostPassed : limit.rows };
}

/** `places`: the next ones, and one more than the page goes through where there are so many. */
export function takePage(
  places: readonly FeedPlace[],
  asked: Asked,
): { taken: FeedPlace[]; more: boolean; seq: number; upTo: number } {
  const { since, seq, limit } = asked;
  const { leftOut, most } = boundsOf(asked);
  const page = new PageInProgress(limit, (place) => place.gone === 1 && place.seq <= leftOut);
  for (const mutation of mutationsIn(places)) {
    if (!page.take(mutation, most)) break;
  }
  const { taken, passed } = page;
  const more = passed < places.length;
  return { taken, more, seq, upTo: more ? (places[passed - 1]?.seq ?? since) : seq };
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
