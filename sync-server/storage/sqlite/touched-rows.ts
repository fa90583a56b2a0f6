/**
 * The rows that the parts of a gather touch, each read once and collected in one row set: the storage's side of
 * `shared/mutations/follow-touches.ts`.
 *
 * A prompt or a resource brings its project, also where it is not deleted: an earlier part may delete it.
 */
import { type RowKey, type RowRef, rowKey, type Stored } from '#shared/kinds/row.ts';
import type { Lookup, LookupAnswer, TouchReader } from '#shared/mutations/follow-touches.ts';
import { RowSet } from '#shared/mutations/row-set.ts';
import type { PortionSize } from '../library-port.ts';
import { textBytes } from '../working-copy.ts';
import type { FindBlob } from './blob-records.ts';
import type { BulkSize } from './bulk-size.ts';
import { storedPrompt, storedResource, storedVersion } from './row-records.ts';
import type { RowStatements } from './row-statements.ts';
import type { RowTables } from './row-tables.ts';

export type TouchReads = {
  rows: RowStatements;
  tables: RowTables;
  findBlob: FindBlob;
  size: BulkSize;
  portion: PortionSize;
};

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
  readonly #whole = new Set<RowKey>();
  readonly #newest = new Set<number>();

  constructor(userId: number, reads: TouchReads) {
    this.#userId = userId;
    this.#reads = reads;
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
    const key = rowKey(ref);
    if (this.#whole.has(key)) return this.set.at(ref);
    const found = this.#reads.tables[ref.type].find({ userId: this.#userId, id: ref.id });
    if (found === undefined || found.isErased) {
      if (found !== undefined) this.erased.set(key, found.stored.rev);
      this.#whole.add(key);
      return undefined;
    }
    this.#addWhole(found.stored);
    return found.stored;
  }

  #addWhole(stored: Stored): void {
    this.#whole.add(rowKey(stored));
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
