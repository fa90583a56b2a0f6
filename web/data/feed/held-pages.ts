/**
 * Pages of the feed that were fetched and must not be applied yet: how much a pull removes is known at its end only.
 *
 *   page fetched -> held, with the removals counted -> feed read to its end -> applied one by one, or a person asked
 *
 * 1. They survive a link that breaks off, a closed tab and a reload: fetching goes on behind the last of them.
 * 2. They belong to the cursor that they lead on from; where that moved otherwise, they are dropped.
 * 3. A page goes in the very transaction that applies it, so applying goes on where it ended.
 * 4. `rejoin` holds the whole feed in the same way; a pull and a rejoin never hold pages at once.
 */
import { z } from 'zod';
import { ChangesPage, formatCursor, parseCursor } from '#shared/sync/wire.ts';
import { type Cursor, type Library, readCursor } from '../database/library.ts';
import type { LibraryDb } from '../database/library-db.ts';
import { type MetaSource, readMeta, writeMeta } from '../database/meta.ts';

export const HeldFeed = z.object({
  purpose: z.enum(['pull', 'rejoin']),
  /** The place that the first page leads on from; null: the beginning. */
  from: z.string().nullable(),
  /** The place that the last one leads to, and whether the feed has more after it. */
  to: z.string(),
  more: z.boolean(),
  /** How many rows all of them remove, and whether that was looked at and is not too much. */
  removed: z.int().nonnegative(),
  isApproved: z.boolean(),
  wholeRows: z.boolean(),
  rows: z.int().nonnegative(),
});
export type HeldFeed = z.infer<typeof HeldFeed>;

/** Returns what is held; what leads on from another place than the stored cursor is dropped. */
export function readHeldFeed(library: Library, purpose: HeldFeed['purpose']): Promise<HeldFeed | undefined> {
  const { db } = library;
  return db.relaxed([db.heldPages, db.meta], async () => {
    const held = await currentHeldFeed(library, purpose);
    if (held !== 'stale') return held;
    await dropHeldPages(db);
    return undefined;
  });
}

/**
 * Returns the same, inside a transaction of the caller's that need not write. `stale`: it is to be dropped. `db`: its
 * database, or `heldFeed` and `cursor` of it.
 */
export async function currentHeldFeed(
  { db }: { db: MetaSource },
  purpose: HeldFeed['purpose'],
): Promise<HeldFeed | 'stale' | undefined> {
  if ((await db.meta.get('heldFeed')) === undefined) return undefined;
  const held = await readMeta(db, 'heldFeed', HeldFeed);
  const begins = purpose === 'rejoin' ? null : placeOf(await readCursor({ db }));
  return held?.purpose === purpose && held.from === begins ? held : 'stale';
}

/** Holds one more page; nothing where another tab went on meanwhile. */
export async function holdPage(
  library: Library,
  page: ChangesPage,
  {
    purpose,
    after,
    removed,
    wholeRows,
  }: { purpose: HeldFeed['purpose']; after: Cursor | undefined; removed: number; wholeRows: boolean },
): Promise<void> {
  const { db } = library;
  await db.relaxed([db.heldPages, db.meta], async () => {
    const held = await readMeta(db, 'heldFeed', HeldFeed);
    if (held !== undefined && held.to !== placeOf(after)) return;
    await db.heldPages.add({ page });
    const next: HeldFeed = {
      purpose,
      from: held === undefined ? placeOf(after) : held.from,
      to: page.cursor,
      more: page.more,
      removed: (held?.removed ?? 0) + removed,
      isApproved: false,
      wholeRows,
      rows: (held?.rows ?? 0) + page.changes.length,
    };
    await writeMeta(db, 'heldFeed', next);
  });
}

export async function approveHeldPages({ db }: Library): Promise<void> {
  await db.relaxed([db.meta], async () => {
    const held = await readMeta(db, 'heldFeed', HeldFeed);
    if (held !== undefined) await writeMeta(db, 'heldFeed', { ...held, isApproved: true });
  });
}

/** Returns the page that is to be applied next, with its position. */
export async function nextHeldPage({
  db,
}: Library): Promise<{ position: number; page: ChangesPage } | undefined> {
  const first = await db.heldPages.orderBy('position').first();
  if (first === undefined) return undefined;
  return { position: first.position, page: ChangesPage.parse(first.page) };
}

/** Lets go of a page in the transaction that applies it; the rest leads on from where it ends. */
export async function releaseHeldPage(db: LibraryDb, position: number, page: ChangesPage): Promise<void> {
  await db.heldPages.delete(position);
  const held = await readMeta(db, 'heldFeed', HeldFeed);
  if (held === undefined) return;
  if ((await db.heldPages.count()) === 0) await db.meta.delete('heldFeed');
  else await writeMeta(db, 'heldFeed', { ...held, from: page.cursor });
}

/** Returns all that is held, in the order of the feed. */
export async function allHeldPages({ db }: Library): Promise<ChangesPage[]> {
  const held = await db.heldPages.orderBy('position').toArray();
  return held.map(({ page }) => ChangesPage.parse(page));
}

export async function dropHeldPages(db: LibraryDb): Promise<void> {
  await db.relaxed([db.heldPages, db.meta], async () => {
    await db.heldPages.clear();
    await db.meta.delete('heldFeed');
  });
}

/** Returns the cursor after which the next page is read; undefined: from the beginning. */
export function placeAfter(held: HeldFeed | undefined): Cursor | undefined {
  return held === undefined ? undefined : (parseCursor(held.to) ?? undefined);
}

function placeOf(cursor: Cursor | undefined): string | null {
  return cursor === undefined ? null : formatCursor(cursor);
}
