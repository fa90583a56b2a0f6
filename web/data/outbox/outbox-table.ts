/**
 * Reads and writes outbox entries in their two tables: heads, which are small, and arguments, which may be texts
 * of megabytes.
 *
 * 1. Both are written in one transaction of the caller's.
 * 2. Heads are looked up by index (`outbox-lookups.ts`). The arguments are read only of those entries that are sent or
 *    applied.
 * 3. What is refused or held is marked in the same transaction (`blocked-entries.ts`).
 */
import type { MutationName } from '#shared/mutations/registry.ts';
import type { OutboxEntry } from '#shared/sync/outbox.ts';
import type { LibraryDb, StoredEntry } from '../database/library-db.ts';
import { requestBytes } from '../database/request-bytes.ts';
import { areBlocked, hasBlocked, markBlocked, markOf } from './blocked-entries.ts';

export type NewEntry = Omit<OutboxEntry, 'position'>;

export async function addEntries(db: LibraryDb, entries: readonly NewEntry[]): Promise<StoredEntry[]> {
  const blocked = await areBlocked(db, entries);
  const heads = entries.map(({ args, ...head }, index) => {
    return { ...head, bytes: requestBytes(head.name, args), blocked: blocked[index] ?? 0 };
  });
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
  const stored = { ...head, position, bytes: requestBytes(head.name, args), blocked: markOf(head) };
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
  const heads = entries.map(({ args, ...head }) => {
    return { ...head, bytes: requestBytes(head.name, args), blocked: markOf(head) };
  });
  const wasBlocked = await hasBlocked(db);
  // At once, as below: each step of a transaction is a way to the database and back.
  await Promise.all([
    db.outbox.bulkPut(heads),
    db.outboxArgs.bulkPut(entries.map(({ position, args }) => ({ position, args }))),
  ]);
  if (wasBlocked || heads.some(({ blocked }) => blocked === 1)) await markBlocked(db);
}

export async function putArgs(db: LibraryDb, head: StoredEntry, args: unknown): Promise<void> {
  await Promise.all([
    db.outbox.put({ ...head, bytes: requestBytes(head.name, args) }),
    db.outboxArgs.put({ position: head.position, args }),
  ]);
}

export async function removeEntries(db: LibraryDb, positions: readonly number[]): Promise<void> {
  if (positions.length === 0) return;
  const wereBlocked = (await hasBlocked(db))
    ? (await db.outbox.bulkGet([...positions])).some((head) => head?.blocked === 1)
    : false;
  await Promise.all([db.outbox.bulkDelete([...positions]), db.outboxArgs.bulkDelete([...positions])]);
  if (wereBlocked) await markBlocked(db);
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
