/**
 * Preserves what a newer app wrote and this one cannot read: changes of kinds or ids that it does not know, and rows
 * that the schema of their kind refuses.
 *
 *   page of the feed   -> known changes, applied | unknown changes, stored as they came
 *   the app is updated -> what it can read by now is applied from here (`apply-pull.ts`)
 *
 * 1. They move the cursor like any other change: a device never stops at what it cannot read.
 * 2. One record a row, the latest: a change of the row that can be read replaces it, a deletion removes it.
 * 3. Records of another history of the server, which had such a row, are never applied. Exports carry them.
 */
import { z } from 'zod';
import { kindOf } from '#shared/kinds/row.ts';
import { type Change, FeedChange, formatCursor, isKnownChange } from '#shared/sync/wire.ts';
import type { Cursor, Library } from '../database/library.ts';
import type { LibraryDb, UnknownChange } from '../database/library-db.ts';
import { type MetaSource, readMeta, writeMeta } from '../database/meta.ts';

/** Separates the changes of kinds and ids that this app knows from the others. */
export function splitUnknown(changes: readonly FeedChange[]): { known: Change[]; unknown: FeedChange[] } {
  const known: Change[] = [];
  const unknown: FeedChange[] = [];
  for (const change of changes) {
    if (isKnownChange(change)) known.push(change);
    else unknown.push(change);
  }
  return { known, unknown };
}

/** Returns those whose rows, sent whole, the schema of their kind refuses. */
export function unreadable(changes: readonly Change[]): Change[] {
  return changes.filter(({ type, row, deleted }) => !deleted && !kindOf(type).schema.safeParse(row).success);
}

/** Names the history of the server that this device has read from its beginning; it has read no other one at first. */
export async function readHistory(db: MetaSource): Promise<string> {
  return (await readMeta(db, 'history', z.string())) ?? 'first';
}

/** Notes that this device has taken over another history of the server, up to this place. */
export async function beginHistory(db: LibraryDb, cursor: Cursor): Promise<void> {
  await writeMeta(db, 'history', formatCursor(cursor));
}

export type Unread = { unknown: readonly FeedChange[]; known: readonly FeedChange[] };

export type StoredUnknown = { readonly history: string; readonly isEmpty: boolean };

/** Reads what `storeUnknown` starts from, inside the caller's transaction. `meta`: its database, or `history` of it. */
export async function readStoredUnknown(db: LibraryDb, meta: MetaSource = db): Promise<StoredUnknown> {
  const [history, stored] = await Promise.all([readHistory(meta), db.unknownChanges.limit(1).primaryKeys()]);
  return { history, isEmpty: stored.length === 0 };
}

/**
 * Stores what cannot be read, and removes what was stored of rows that can be read by now. Each row comes once.
 * `stored`: what was read of it in the same transaction.
 */
export async function storeUnknown(
  db: LibraryDb,
  { unknown, known }: Unread,
  stored?: StoredUnknown,
): Promise<void> {
  const { history, isEmpty } = stored ?? (await readStoredUnknown(db));
  const keyOf = ({ type, id }: FeedChange) => `${history}:${type}:${id}`;
  const there = unknown.filter(({ deleted }) => !deleted);
  if (!isEmpty) {
    await db.unknownChanges.bulkDelete([...unknown, ...known].map(keyOf));
  }
  if (there.length === 0) return;
  await db.unknownChanges.bulkPut(there.map((change) => ({ key: keyOf(change), history, change })));
}

/** Returns some of what is stored after this key and can be read by now, and the key that the look got to. */
export async function storedChanges(
  db: LibraryDb,
  { after, most }: { after: string; most: number },
): Promise<{ changes: Change[]; upTo: string | null }> {
  const history = await readHistory(db);
  const stored = await db.unknownChanges.where('key').above(after).limit(most).toArray();
  const changes = stored.flatMap((each) => {
    const change = FeedChange.safeParse(each.change).data;
    return each.history === history && change !== undefined && isKnownChange(change) ? [change] : [];
  });
  return { changes, upTo: stored.at(-1)?.key ?? null };
}

/** Returns how many rows are on this device that a newer app can read and this one cannot. */
export function countUnknown({ db }: Library): Promise<number> {
  return db.unknownChanges.count();
}

/** Returns all of them, as they came. */
export async function readUnknown(db: LibraryDb): Promise<Omit<UnknownChange, 'key'>[]> {
  return (await db.unknownChanges.toArray()).map(({ history, change }) => ({ history, change }));
}
