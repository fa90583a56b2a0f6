/**
 * The rows that the parts of a gather touch, each read once and collected in one row set: the storage's side of
 * `shared/mutations/follow-touches.ts`.
 *
 * A prompt or a resource brings its project, also where it is not deleted: an earlier part may delete it.
 */
import { type RowKey, type RowRef, type RowType, rowKey, type Stored } from '#shared/kinds/row.ts';
import type { Lookup, LookupAnswer, TouchReader } from '#shared/mutations/follow-touches.ts';
import type { Touch } from '#shared/mutations/mutation.ts';
import { RowSet } from '#shared/mutations/row-set.ts';
import { textBytes } from '../../change/working-copy.ts';
import type { BlobRecord } from '../../ports/blob-records-port.ts';
import type { PortionSize } from '../../ports/library-port.ts';
import type { Part } from '../../ports/library-transaction.ts';
import { storedPrompt, storedResource, storedVersion } from '../../records/row-records.ts';
import type { RowStatements } from '../rows/row-statements.ts';
import type { RowTables } from '../rows/row-tables.ts';
import type { BulkSize } from './bulk-size.ts';

export type TouchReads = {
  rows: RowStatements;
  tables: RowTables;
  findBlob(userId: number, sha256: string): BlobRecord | undefined;
  size: BulkSize;
  portion: PortionSize;
};

const noneErased: ReadonlyMap<RowKey, number> = new Map();
const noRevivals: ReadonlySet<number> = new Set();

/** For fewer rows, single look-ups take no longer. */
const worthLookingAhead = 10;

export class TouchedRows implements TouchReader {
  readonly set = new RowSet();
  /** Like all that most gathers do not need: made when it is. */
  #erased: Map<RowKey, number> | undefined;
  #largeRevivals: Set<number> | undefined;
  /** How many rows were read, and about how many bytes of text. */
  rows = 0;
  bytes = 0;
  readonly #userId: number;
  readonly #reads: TouchReads;
  /** Rows of the set that were read without their texts, rows that are not there, prompts whose newest version was read. */
  #bare: Set<RowKey> | undefined;
  readonly #missing: { [T in RowType]?: Set<number | string> } = {};
  #newest: Set<number> | undefined;

  constructor(userId: number, reads: TouchReads) {
    this.#userId = userId;
    this.#reads = reads;
  }

  /**
   * Notes which of the prompts and versions that these parts name are not here, with one look-up for all of them: in a
   * push of new ones that is each of them.
   */
  noteMissing(parts: readonly Part[]): void {
    const [first] = parts;
    if (parts.length === 1 && first !== undefined && first.touches.length < worthLookingAhead) return;
    const touches = parts.flatMap((part) => part.touches);
    if (touches.length < worthLookingAhead) return;
    const named = { prompt: new Set<number>(), version: new Set<number>() };
    for (const touch of touches) {
      if (touch.kind !== 'row') continue;
      const { ref } = touch;
      if (ref.type === 'prompt' || ref.type === 'version') named[ref.type].add(ref.id);
    }
    const { promptIds, versionIds } = this.#reads.rows;
    const userId = this.#userId;
    for (const [type, statement] of [
      ['prompt', promptIds],
      ['version', versionIds],
    ] as const) {
      if (named[type].size < worthLookingAhead) continue;
      const found = new Set(
        statement.all({ userId, ids: JSON.stringify([...named[type]]) }).map(({ id }) => id),
      );
      for (const id of named[type]) if (!found.has(id)) this.#noteMissing({ type, id });
    }
  }

  /**
   * Reads what the touches name by themselves. Returns false where one of them needs more: `followTouches` then reads what
   * is left. Nearly every change of a text is read here, without a look-up being made of it.
   */
  readNamed(touches: readonly Touch[]): boolean {
    return touches.every((touch) => {
      switch (touch.kind) {
        case 'row':
          this.#readWithProject(touch.ref);
          return true;
        case 'revivalOf':
          return this.#readWithProject({ type: 'prompt', id: touch.promptId })?.deleted !== true;
        case 'shellOf':
          return this.#readWithProject({ type: 'resource', id: touch.resourceId })?.deleted !== true;
        case 'conflictsOf':
          return true;
        default:
          return false;
      }
    });
  }

  get erased(): ReadonlyMap<RowKey, number> {
    return this.#erased ?? noneErased;
  }

  get largeRevivals(): ReadonlySet<number> {
    return this.#largeRevivals ?? noRevivals;
  }

