/** Reads where a pull goes on, in one transaction that locks the small table only. */
import { accountOf } from '../database/account.ts';
import { type Cursor, type Library, readAcknowledged, readCursor } from '../database/library.ts';
import { metaAhead } from '../database/meta.ts';
import { type FirstFill, hasNothing, readFirstFill } from './first-fill.ts';
import { currentHeldFeed, dropHeldPages, type HeldFeed, placeAfter } from './held-pages.ts';

export type PullPlace = {
  /** The account whose feed it is. */
  account: number;
  /** Pages that were fetched and are not applied yet. */
  held: HeldFeed | undefined;
  /** The place after which the next page is asked for; undefined: the beginning. */
  from: Cursor | undefined;
  /** A later place that an answer to a push named. */
  known: Cursor | undefined;
  fill: FirstFill | undefined;
  /** This device has no row and nothing waiting: deletions mean nothing to it. */
  isFirst: boolean;
};

/** Drops held pages that lead on from another place than the stored cursor. */
export async function readPullPlace(library: Library): Promise<PullPlace> {
  const { db } = library;
  const read = await db.transaction('r', db.meta, async () => readStoredPlace(library));
  const place = placeOf(read);
  if (place !== null) return place;
  if (read.held === 'stale') await dropHeldPages(db);
  const { account, cursor: from, known, fill } = read;
  return { account, held: undefined, from, known, fill, isFirst: await hasNothing(library, from) };
}

export type StoredPlace = {
  account: number;
  cursor: Cursor | undefined;
  known: Cursor | undefined;
  fill: FirstFill | undefined;
  held: HeldFeed | 'stale' | undefined;
};

/** Reads what is stored of the place, inside a transaction of the caller's over `meta`. */
export async function readStoredPlace(library: Library): Promise<StoredPlace> {
  const db = metaAhead(library.db, ['account', 'acknowledged', 'cursor', 'feedRead', 'heldFeed']);
  const [account, cursor, known, fill, held] = await Promise.all([
    accountOf({ db, user: library.user }),
    readCursor({ db }),
    readAcknowledged({ db }),
    readFirstFill({ db }),
    currentHeldFeed({ db }, 'pull'),
  ]);
  return { account, cursor, known, fill, held };
}

/** Returns the place; null where other tables decide it, or held pages are to be dropped first. */
export function placeOf({ account, cursor, known, fill, held }: StoredPlace): PullPlace | null {
  if (held === 'stale') return null;
  const from = held === undefined ? cursor : placeAfter(held);
  if (from === undefined && held === undefined) return null;
  return { account, held, from, known, fill, isFirst: false };
}
