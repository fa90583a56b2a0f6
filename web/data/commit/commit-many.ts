/**
 * Commits mutations with one read ahead and a few writes: one that a person typed, or the thousands of an import
 * without a transaction, an outline and a number of their own each.
 *
 * 1. What the mutations touch is read ahead, all of it at once. From then on nothing waits for the disk, and
 *    each mutation sees what those before it did, as if each had been committed.
 * 2. `write` puts everything in place, inside the transaction of the caller's in which it was read. What is never
 *    written was never committed.
 * 3. A mutation that leaves every row as it is makes no entry.
 * 4. Deletions and autosaves are committed alone (`commit.ts`): the one names what its author had seen, the other
 *    joins the autosave before it.
 */
import { parseRowKey, type RowKey, type RowRef, rowKey, type Stored } from '#shared/kinds/row.ts';
import {
  followTouches,
  followTouchesAsync,
  type Lookup,
  type LookupAnswer,
  readerOf,
} from '#shared/mutations/follow-touches.ts';
import type { BoundMutation, Seen, Touch } from '#shared/mutations/mutation.ts';
import { bind, deletions, type MutationName } from '#shared/mutations/registry.ts';
import { RowSet } from '#shared/mutations/row-set.ts';
import { isClosedForCommits } from '../database/leaving.ts';
import { type Library, readCursor } from '../database/library.ts';
import { metaAhead } from '../database/meta.ts';
import { readNumber, writeNumber } from '../database/mutation-numbers.ts';
import type { StartedCommit } from '../database/started-commit.ts';
import { addEntries, type NewEntry } from '../outbox/outbox-table.ts';
import { writeShown } from '../rows/shown-rows.ts';
import { touchReader } from '../rows/touched-rows.ts';
import { type CommitOutcome, refusedForSigningOut } from './commit-outcome.ts';
import { decideMutation } from './decide-mutation.ts';
import { joinAutosave } from './join-autosave.ts';
import { type ConfirmedAhead, readSavedAhead, saveConfirmed } from './save-confirmed.ts';
import { readSendState, type SendState, sendMeta, sendWithCommit } from './send-with-commit.ts';

/** `wrote`: false where everything is as it was. */
export type AddOutcome = { ok: true; wrote: boolean } | Extract<CommitOutcome, { ok: false }>;

export class ManyCommits {
  readonly #library: Library;
  readonly #isTyped: boolean;
  readonly #started: StartedCommit | undefined;
  #before = new RowSet();
  #after = new RowSet();
  #read = new Set<RowKey>();
  /** Prompts whose versions are all here. */
  readonly #assumed = new Set<number>();
  readonly #written = new Set<RowKey>();
  /** Rows that the mutations are about; not all of them are written. */
  readonly #targets = new Set<RowKey>();
  #entries: NewEntry[] = [];
  #number: number | null = null;
  #seq = 0;
  #confirmed: ConfirmedAhead | undefined;
  #sendState: SendState | undefined;
  #isClosed = false;

