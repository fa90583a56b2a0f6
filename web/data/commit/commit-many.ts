/**
 * Many mutations with a few writes: thousands of rows come in without a transaction, an outline and a number
 * of their own each.
 *
 * 1. What the mutations touch is read ahead, all of it at once. From then on nothing waits for the disk, and
 *    each mutation sees what those before it did, as if each had been committed.
 * 2. `write` puts everything in place, inside the transaction of the caller's over all tables in which it was
 *    read. What is never written was never said: that is what a dry run is.
 * 3. What leaves every row as it is makes no entry.
 * Not for deletions, which say what their author had seen, nor for autosaves, which join those that wait.
 */
import { parseRowKey, type RowKey, type RowRef, rowKey, type Stored } from '#shared/kinds/row.ts';
import {
  followTouches,
  followTouchesAsync,
  type Lookup,
  type LookupAnswer,
  readerOf,
} from '#shared/mutations/follow-touches.ts';
import type { Touch } from '#shared/mutations/mutation.ts';
import { bind, type MutationName } from '#shared/mutations/registry.ts';
import { RowSet } from '#shared/mutations/row-set.ts';
import { isClosedForCommits } from '../database/leaving.ts';
import type { Library } from '../database/library.ts';
import { addEntries, type NewEntry } from '../outbox/outbox-table.ts';
import { sameRow } from '../rows/same-row.ts';
import { writeShown } from '../rows/shown-rows.ts';
import { touchReader } from '../rows/touched-rows.ts';
import {
  type Change,
  type CommitOutcome,
  decide,
  keepConfirmed,
  readNumber,
  refusedForSigningOut,
  writeNumber,
} from './commit.ts';

/** `wrote`: false where everything is as it was. */
export type Said = { ok: true; wrote: boolean } | Extract<CommitOutcome, { ok: false }>;

export class ManyCommits {
  readonly #library: Library;
  #before = new RowSet();
  #after = new RowSet();
  #read = new Set<RowKey>();
  /** Prompts whose versions are all here. */
  readonly #assumed = new Set<number>();
  readonly #written = new Set<RowKey>();
  #entries: NewEntry[] = [];
  #number: number | null = null;
  #isClosed = false;

  constructor(library: Library) {
    this.#library = library;
  }

  /** Takes these rows, with all versions of the prompts among them, for the ones of these keys, whatever is stored. */
  assume(keys: Iterable<RowKey>, rows: RowSet): void {
    this.#take(rows.all());
    for (const key of keys) {
      this.#read.add(key);
      const ref = parseRowKey(key);
      if (ref.type === 'prompt') this.#assumed.add(ref.id);
    }
  }

