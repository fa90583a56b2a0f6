/**
 * Reads and writes outbox entries in their two tables: heads, which are small, and arguments, which may be texts
 * of megabytes.
 *
 * 1. Both are written in one transaction of the caller's.
 * 2. Heads are looked up by index. The arguments are read only of those entries that are sent or applied.
 */
import type { RowKey } from '#shared/kinds/row.ts';
import type { MutationName } from '#shared/mutations/registry.ts';
import { creates, type EntryState, type OutboxEntry } from '#shared/sync/outbox.ts';
import type { LibraryDb, StoredEntry } from '../database/library-db.ts';
import { requestBytes } from '../database/request-bytes.ts';

export type NewEntry = Omit<OutboxEntry, 'position'>;

export async function addEntries(db: LibraryDb, entries: readonly NewEntry[]): Promise<StoredEntry[]> {
  const heads = entries.map(({ args, ...head }) => ({ ...head, bytes: requestBytes(head.name, args) }));
  const positions = await db.outbox.bulkAdd(heads, { allKeys: true });
  await db.outboxArgs.bulkAdd(positions.map((position, index) => ({ position, args: entries[index]?.args })));
  return heads.map((head, index) => ({ ...head, position: positions[index] ?? 0 }));
}

/**
 * Adds an entry to an empty outbox, under its number instead of a position that the database draws: so its head and its
 * arguments are written in one step. A number is later than every position before it, since each entry draws one; the
 * database draws on from there.
 */
export async function addFirstEntry(db: LibraryDb, { args, ...head }: NewEntry): Promise<StoredEntry> {
  const position = head.number;
  const stored = { ...head, position, bytes: requestBytes(head.name, args) };
  await Promise.all([db.outbox.add(stored), db.outboxArgs.add({ position, args })]);
  return stored;
}

/**
 * Writes those of the entries that are not as they are stored. `stored`: by position, the very objects that were
 * read.
 */
export async function putChanged(
  db: LibraryDb,
  entries: readonly OutboxEntry[],
  stored: ReadonlyMap<number, OutboxEntry>,
): Promise<void> {
  await putEntries(
    db,
    entries.filter((entry) => stored.get(entry.position) !== entry),
  );
}

/** Replaces entries as wholes, or puts them back at their positions. */
export async function putEntries(db: LibraryDb, entries: readonly OutboxEntry[]): Promise<void> {
  if (entries.length === 0) return;
  // At once, as below: each step of a transaction is a way to the database and back.
  await Promise.all([
    db.outbox.bulkPut(
      entries.map(({ args, ...head }) => ({ ...head, bytes: requestBytes(head.name, args) })),
    ),
    db.outboxArgs.bulkPut(entries.map(({ position, args }) => ({ position, args }))),
  ]);
}

export async function putArgs(db: LibraryDb, head: StoredEntry, args: unknown): Promise<void> {
  await Promise.all([
    db.outbox.put({ ...head, bytes: requestBytes(head.name, args) }),
    db.outboxArgs.put({ position: head.position, args }),
  ]);
}

export async function removeEntries(db: LibraryDb, positions: readonly number[]): Promise<void> {
  if (positions.length === 0) return;
  await Promise.all([db.outbox.bulkDelete([...positions]), db.outboxArgs.bulkDelete([...positions])]);
}

/** Returns the entries with their arguments, in the order of their heads. */
export async function withArgs<Head extends Omit<OutboxEntry, 'args'>>(
  db: LibraryDb,
  heads: readonly Head[],
): Promise<(Head & { args: unknown })[]> {
  if (heads.length === 0) return [];
  const positions = heads.map(({ position }) => position);
  const [first, last] = [Math.min(...positions), Math.max(...positions)];
  // Neighbours, as entries mostly are, come in one go.
  const found =
    last - first < heads.length * 2
      ? await db.outboxArgs.where('position').between(first, last, true, true).toArray()
      : await db.outboxArgs.bulkGet(positions);
  const args = new Map(found.map((each) => [each?.position, each?.args]));
  return heads.map((head) => ({ ...head, args: args.get(head.position) }));
}

/** Returns the whole outbox with its arguments, oldest first: for an export, never for what happens often. */
export async function readEntries(db: LibraryDb): Promise<OutboxEntry[]> {
  return db.transaction('r', db.outbox, db.outboxArgs, async () => {
    const heads = await db.outbox.orderBy('position').toArray();
    return withArgs(db, heads);
  });
}

/** Returns the arguments of all entries of a kind. */
export async function argsNamed(db: LibraryDb, name: MutationName): Promise<unknown[]> {
  const positions = await db.outbox.where('name').equals(name).primaryKeys();
  return (await db.outboxArgs.bulkGet(positions)).map((found) => found?.args);
}

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
