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
import type { PortionSize } from '../library-port.ts';
import { storedPrompt, storedResource, storedVersion } from '../records/row-records.ts';
import { textBytes } from '../working-copy.ts';
import type { FindBlob } from './blob-records.ts';
import type { BulkSize } from './bulk-size.ts';
import type { RowStatements } from './row-statements.ts';
import type { RowTables } from './row-tables.ts';

export type TouchReads = {
  rows: RowStatements;
  tables: RowTables;
  findBlob: FindBlob;
  size: BulkSize;
  portion: PortionSize;
};

/** For fewer rows, single look-ups take no longer. */
const worthLookingAhead = 10;

export class TouchedRows implements TouchReader {
  readonly set = new RowSet();
  readonly erased = new Map<RowKey, number>();
  readonly largeRevivals = new Set<number>();
  /** How many rows were read, and about how many bytes of text. */
  rows = 0;
  bytes = 0;
  readonly #userId: number;
  readonly #reads: TouchReads;
  /** Rows that were read with their texts, or are not there; and prompts whose newest version was read. */
  readonly #whole: { [T in RowType]?: Set<number | string> } = {};
  readonly #newest = new Set<number>();

  constructor(userId: number, reads: TouchReads) {
    this.#userId = userId;
    this.#reads = reads;
  }

  /**
   * Notes which of the prompts and versions that these touches name are not here, with one look-up for all of them: in a
   * push of new ones that is each of them.
   */
  noteMissing(touches: readonly Touch[]): void {
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
      for (const id of named[type]) if (!found.has(id)) this.#noteWhole({ type, id });
    }
  }

  /** Whether all rows that the touches load have been read. */
  hasAll(touches: readonly Touch[]): boolean {
    return touches.every((touch) => {
      switch (touch.kind) {
        case 'row':
          return this.#hasWithProject(touch.ref);
        case 'revivalOf':
          return this.#hasLive({ type: 'prompt', id: touch.promptId });
        case 'shellOf':
          return this.#hasLive({ type: 'resource', id: touch.resourceId });
        default:
          return false;
      }
    });
  }

  #hasWithProject(ref: RowRef): boolean {
    if (!this.#isWhole(ref)) return false;
    const stored = this.set.at(ref);
    if (stored?.type !== 'prompt' && stored?.type !== 'resource') return true;
    return this.#isWhole({ type: 'project', id: stored.row.projectId });
  }

  /** Or is not there: nothing comes back with it. */
  #hasLive(ref: RowRef): boolean {
    return this.#hasWithProject(ref) && this.set.at(ref)?.deleted !== true;
  }

  #isWhole({ type, id }: RowRef): boolean {
    return this.#whole[type]?.has(id) === true;
  }

  #noteWhole({ type, id }: RowRef): void {
    this.#whole[type] ??= new Set();
    this.#whole[type].add(id);
  }

  /** Texts are merged by clients alone: conflict versions are not looked up. */
  read(lookup: Lookup): LookupAnswer {
    const whole = [
      ...lookup.rows.flatMap((ref) => this.#readWithProject(ref) ?? []),
      ...lookup.newestVersionOf.flatMap((promptId) => this.#readNewest(promptId) ?? []),
    ];
    const bare = [
      ...this.#readVersions(lookup),
      ...lookup.contentsOf.flatMap((projectId) => this.#readContents(projectId)),
      ...lookup.bytes.flatMap((sha256) => this.#readWithBytes(sha256)),
    ];
    for (const stored of bare) this.#addBare(stored);
    return { rows: [...whole, ...bare] };
  }

  #readVersions({ versions, versionsOf, goneVersionsOf }: Lookup): Stored[] {
    const { rows, size, portion } = this.#reads;
    const userId = this.#userId;
    const named =
      versions.length === 0 ? [] : rows.bareVersions.all({ userId, ids: JSON.stringify(versions) });
    const live = versionsOf.flatMap((promptId) => rows.bareVersionsOf.all({ userId, promptId }));
    const gone = goneVersionsOf.flatMap(({ promptId, after }) => {
      if (size.isLargeRevival(userId, promptId, after)) this.largeRevivals.add(promptId);
      return rows.goneVersionsOf.all({ userId, promptId, after, rows: portion.rows });
    });
    return [...named, ...live, ...gone].map(storedVersion);
  }

  #readContents(projectId: number): Stored[] {
    const { rows } = this.#reads;
    const inside = { userId: this.#userId, projectId };
    return [
      ...rows.barePromptsOf.all(inside).map(storedPrompt),
      ...rows.bareVersionsIn.all(inside).map(storedVersion),
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
      if (found !== undefined) this.erased.set(rowKey(ref), found.stored.rev);
      this.#noteWhole(ref);
      return undefined;
    }
    this.#addWhole(found.stored);
    return found.stored;
  }

  #addWhole(stored: Stored): void {
    this.#noteWhole(stored);
    this.set.add(stored);
    this.rows += 1;
    this.bytes += textBytes(stored);
  }

  /** Perhaps without its texts. */
  #addBare(stored: Stored): void {
    if (this.set.at(stored) !== undefined) return;
    this.set.add(stored);
    this.rows += 1;
  }
}

/** Whether the row is there, or is deleted but not erased yet. */
export function isKnown(tables: RowTables, userId: number, { type, id }: RowRef): boolean {
  return tables[type].find({ userId, id })?.isErased === false;
}