  /** Reads what mutations with these touches will look at. */
  async readAhead(touches: readonly Touch[]): Promise<void> {
    this.#number ??= await readNumber(this.#library);
    this.#isClosed = await isClosedForCommits(this.#library);
    await followTouchesAsync(touches, { read: (lookup) => this.#readUnread(lookup) });
  }

  async #readUnread(lookup: Lookup): Promise<LookupAnswer> {
    const isUnread = (key: RowKey) => !this.#read.has(key);
    const isUnknown = (promptId: number) => !this.#assumed.has(promptId);
    const unread: Lookup = {
      ...lookup,
      rows: lookup.rows.filter((ref) => isUnread(rowKey(ref))),
      versions: lookup.versions.filter((id) => isUnread(`version:${id}`)),
      newestVersionOf: lookup.newestVersionOf.filter(isUnknown),
      versionsOf: lookup.versionsOf.filter(isUnknown),
      conflictsOf: [],
    };
    const { rows } = await touchReader(this.#library.db).read(unread);
    this.#take(rows);
    for (const ref of unread.rows) this.#read.add(rowKey(ref));
    for (const id of unread.versions) this.#read.add(`version:${id}`);
    // What was said before decides what leads on to other rows, not what is stored.
    return readerOf(this.#after).read(lookup);
  }

  say(name: MutationName, args: unknown): Said {
    if (this.#number === null) throw new Error('What is said is read ahead.');
    if (this.#isClosed) return refusedForSigningOut;
    const bound = bind(name, args);
    if (!bound.ok) return { ok: false, code: 'invalid_fields', errors: bound.errors };
    const before = this.#touched(bound.mutation.touches);
    const decided = decide(this.#library, bound.mutation, { name, number: this.#number, before });
    if (!decided.ok) return decided;
    if (decided.change === null || leavesAsItWas(before, decided.change)) return { ok: true, wrote: false };
    const { after, entry } = decided.change;
    for (const key of entry.writes) {
      const stored = after.at(parseRowKey(key));
      if (stored !== undefined) this.#after.add(stored);
      this.#written.add(key);
    }
    this.#entries.push(entry);
    this.#number += 1;
    return { ok: true, wrote: true };
  }

  /** Adds an entry that was not applied, in its place among the others. */
  keep(entry: Omit<NewEntry, 'number'>): void {
    if (this.#number === null) throw new Error('What is kept has its place after what was read ahead.');
    this.#entries.push({ ...entry, number: this.#number });
    this.#number += 1;
  }

  /** `over`: what is shown of these keys instead of what was assumed of them. */
  async write(over?: { keys: Iterable<RowKey>; shown: RowSet }): Promise<void> {
    const { db } = this.#library;
    const written = [...this.#written];
    const shownKeys = new Set([...(over?.keys ?? []), ...written]);
    if (written.length > 0) await keepConfirmed(this.#library, written, this.#before);
    await writeShown(db, shownKeys, { before: over?.shown ?? this.#before, after: this.#after });
    if (this.#number === null || this.#entries.length === 0) return;
    await addEntries(db, this.#entries);
    await writeNumber(this.#library, this.#number);
  }

  /** Goes on without a write: what was said stays said, what was only read is let go of. */
  rehearseOn(): void {
    const said = [...this.#written].map((key) => this.#after.at(parseRowKey(key)));
    this.#before = new RowSet();
    this.#after = new RowSet(said.filter((stored) => stored !== undefined));
    this.#read = new Set(this.#written);
    this.#entries = [];
  }

  /** As it is after all that was said; also one that is deleted. */
  row(ref: RowRef): Stored | undefined {
    this.#assertRead(rowKey(ref));
    return this.#after.at(ref);
  }

  versionsOf(promptId: number): Stored<'version'>[] {
    return this.#after.versionsOf(promptId).filter(({ deleted }) => !deleted);
  }

  /** Of a version that nobody has, and that need not be asked for. */
  newVersionId(): number {
    const id = this.#library.newId();
    this.#read.add(`version:${id}`);
    return id;
  }

  /** No others than the mutation asks for: what it sees must not depend on what came before it. */
  #touched(touches: readonly Touch[]): RowSet {
    const memory = readerOf(this.#after);
    return followTouches(touches, {
      read: (lookup) => {
        for (const ref of lookup.rows) this.#assertRead(rowKey(ref));
        for (const id of lookup.versions) this.#assertRead(`version:${id}`);
        if (lookup.contentsOf.length > 0) throw new Error('A deletion is committed alone.');
        // What comes in from a file is nobody's typing: each text that it replaces is a version of its own.
        return memory.read({ ...lookup, conflictsOf: [], goneVersionsOf: [] });
      },
    });
  }

  #assertRead(key: RowKey): void {
    if (!this.#read.has(key)) throw new Error(`${key} was not read ahead.`);
  }

  #take(rows: Iterable<Stored>): void {
    for (const stored of rows) {
      const key = rowKey(stored);
      if (this.#read.has(key)) continue;
      this.#read.add(key);
      this.#before.add(stored);
      this.#after.add(stored);
    }
  }
}

function leavesAsItWas(before: RowSet, { after, entry }: Change): boolean {
  return entry.writes.every((key) => {
    const [was, is] = [before.at(parseRowKey(key)), after.at(parseRowKey(key))];
    return was !== undefined && is !== undefined && was.deleted === is.deleted && sameRow(was.row, is.row);
  });
}
