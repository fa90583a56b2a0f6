/**
 * Looks up the heads of outbox entries by index: in a state, about some rows, before or after others. Their arguments
 * are not read.
 */
import type { RowKey } from '#shared/kinds/row.ts';
import { creates, type EntryState } from '#shared/sync/outbox.ts';
import type { LibraryDb, StoredEntry } from '../database/library-db.ts';

export function headsIn(db: LibraryDb, state: EntryState): Promise<StoredEntry[]> {
  return db.outbox.where('[state+number]').between([state, -Infinity], [state, Infinity]).toArray();
}

/** A look-up takes as long as reading so many heads in one go. */
const headsPerLookup = 20;

/** Returns the heads of the entries that write one of these rows, or are about one. */
export async function writersOf(db: LibraryDb, keys: readonly RowKey[]): Promise<StoredEntry[]> {
  const wanted = new Set(keys);
  return sharing(db, keys, {
    indexes: ['writes', 'target'],
    shares: ({ target, writes }) => wanted.has(target) || writes.some((key) => wanted.has(key)),
  });
}

/** Returns the heads of the entries that make no sense without one of these rows. */
export async function needersOf(db: LibraryDb, keys: readonly RowKey[]): Promise<StoredEntry[]> {
  const wanted = new Set(keys);
  return sharing(db, keys, {
    indexes: ['needs'],
    shares: ({ needs }) => needs.some((key) => wanted.has(key)),
  });
}

/** All heads are read where there are fewer of them than the look-ups are worth. */
async function sharing(
  { outbox }: LibraryDb,
  keys: readonly RowKey[],
  { indexes, shares }: { indexes: readonly string[]; shares(head: StoredEntry): boolean },
): Promise<StoredEntry[]> {
  if (keys.length === 0) return [];
  if (keys.length > 1 && (await outbox.count()) <= keys.length * headsPerLookup) {
    return (await outbox.toArray()).filter(shares);
  }
  // One request for each key, all at once: `anyOf` walks a cursor, which takes ten times as long.
  const found = await Promise.all(
    indexes.flatMap((index) => keys.map((key) => outbox.where(index).equals(key).toArray())),
  );
  return distinct(found.flat());
}

function distinct(heads: readonly StoredEntry[]): StoredEntry[] {
  return [...new Map(heads.map((head) => [head.position, head])).values()];
}

/**
 * Returns these entries and every one that can depend on them, directly or through one another. More than do
 * depend on them where an earlier one shares a row; `heldEntries` and `nextToSend` decide exactly.
 */
export async function withFollowers(db: LibraryDb, entries: readonly StoredEntry[]): Promise<StoredEntry[]> {
  const found = new Map(entries.map((entry) => [entry.position, entry]));
  const rows = new Set<RowKey>();
  const made = new Set<RowKey>();
  for (let last = entries; last.length > 0; ) {
    const written = unasked(
      rows,
      last.flatMap(({ target, writes }) => [target, ...writes]),
    );
    const creations = unasked(
      made,
      last.filter(creates).map(({ target }) => target),
    );
    const reached = [...(await writersOf(db, written)), ...(await needersOf(db, creations))];
    last = distinct(reached).filter(({ position }) => !found.has(position));
    for (const entry of last) found.set(entry.position, entry);
  }
  return [...found.values()];
}

/** Returns these entries and every earlier one that they may not overtake, or whose answer gives them their base. */
export async function withPredecessors(
  db: LibraryDb,
  entries: readonly StoredEntry[],
): Promise<StoredEntry[]> {
  const found = new Map(entries.map((entry) => [entry.position, entry]));
  const latest = entries.reduce((most, { position }) => Math.max(most, position), 0);
  const rows = new Set<RowKey>();
  for (let last = entries; last.length > 0; ) {
    const keys = unasked(
      rows,
      last.flatMap(({ target, writes, needs }) => [target, ...writes, ...needs]),
    );
    const reached = (await writersOf(db, keys)).filter(
      ({ position }) => position < latest && !found.has(position),
    );
    for (const entry of reached) found.set(entry.position, entry);
    // A chain ends at what the server has accepted.
    last = reached.filter(({ state }) => state !== 'acknowledged');
  }
  return [...found.values()];
}

/** Returns the keys that were not asked for yet, and notes that they are. */
function unasked(asked: Set<RowKey>, keys: Iterable<RowKey>): RowKey[] {
  const fresh = new Set<RowKey>();
  for (const key of keys) if (!asked.has(key)) fresh.add(key);
  for (const key of fresh) asked.add(key);
  return [...fresh];
}
