/**
 * The gathered part of a library in memory, with the changes of one transaction upon it.
 *
 * 1. A layer is what one mutation would write. It changes nothing until it is accepted, so that one that fails or
 *    exceeds a limit is simply dropped.
 * 2. A mutation sees what the accepted ones before it wrote, with the revisions and places that will be saved.
 * 3. Places are given one after the other, in the order of the writes.
 */
import { type ChangedBy, kindOf, type RowKey, rowKey, type Stored } from '#shared/kinds/row.ts';
import type { Touch } from '#shared/mutations/mutation.ts';
import type { RowSet, Write } from '#shared/mutations/row-set.ts';
import {
  type AnswerKey,
  type Authorship,
  answerKey,
  type BulkChange,
  type Changes,
  type Gathered,
  type PlacedWrite,
  type StoredAnswer,
  type Usage,
} from '../ports/library-transaction.ts';
import { libraryEvents } from './library-events.ts';

export type Layer = {
  writes: readonly PlacedWrite[];
  rows: ReadonlyMap<RowKey, Stored>;
  /** Without a prototype: as plain objects, each with a key of its own, they would make V8 describe every one of them. */
  revs: Record<RowKey, number>;
  /** The place of the last write; of the user's latest change where nothing is written. */
  seq: number;
  /** How much the account holds with this layer. */
  usage: Usage;
  /** How many live versions counted prompts have with this layer, where it adds or deletes some. */
  liveVersions: ReadonlyMap<number, number>;
};

const noneChanged: Layer['liveVersions'] = new Map();

export class WorkingCopy {
  readonly #gathered: Gathered;
  readonly #writes: PlacedWrite[] = [];
  /** These two are made with the first of them: a plain change of one row has none. */
  #answers: Map<AnswerKey, { key: ChangedBy; stored: StoredAnswer }> | undefined;
  /** The rows that were changed here, as they were gathered. */
  readonly #before = new Map<RowKey, Stored | undefined>();
  /** Prompts of which a version was deleted or restored here. */
  #versionsMarked: Set<number> | undefined;
  #acknowledged: Changes['acknowledged'] = null;
  #bulk: Changes['bulk'] = null;
  #seq: number;
  #usage: Usage;
  #liveVersions: ReadonlyMap<number, number>;

  constructor(gathered: Gathered) {
    this.#gathered = gathered;
    this.#seq = gathered.seq;
    this.#usage = gathered.usage;
    this.#liveVersions = gathered.liveVersions;
  }

  get rows(): RowSet {
    return this.#gathered.rows;
  }

  get seq(): number {
    return this.#seq;
  }

  get usage(): Usage {
    return this.#usage;
  }

  /** Returns how many live versions a prompt has; undefined where it was not counted, and so has room. */
  liveVersionsOf(promptId: number): number | undefined {
    return this.#liveVersions.get(promptId);
  }

  /** Whether the part needs another gather: of a deleted newest version, the one before it was not loaded. */
  isOutdated(touches: readonly Touch[]): boolean {
    const marked = this.#versionsMarked;
    if (marked === undefined) return false;
    return touches.some((touch) => touch.kind === 'newestVersion' && marked.has(touch.promptId));
  }

