/**
 * Many mutations with a few writes: thousands of rows come in without a transaction, an outline and a number
 * of their own each.
 *
 * 1. Each mutation sees what those before it did, as if each had been committed.
 * 2. `write` puts everything in place, inside a transaction of the caller's over all tables in which everything
 *    was said. What is never written was never said: that is what a dry run is.
 * 3. What leaves every row as it is makes no entry.
 * Not for deletions, which say what their author had seen, nor for autosaves, which join those that wait.
 */
import { type RowKey, type RowRef, rowKey, type Stored } from '#shared/model/row.ts';
import type { MutationName } from '#shared/mutations/registry.ts';
import { RowSet } from '#shared/mutations/row-set.ts';
import { parseRowKey } from '#shared/sync/rebase.ts';
import { type Change, type CommitOutcome, decide, keepConfirmed, readNumber, writeNumber } from './commit.ts';
import type { Library } from './library.ts';
import type { NewEntry } from './library-db.ts';
import { sameRow } from './same-row.ts';
import { type RowReader, readManyWithTombstones, shownRows, writeShown } from './shown-rows.ts';

/** `wrote`: false where everything is as it was. */
export type Said = { ok: true; wrote: boolean } | Extract<CommitOutcome, { ok: false }>;

export class ManyCommits implements RowReader {
  readonly #library: Library;
  #before = new RowSet();
  #after = new RowSet();
  #read = new Set<RowKey>();
  readonly #written = new Set<RowKey>();
  #entries: NewEntry[] = [];
  #number: number | null = null;

  constructor(library: Library) {
    this.#library = library;
  }

  async say(name: MutationName, args: unknown): Promise<Said> {
    const number = this.#number ?? (await readNumber(this.#library));
    this.#number = number;
    const decided = await decide(this.#library, this, { name, args, number });
    if (!decided.ok) return decided;
    if (decided.change === null || leavesAsItWas(decided.change)) return { ok: true, wrote: false };
    const { after, entry } = decided.change;
    for (const key of entry.writes) {
      const stored = after.at(parseRowKey(key));
      if (stored !== undefined) this.#after.add(stored);
      this.#written.add(key);
    }
    this.#entries.push(entry);
    this.#number = number + 1;
    return { ok: true, wrote: true };
  }

  async write(): Promise<void> {
    const { db } = this.#library;
    if (this.#number === null || this.#entries.length === 0) return;
    const keys = [...this.#written];
    await keepConfirmed(this.#library, keys, this.#before);
    await writeShown(db, keys, { before: this.#before, after: this.#after });
    await db.outbox.bulkAdd(this.#entries);
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

  /** Reads many rows at once that will be asked for one by one. */
  async readAhead(keys: readonly RowKey[], promptIds: readonly number[] = []): Promise<void> {
    const { db } = this.#library;
    if (promptIds.length > 0) {
      this.#take(await db.versions.where('row.promptId').anyOf(promptIds).toArray());
    }
    const unread = keys.filter((key) => !this.#read.has(key));
    this.#take(await readManyWithTombstones(db, unread));
    for (const key of unread) this.#read.add(key);
  }

  async row(ref: RowRef): Promise<Stored | undefined> {
    const key = rowKey(ref);
    if (!this.#read.has(key)) await this.readAhead([key]);
    return this.#after.at(ref);
  }

  async versionsOf(promptId: number): Promise<Stored<'version'>[]> {
    this.#take(await shownRows(this.#library.db).versionsOf(promptId));
    return this.#after.versionsOf(promptId).filter(({ deleted }) => !deleted);
  }

  async withBytes(sha256: string): Promise<Stored<'resource'>[]> {
    const found = await shownRows(this.#library.db).withBytes(sha256);
    this.#take(found);
    return found.flatMap(({ id }) => this.#after.stored('resource', id) ?? []);
  }

  async contentsOf(projectId: number): Promise<Stored[]> {
    const found = await shownRows(this.#library.db).contentsOf(projectId);
    this.#take(found);
    return found.flatMap((stored) => this.#after.at(stored) ?? []);
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

function leavesAsItWas({ before, after, entry }: Change): boolean {
  return entry.writes.every((key) => {
    const [was, is] = [before.at(parseRowKey(key)), after.at(parseRowKey(key))];
    return was !== undefined && is !== undefined && was.deleted === is.deleted && sameRow(was.row, is.row);
  });
}
