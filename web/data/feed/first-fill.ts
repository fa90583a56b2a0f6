/**
 * Stores the progress of a first fill: which deletions this device need not receive, and how far
 * it is.
 *
 * 1. Only a device that had no row and no entry at all leaves deletions out: it has nothing that they are about.
 * 2. Deletions after `upTo`, the place of the feed when it began, are told like any other change.
 * 3. Written with each page, in its transaction; any other page that is applied ends it.
 */
import { z } from 'zod';
import type { ChangesPage } from '#shared/sync/wire.ts';
import type { Cursor, Library } from '../database/library.ts';
import { type MetaSource, readMeta } from '../database/meta.ts';

export const FirstFill = z.object({
  upTo: z.int().nonnegative(),
  received: z.int().nonnegative(),
  of: z.int().nonnegative(),
});
export type FirstFill = z.infer<typeof FirstFill>;

/** `complete`: the feed was read to its end. */
const FeedRead = z.object({ complete: z.boolean().optional(), fill: FirstFill.optional() });
export type FeedRead = z.infer<typeof FeedRead>;

/** Returns what was noted with the last page; undefined before the first one. */
export function readFeedRead(db: MetaSource): Promise<FeedRead | undefined> {
  return readMeta(db, 'feedRead', FeedRead);
}

/**
 * Returns whether the feed was read to its end with this page, and how far a first fill is; empty where that is stored
 * so already, since who watches it wakes at each write.
 */
export function feedReadAfter(
  { more }: Pick<ChangesPage, 'more'>,
  { fill, before }: { fill: FirstFill | undefined; before: FeedRead | undefined },
): { feedRead?: FeedRead } {
  const isSame = before !== undefined && before.complete === !more && before.fill === undefined;
  if (isSame && (!more || fill === undefined)) return {};
  const under = more && fill !== undefined ? { fill } : {};
  return { feedRead: { complete: !more, ...under } };
}

/** Undefined where none is under way. */
export async function readFirstFill({ db }: { db: MetaSource }): Promise<FirstFill | undefined> {
  return (await readFeedRead(db))?.fill;
}

/** Whether deletions mean nothing here. */
export async function hasNothing({ db }: Library, cursor: Cursor | undefined): Promise<boolean> {
  if (cursor !== undefined) return false;
  const counts = await Promise.all([...db.shown, db.confirmed, db.outbox].map((table) => table.count()));
  return counts.every((count) => count === 0);
}