  /** Returns what these writes come to. Throws where one names a row that was not gathered or is not there. */
  layer(writes: readonly Write[], authorship: Authorship): Layer {
    const rows = new Map<RowKey, Stored>();
    const revs: Record<RowKey, number> = Object.create(null);
    const placed: PlacedWrite[] = [];
    const usage = { ...this.#usage };
    let liveVersions: Map<number, number> | undefined;
    let seq = this.#seq;
    for (const write of writes) {
      const key = rowKey(write);
      const before = rows.get(key) ?? this.rows.at(write);
      const rev = (before?.rev ?? this.#gathered.erased.get(key) ?? 0) + 1;
      seq += 1;
      const after = changed(before, write, { rev, seq, by: authorship.by });
      count(usage, before, after);
      if (after.type === 'version') {
        const { promptId } = after.row;
        const known = liveVersions?.get(promptId) ?? this.#liveVersions.get(promptId);
        if (known !== undefined) {
          liveVersions ??= new Map();
          liveVersions.set(promptId, known + liveOf(after) - liveOf(before));
        }
      }
      rows.set(key, after);
      revs[key] = rev;
      placed.push({ write, rev, seq, authorship });
    }
    return { writes: placed, rows, revs, seq, usage, liveVersions: liveVersions ?? noneChanged };
  }

  accept({ writes, rows, seq, usage, liveVersions }: Layer): void {
    for (const [key, stored] of rows) {
      if (!this.#before.has(key)) this.#before.set(key, this.rows.at(stored));
      this.rows.add(stored);
    }
    for (const { write } of writes) {
      if (write.kind === 'put' || write.type !== 'version') continue;
      const version = this.rows.stored('version', write.id);
      if (version === undefined) continue;
      this.#versionsMarked ??= new Set();
      this.#versionsMarked.add(version.row.promptId);
    }
    this.#writes.push(...writes);
    this.#seq = seq;
    this.#usage = usage;
    if (liveVersions.size > 0) this.#liveVersions = new Map([...this.#liveVersions, ...liveVersions]);
  }

  answerTo(key: ChangedBy): StoredAnswer | undefined {
    const name = answerKey(key);
    if (this.#isAcknowledged(key)) return undefined;
    return this.#answers?.get(name)?.stored ?? this.#gathered.answers.get(name);
  }

  storeAnswer(key: ChangedBy, stored: StoredAnswer): void {
    this.#answers ??= new Map();
    this.#answers.set(answerKey(key), { key, stored });
  }

  /** Up to which number the client has received every answer. */
  floorOf(client: string): number {
    const gathered = this.#gathered.floors.get(client) ?? 0;
    return this.#acknowledged?.client === client ? Math.max(gathered, this.#acknowledged.upTo) : gathered;
  }

  /** Raises the floor (never lowers it) and drops the answers below. */
  acknowledge(client: string, upTo: number): void {
    this.#acknowledged = { client, upTo };
  }

  #isAcknowledged({ client, number }: ChangedBy): boolean {
    return this.#acknowledged?.client === client && number <= this.#acknowledged.upTo;
  }

  /** Nothing more of this user's can be done in this transaction. */
  beginBulk(change: BulkChange, authorship: Authorship): void {
    this.#bulk = { change, authorship };
  }

  get hasBegunBulk(): boolean {
    return this.#bulk !== null;
  }

  changes(): Changes {
    return {
      acknowledged: this.#acknowledged,
      writes: this.#writes,
      answers: [...(this.#answers?.values() ?? [])],
      events: libraryEvents(this.#writes, this.#before, this.rows),
      seq: this.#seq,
      bulk: this.#bulk,
    };
  }
}

type Change = { rev: number; seq: number; by: ChangedBy | null };

function changed(before: Stored | undefined, write: Write, change: Change): Stored {
  if (write.kind === 'put') {
    // With the kind of the write as well, which nothing reads: leaving it out takes longer than all the rest.
    return { ...write, ...change, deleted: false };
  }
  if (before === undefined) throw new Error('a write named a row that is not there');
  const { userSeq: _userSeq, ...known } = before;
  return { ...known, ...change, deleted: write.kind === 'delete' };
}

const liveOf = (stored: Stored | undefined) => (stored === undefined || stored.deleted ? 0 : 1);

/** As the storage counts: a deleted row counts until it is erased. */
function count(usage: Usage, before: Stored | undefined, after: Stored): void {
  if (!kindOf(after.type).isContent) return;
  if (before === undefined) usage.rows += 1;
  if (before === undefined || before.row !== after.row) {
    usage.textBytes += textBytes(after) - (before === undefined ? 0 : textBytes(before));
  }
}

/** The UTF-8 bytes of the texts of a row. */
export function textBytes({ type, row }: Stored): number {
  let bytes = 0;
  for (const text of kindOf(type).texts(row)) bytes += Buffer.byteLength(text);
  return bytes;
}