  /**
   * `isTyped`: of one mutation by a person's hand. It may join the autosave before it, delete, and keep a text that it
   * replaces in a conflict version; for an import each replaced text is a version of its own. `started`: the loop may
   * wait for it.
   */
  constructor(
    library: Library,
    { isTyped = false, started }: { isTyped?: boolean; started?: StartedCommit } = {},
  ) {
    this.#library = library;
    this.#isTyped = isTyped;
    this.#started = started;
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
    const [library, isTyped] = [this.#library, this.#isTyped];
    const db = metaAhead(library.db, ['leaving', 'nextNumber', ...sendMeta]);
    const [isClosed, number, cursor, confirmed, sendState] = await Promise.all([
      isClosedForCommits({ db }),
      this.#number ?? readNumber({ db }),
      isTyped ? readCursor({ db }) : undefined,
      isTyped ? readSavedAhead(library.db, touches) : undefined,
      this.#started === undefined ? undefined : readSendState(library, db),
      followTouchesAsync(touches, { read: (lookup) => this.#readUnread(lookup) }),
    ]);
    this.#isClosed = isClosed;
    this.#number = number;
    this.#seq = cursor?.seq ?? 0;
    this.#confirmed = confirmed;
    this.#sendState = sendState;
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
      conflictsOf: this.#isTyped ? lookup.conflictsOf : [],
    };
    const { rows } = await touchReader(this.#library.db).read(unread);
    this.#take(rows);
    for (const ref of unread.rows) this.#read.add(rowKey(ref));
    for (const id of unread.versions) this.#read.add(`version:${id}`);
    // What was said before decides what leads on to other rows, not what is stored.
    return readerOf(this.#after).read(lookup);
  }

  /** Reads which of these versions lie in the bin: of those of which nothing else is known, they are known as deleted. */
  async readGone(versionIds: readonly number[]): Promise<void> {
    const unknown = versionIds.filter((id) => this.row({ type: 'version', id }) === undefined);
    const found = await this.#library.db.binRows.bulkGet(unknown.map((id) => `version:${id}`));
    for (const gone of found) {
      if (gone === undefined) continue;
      const stored = { ...gone.stored, deleted: true };
      this.#before.add(stored);
      this.#after.add(stored);
    }
  }

  add(name: MutationName, args: unknown): AddOutcome {
    const bound = bind(name, args);
    if (!bound.ok && !this.#isClosed) return { ok: false, code: 'invalid_fields', errors: bound.errors };
    return bound.ok ? this.addBound(name, bound.mutation) : refusedForSigningOut;
  }

  /** Does the same with arguments that were parsed already. */
  addBound(name: MutationName, mutation: BoundMutation): AddOutcome {
    const number = this.#nextNumber();
    if (this.#isClosed) return refusedForSigningOut;
    const before = this.#touched(mutation.touches);
    const decided = decideMutation(this.#library, mutation, { name, number, before });
    if (!decided.ok) return decided;
    if (decided.change === null) return { ok: true, wrote: false };
    const { after, entry } = decided.change;
    for (const key of entry.writes) {
      const stored = after.at(parseRowKey(key));
      if (stored !== undefined) this.#after.add(stored);
      this.#written.add(key);
    }
    this.#targets.add(entry.target);
    this.#entries.push(entry);
    this.#number = number + 1;
    return { ok: true, wrote: true };
  }

  /** Returns what the author of a deletion has seen: this device's place in the feed, and all that it did before. */
  seen(): Seen {
    return { seq: this.#seq, beforeNumber: this.#nextNumber() };
  }

  #nextNumber(): number {
    if (this.#number === null) throw new Error('What is said is read ahead.');
    return this.#number;
  }

  /** Adds an entry that was not applied, in its place among the others. */
  addUnapplied(entry: Omit<NewEntry, 'number'>): void {
    const number = this.#nextNumber();
    this.#entries.push({ ...entry, number });
    this.#number = number + 1;
  }

  /** `over`: what is shown of these keys instead of what was assumed of them. */
  async write(over?: { keys: Iterable<RowKey>; shown: RowSet }): Promise<void> {
    const { db } = this.#library;
    const written = [...this.#written];
    const shownKeys = new Set([...(over?.keys ?? []), ...written]);
    const about = new Set([...this.#targets, ...written]);
    // None of these reads what another one writes: a person waits for the longest of them, not for all in turn.
    await Promise.all([
      about.size > 0
        ? saveConfirmed(db, [...about], { before: this.#before, ahead: this.#confirmed })
        : undefined,
      writeShown(db, shownKeys, {
        before: over?.shown ?? this.#before,
        after: this.#after,
        ...(this.#changesBin() ? { deletion: { now: this.#library.deps.now() } } : {}),
      }),
      this.#storeEntries(),
    ]);
  }

  /** Returns false for what a person types: it takes no row away, and brings none back that was deleted. */
  #changesBin(): boolean {
    return !this.#isTyped || this.#entries.some(({ name }) => deletions.has(name));
  }

  async #storeEntries(): Promise<void> {
    if (this.#number === null || this.#entries.length === 0) return;
    const [only] = this.#entries;
    const storeTyped = async () => this.#isTyped && only !== undefined && (await this.#storeTyped(only));
    const [isStored] = await Promise.all([storeTyped(), writeNumber(this.#library, this.#number)]);
    if (!isStored) await addEntries(this.#library.db, this.#entries);
  }

  /** Returns whether the entry is sent with this commit, or joined the one before it. */
  async #storeTyped(entry: NewEntry): Promise<boolean> {
    const [started, before, state] = [this.#started, this.#before, this.#sendState];
    if (started?.isAwaited && state !== undefined) {
      if (await sendWithCommit(this.#library, entry, { started, before, state })) return true;
    }
    return joinAutosave(this.#library.db, entry);
  }

  /** Returns the row after all changes so far; also one that is deleted. */
  row(ref: RowRef): Stored | undefined {
    this.#assertRead(rowKey(ref));
    return this.#after.at(ref);
  }

  /** No others than the mutation asks for: what it sees must not depend on what came before it. */
  #touched(touches: readonly Touch[]): RowSet {
    const memory = readerOf(this.#after);
    return followTouches(touches, {
      read: (lookup) => {
        for (const ref of lookup.rows) this.#assertRead(rowKey(ref));
        for (const id of lookup.versions) this.#assertRead(`version:${id}`);
        if (this.#isTyped) return memory.read({ ...lookup, goneInsideOf: [] });
        if (lookup.contentsOf.length > 0) throw new Error('A deletion is committed alone.');
        return memory.read({ ...lookup, conflictsOf: [], goneInsideOf: [] });
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
