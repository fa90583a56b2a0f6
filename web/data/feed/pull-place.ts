/** Reads where a pull goes on, in one transaction that locks the small table only. */
import { accountOf } from '../database/account.ts';
import { type Cursor, type Library, readAcknowledged, readCursor } from '../database/library.ts';
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
  const read = await db.transaction('r', db.meta, async () => {
    const [account, cursor, known, fill] = await Promise.all([
      accountOf(library),
      readCursor(library),
      readAcknowledged(library),
      readFirstFill(library),
    ]);
    return { account, cursor, known, fill, held: await currentHeldFeed(library, 'pull') };
  });
  if (read.held === 'stale') await dropHeldPages(db);
  const held = read.held === 'stale' ? undefined : read.held;
  const from = held === undefined ? read.cursor : placeAfter(held);
  const isFirst = held === undefined && (await hasNothing(library, from));
  const { account, known, fill } = read;
  return { account, held, from, known, fill, isFirst };
}
