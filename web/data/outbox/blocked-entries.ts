/**
 * Marks the entries that were refused, and those that wait for one (held): so they are counted, and passed over by a
 * batch, without being read.
 *
 * 1. `blocked` of a stored entry is 1 where it was refused or `heldEntries` of the whole outbox names it; else 0. That
 *    holds at the end of each transaction.
 * 2. All that depends on what was refused is read where that changes: when an entry is refused, taken up again, rewritten
 *    or removed. A new entry looks at those about its own rows alone.
 */
import Dexie from 'dexie';
import type { RowKey } from '#shared/kinds/row.ts';
import { creates, type EntryHead, heldEntries } from '#shared/sync/outbox.ts';
import type { LibraryDb, StoredEntry } from '../database/library-db.ts';
import { headsIn, withFollowers, writersOf } from './outbox-lookups.ts';

type Mark = StoredEntry['blocked'];

/** Returns the mark of an entry by itself. */
export function markOf({ state }: Pick<EntryHead, 'state'>): Mark {
  return state === 'refused' ? 1 : 0;
}

/** Returns the entries with this mark, the oldest first by their times. */
export function markedAs({ outbox }: LibraryDb, mark: Mark) {
  return outbox.where('[blocked+createdAt]').between([mark, Dexie.minKey], [mark, Dexie.maxKey]);
}

export async function hasBlocked(db: LibraryDb): Promise<boolean> {
  return (await markedAs(db, 1).limit(1).primaryKeys()).length > 0;
}

/** Marks each entry as the whole outbox says, inside the transaction that changed it. */
export async function markBlocked(db: LibraryDb): Promise<void> {
  const refused = await headsIn(db, 'refused');
  const held = refused.length === 0 ? [] : heldEntries(await withFollowers(db, refused));
  const blocked = new Set([...refused.map(({ position }) => position), ...held]);
  const marked = new Set(await markedAs(db, 1).primaryKeys());
  const changes = [
    ...[...blocked].filter((position) => !marked.has(position)).map((key) => [key, 1] as const),
    ...[...marked].filter((position) => !blocked.has(position)).map((key) => [key, 0] as const),
  ];
  await db.outbox.bulkUpdate(changes.map(([key, mark]) => ({ key, changes: { blocked: mark } })));
}

/** Returns the marks of entries that come after all that there are, in their order. */
export async function areBlocked(
  db: LibraryDb,
  entries: readonly Omit<EntryHead, 'position'>[],
): Promise<Mark[]> {
  if (!entries.some((entry) => markOf(entry) === 1) && !(await hasBlocked(db))) return entries.map(() => 0);
  const keys = new Set(entries.flatMap(({ target, writes, needs }) => [target, ...writes, ...needs]));
  const rows = new Set<RowKey>();
  const creations = new Set<RowKey>();
  const block = (entry: Pick<EntryHead, 'name' | 'target' | 'writes'>) => {
    for (const key of [entry.target, ...entry.writes]) rows.add(key);
    if (creates(entry)) creations.add(entry.target);
  };
  for (const head of await writersOf(db, [...keys])) if (head.blocked === 1) block(head);
  return entries.map((entry) => {
    const isHeld =
      [entry.target, ...entry.writes].some((key) => rows.has(key)) ||
      entry.needs.some((key) => creations.has(key));
    const mark = entry.state !== 'acknowledged' && isHeld ? 1 : markOf(entry);
    if (mark === 1) block(entry);
    return mark;
  });
}
