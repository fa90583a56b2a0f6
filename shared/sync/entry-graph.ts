/**
 * Which outbox entries depend on each other: one graph of a portion of the outbox, built once.
 *
 * 1. An entry may not overtake an earlier one that writes, or is about, a row that it writes or is about itself; nor
 *    the creation of a row that it needs. Two that only need the same row have nothing to do with each other.
 * 2. Held is what depends on a refused entry, directly or through others. Acknowledged entries neither wait nor block.
 * 3. Connected to some rows are the entries that write them, and whatever these lead to by the rows they look at.
 * Before: `outbox-table.ts`, which looks up the portion by index. After: `next-to-send.ts`, `rebase-entries.ts`.
 */
import type { RowKey } from '#shared/kinds/row.ts';
import { creates, type EntryHead, heldEntries, inOrder } from './outbox.ts';

type EntryRows = Pick<EntryHead, 'target' | 'writes' | 'needs'>;

/** Returns every row that an entry looks at or writes. */
export function rowsOf(entry: EntryRows): RowKey[] {
  return [...new Set<RowKey>([entry.target, ...entry.writes, ...entry.needs])];
}

/** Returns the rows that an entry writes or is about. */
function sharedRows({ target, writes }: EntryRows): Set<RowKey> {
  return new Set<RowKey>([target, ...writes]);
}

/** Entries in order, and all rows that they look at. */
export type Connected<Entry> = { entries: Entry[]; keys: Set<RowKey> };

export class EntryGraph<Entry extends EntryHead> {
  /** In the order of a person's acts. */
  readonly entries: readonly Entry[];
  /** For each row the entries that write it or are about it, in order. */
  readonly #writers = new Map<RowKey, Entry[]>();
  readonly #before = new Map<number, readonly Entry[]>();
  /** How many writers of its target come before each entry. */
  readonly #earlierWriters = new Map<number, number>();

  constructor(entries: readonly Entry[]) {
    this.entries = inOrder(entries);
    const creators = new Map<RowKey, Entry>();
    for (const entry of this.entries) {
      const before = new Set<Entry>();
      for (const key of sharedRows(entry)) {
        const writers = this.#writers.get(key) ?? [];
        const latest = writers.at(-1);
        if (latest !== undefined) before.add(latest);
        if (key === entry.target) this.#earlierWriters.set(entry.position, writers.length);
        writers.push(entry);
        this.#writers.set(key, writers);
      }
      for (const key of entry.needs) {
        const creator = creators.get(key);
        if (creator !== undefined) before.add(creator);
      }
      this.#before.set(entry.position, [...before]);
      if (creates(entry)) creators.set(entry.target, entry);
    }
  }

  /** Returns the latest entries that this one may not overtake; they lead on to the others. */
  predecessorsOf({ position }: Entry): readonly Entry[] {
    return this.#before.get(position) ?? [];
  }

  /** Returns the earlier writers of the row that this entry is about, latest first. */
  *baseWritersOf({ position, target }: Entry): Generator<Entry, void> {
    const writers = this.#writers.get(target) ?? [];
    for (let index = (this.#earlierWriters.get(position) ?? 0) - 1; index >= 0; index -= 1) {
      const writer = writers[index];
      if (writer !== undefined) yield writer;
    }
  }

  /**
   * Returns the open entries that must go before this one, and itself, oldest first. Chains end at what was accepted,
   * and at `taken` positions. Not recursive: chains can be long.
   */
  chainOf(entry: Entry, taken: ReadonlySet<number>): Entry[] {
    const found = new Map<number, Entry>();
    const waiting = [entry];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (found.has(next.position) || taken.has(next.position) || next.state === 'acknowledged') continue;
      found.set(next.position, next);
      waiting.push(...this.predecessorsOf(next));
    }
    return inOrder([...found.values()]);
  }

  /** Returns the positions of the entries that wait for a refused one. */
  held(): Set<number> {
    return heldEntries(this.entries);
  }

  /** Returns the entries that are connected to these rows, and all rows that they look at. */
  connectedTo(rows: Iterable<RowKey>): Connected<Entry> {
    const keys = new Set<RowKey>();
    const found = new Set<Entry>();
    const waiting = [...rows];
    for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
      if (keys.has(key)) continue;
      keys.add(key);
      for (const entry of this.#writers.get(key) ?? []) {
        if (found.has(entry)) continue;
        found.add(entry);
        waiting.push(...rowsOf(entry));
      }
    }
    return { entries: inOrder([...found]), keys };
  }
}
