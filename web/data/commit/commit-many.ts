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
import { type RowKey, type RowRef, rowKey, type Stored } from '#shared/model/row.ts';
import type { Touch } from '#shared/mutations/mutation.ts';
import { bind, type MutationName } from '#shared/mutations/registry.ts';
import { RowSet } from '#shared/mutations/row-set.ts';
import { parseRowKey } from '#shared/sync/rebase.ts';
import { isClosedForCommits } from '../database/leaving.ts';
import type { Library } from '../database/library.ts';
import { addEntries, type NewEntry } from '../outbox/outbox-table.ts';
import { sameRow } from '../rows/same-row.ts';
import { readManyWithTombstones, readVersionsOf, writeShown } from '../rows/shown-rows.ts';
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
    const { db } = this.#library;
    this.#number ??= await readNumber(this.#library);
    this.#isClosed = await isClosedForCommits(this.#library);
    const prompts = new Set<number>();
    const bytes = new Set<string>();
    for (const touch of touches) {
      if (touch.kind === 'versionsOf' || touch.kind === 'newestVersion') prompts.add(touch.promptId);
      if (touch.kind === 'sameBytes') bytes.add(touch.sha256);
    }
    this.#take(
      await readVersionsOf(
        db,
        [...prompts].filter((id) => !this.#assumed.has(id)),
      ),
    );
    this.#take(
      await db.resources
        .where('row.sha256')
        .anyOf([...bytes])
        .toArray(),
    );
    await this.#readRows(touches.flatMap(namedRows));
    await this.#readRows(
      touches.flatMap((touch) => {
        const project = this.#projectOfDeleted(touch);
        return project === undefined ? [] : [rowKey(project)];
      }),
    );
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
    if (!this.#read.has(rowKey(ref))) throw new Error(`${rowKey(ref)} was not read ahead.`);
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
    const rows = new RowSet();
    for (const touch of touches) for (const stored of this.#rowsOf(touch)) rows.add(stored);
    return rows;
  }

  #rowsOf(touch: Touch): Stored[] {
    switch (touch.kind) {
      case 'row':
        return [this.row(touch.ref)].filter((stored) => stored !== undefined);
      case 'versions':
        return touch.ids.flatMap((id) => this.row({ type: 'version', id }) ?? []);
      case 'newestVersion':
      case 'versionsOf':
        return this.versionsOf(touch.promptId);
      case 'sameBytes':
        return this.#after
          .all()
          .filter((each) => each.type === 'resource' && each.row.sha256 === touch.sha256);
      case 'shellOf':
      case 'revivalOf': {
        const project = this.#projectOfDeleted(touch);
        return project === undefined ? [] : [this.row(project)].filter((stored) => stored !== undefined);
      }
      // What comes in from a file is nobody's typing: each text that it replaces is a version of its own.
      case 'conflictsOf':
        return [];
      case 'contentsOf':
        throw new Error('A deletion is committed alone.');
    }
  }

  #projectOfDeleted(touch: Touch): RowRef | undefined {
    const stored =
      touch.kind === 'revivalOf'
        ? this.#after.stored('prompt', touch.promptId)
        : touch.kind === 'shellOf'
          ? this.#after.stored('resource', touch.resourceId)
          : undefined;
    return stored?.deleted ? { type: 'project', id: stored.row.projectId } : undefined;
  }

  async #readRows(keys: readonly RowKey[]): Promise<void> {
    const unread = [...new Set(keys)].filter((key) => !this.#read.has(key));
    if (unread.length === 0) return;
    this.#take(await readManyWithTombstones(this.#library.db, unread));
    for (const key of unread) this.#read.add(key);
  }

  #take(rows: readonly Stored[]): void {
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

function namedRows(touch: Touch): RowKey[] {
  if (touch.kind === 'row') return [rowKey(touch.ref)];
  return touch.kind === 'versions' ? touch.ids.map((id) => rowKey({ type: 'version', id })) : [];
}
