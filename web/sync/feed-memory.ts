/**
 * Remembers how far this tab has pulled the feed, so that a notification of the server is answered at once: the request
 * for the page leaves before the lock is taken and anything is read here.
 *
 * 1. It decides nothing: a page that was requested early is used only by a round that would send the same request, and
 *    `applyPull` applies it only to the cursor that it continues.
 * 2. A round that finds nothing but that page to apply reads nothing before it (`pullEarly`).
 * 3. A page that no round used is dropped with the end of the round.
 */
import type { Answer } from '#shared/sync/classify-answer.ts';
import { Poke } from '#shared/sync/wire.ts';
import type { Cursor } from '../data/database/library.ts';
import type { ApiRequest } from '../platform/api-client.ts';

export type FeedPlace = { cursor: Cursor; account: number };

export type EarlyAnswer = { request: ApiRequest; answer: Promise<Answer>; began: number };

export type FeedMemory = {
  /** Returns the place at which the last pull of this tab ended. */
  place(): FeedPlace | undefined;
  pulledTo(place: FeedPlace | undefined): void;
  /** Returns false if the last pull of this tab reached just the place that the poke names. */
  isNews(poke: unknown): boolean;
  expect(early: EarlyAnswer): void;
  /** Returns what was requested early and is not taken yet. */
  early(): EarlyAnswer | undefined;
  /** Returns the answer to this very request, if it is under way. */
  take(request: ApiRequest): EarlyAnswer | undefined;
  drop(): void;
};

export function createFeedMemory(): FeedMemory {
  let place: FeedPlace | undefined;
  let early: EarlyAnswer | undefined;
  return {
    place: () => place,
    pulledTo(next) {
      place = next;
    },
    isNews: (poke) => place === undefined || !isAt(place.cursor, placeIn(poke)),
    expect(next) {
      early = next;
    },
    early: () => early,
    take(request) {
      const taken = early;
      early = undefined;
      return taken !== undefined && isSame(taken.request, request) ? taken : undefined;
    },
    drop() {
      early = undefined;
    },
  };
}

/** The same number of another epoch is another change: a backup was put back, and the server goes on from there. */
function isAt({ seq, epoch }: Cursor, poked: Poke | undefined): boolean {
  return poked?.seq === seq && (poked.epoch === undefined || poked.epoch === epoch);
}

function placeIn(poke: unknown): Poke | undefined {
  try {
    return typeof poke === 'string' ? Poke.safeParse(JSON.parse(poke)).data : undefined;
  } catch {
    return undefined;
  }
}

function isSame(a: ApiRequest, b: ApiRequest): boolean {
  return a.path === b.path && JSON.stringify(a.headers) === JSON.stringify(b.headers);
}