  /** Whether it was read with its texts, or is not there. */
  #isWhole(ref: RowRef): boolean {
    if (this.set.at(ref) === undefined) return this.#missing[ref.type]?.has(ref.id) === true;
    return this.#bare?.has(rowKey(ref)) !== true;
  }

  #noteMissing({ type, id }: RowRef): void {
    this.#missing[type] ??= new Set();
    this.#missing[type].add(id);
  }

  /** Texts are merged by clients alone: conflict versions are not looked up. */
  read(lookup: Lookup): LookupAnswer {
    const whole = [
      ...lookup.rows.flatMap((ref) => this.#readWithProject(ref) ?? []),
      ...lookup.newestVersionOf.flatMap((promptId) => this.#readNewest(promptId) ?? []),
    ];
    const bare = [
      ...this.#readInside(lookup),
      ...lookup.contentsOf.flatMap((projectId) => this.#readContents(projectId)),
      ...lookup.bytes.flatMap((sha256) => this.#readWithBytes(sha256)),
    ];
    for (const stored of bare) this.#addBare(stored);
    return { rows: [...whole, ...bare] };
  }

  #readInside({ versions, versionsOf, insideOf, goneInsideOf }: Lookup): Stored[] {
    const { rows } = this.#reads;
    const userId = this.#userId;
    const named =
      versions.length === 0 ? [] : rows.bareVersions.all({ userId, ids: JSON.stringify(versions) });
    const kinds = Object.values(rows.inside);
    return [
      ...named.map(storedVersion),
      ...versionsOf.flatMap((promptId) => rows.inside.version.liveOf({ userId, promptId })),
      ...insideOf.flatMap((promptId) => kinds.flatMap((kind) => kind.liveOf({ userId, promptId }))),
      ...goneInsideOf.flatMap((gone) => this.#readGone(gone)),
    ];
  }

  #readGone({ promptId, after }: Lookup['goneInsideOf'][number]): Stored[] {
    const { rows, size, portion } = this.#reads;
    if (size.isLargeRevival(this.#userId, promptId, after)) this.#noteLargeRevival(promptId);
    const gone = { userId: this.#userId, promptId, after, rows: portion.rows };
    return Object.values(rows.inside).flatMap((kind) => kind.goneOf(gone));
  }

  #noteLargeRevival(promptId: number): void {
    this.#largeRevivals ??= new Set();
    this.#largeRevivals.add(promptId);
  }

  #readContents(projectId: number): Stored[] {
    const { rows } = this.#reads;
    const inside = { userId: this.#userId, projectId };
    return [
      ...rows.barePromptsOf.all(inside).map(storedPrompt),
      ...Object.values(rows.inside).flatMap((kind) => kind.liveIn(inside)),
      ...rows.liveResourcesOf.all(inside).map(storedResource),
    ];
  }

  #readWithBytes(sha256: string): Stored[] {
    const { rows, findBlob } = this.#reads;
    const blob = findBlob(this.#userId, sha256);
    if (blob?.state === 'stored') for (const type of blob.fits) this.set.addBytes(sha256, type);
    return rows.resourcesWith.all({ userId: this.#userId, sha256 }).map(storedResource);
  }

  #readNewest(promptId: number): Stored | undefined {
    this.#newest ??= new Set();
    if (this.#newest.has(promptId)) return undefined;
    this.#newest.add(promptId);
    const record = this.#reads.rows.newestVersion.get({ userId: this.#userId, promptId });
    if (record === undefined) return undefined;
    const stored = storedVersion(record);
    this.#addWhole(stored);
    return stored;
  }

  #readWithProject(ref: RowRef): Stored | undefined {
    const stored = this.#read(ref);
    if (stored?.type === 'prompt' || stored?.type === 'resource') {
      this.#read({ type: 'project', id: stored.row.projectId });
    }
    return stored;
  }

  #read(ref: RowRef): Stored | undefined {
    if (this.#isWhole(ref)) return this.set.at(ref);
    const found = this.#reads.tables[ref.type].find({ userId: this.#userId, id: ref.id });
    if (found === undefined || found.isErased) {
      if (found !== undefined) this.#noteErased(rowKey(ref), found.stored.rev);
      this.#noteMissing(ref);
      return undefined;
    }
    this.#addWhole(found.stored);
    return found.stored;
  }

  #noteErased(key: RowKey, rev: number): void {
    this.#erased ??= new Map();
    this.#erased.set(key, rev);
  }

  #addWhole(stored: Stored): void {
    this.#bare?.delete(rowKey(stored));
    this.set.add(stored);
    this.rows += 1;
    this.bytes += textBytes(stored);
  }

  /** Perhaps without its texts. */
  #addBare(stored: Stored): void {
    if (this.set.at(stored) !== undefined) return;
    this.set.add(stored);
    this.#bare ??= new Set();
    this.#bare.add(rowKey(stored));
    this.rows += 1;
  }
}

/** Whether the row is there, or is deleted but not erased yet. */
export function isKnown(tables: RowTables, userId: number, { type, id }: RowRef): boolean {
  return tables[type].find({ userId, id })?.isErased === false;
}
