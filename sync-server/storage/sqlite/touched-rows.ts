/** The rows that mutations touch, each read once and collected in one row set. */
import { type RowKey, type RowRef, rowKey, type Stored } from '#shared/kinds/row.ts';
import type { Touch } from '#shared/mutations/mutation.ts';
import { RowSet } from '#shared/mutations/row-set.ts';
import type { PortionSize } from '../library-port.ts';
import { textBytes } from '../working-copy.ts';
import type { FindBlob } from './blob-records.ts';
import type { BulkChecks } from './bulk-checks.ts';
import { storedProject, storedPrompt, storedResource, storedUiState, storedVersion } from './row-records.ts';
import type { RowStatements } from './row-statements.ts';

export type TouchReads = {
  rows: RowStatements;
  findBlob: FindBlob;
  checks: BulkChecks;
  portion: PortionSize;
};

export class TouchedRows {
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

  follow(touch: Touch): void {
    const { rows, findBlob } = this.#reads;
    const userId = this.#userId;
    switch (touch.kind) {
      case 'row':
        this.#read(touch.ref);
        break;
      case 'versions':
        for (const record of rows.bareVersions.all({ userId, ids: JSON.stringify(touch.ids) })) {
          this.#addBare(storedVersion(record));
        }
        break;
      case 'revivalOf':
        this.#followRevival(touch.promptId);
        break;
      case 'newestVersion':
        this.#followNewest(touch.promptId);
        break;
      case 'versionsOf':
        for (const record of rows.bareVersionsOf.all({ userId, promptId: touch.promptId })) {
          this.#addBare(storedVersion(record));
        }
        break;
      // Texts are merged by clients alone.
      case 'conflictsOf':
        break;
      case 'contentsOf': {
        const inside = { userId, projectId: touch.projectId };
        for (const record of rows.barePromptsOf.all(inside)) this.#addBare(storedPrompt(record));
        for (const record of rows.bareVersionsIn.all(inside)) this.#addBare(storedVersion(record));
        for (const record of rows.liveResourcesOf.all(inside)) this.#addBare(storedResource(record));
        break;
      }
      case 'shellOf': {
        const resource = this.#read({ type: 'resource', id: touch.resourceId });
        if (resource?.type === 'resource') this.#read({ type: 'project', id: resource.row.projectId });
        break;
      }
      case 'sameBytes': {
        const found = findBlob(userId, touch.sha256);
        if (found?.state === 'stored') for (const type of found.fits) this.set.addBytes(touch.sha256, type);
        for (const record of rows.resourcesWith.all({ userId, sha256: touch.sha256 })) {
          this.#addBare(storedResource(record));
        }
      }
    }
  }

  #followRevival(promptId: number): void {
    const { rows, checks, portion } = this.#reads;
    const userId = this.#userId;
    const prompt = this.#read({ type: 'prompt', id: promptId });
    if (prompt?.type !== 'prompt') return;
    this.#read({ type: 'project', id: prompt.row.projectId });
    if (!prompt.deleted) return;
    const gone = rows.goneVersionsOf.all({ userId, promptId, after: prompt.seq, rows: portion.rows });
    for (const record of gone) this.#addBare(storedVersion(record));
    if (checks.isLargeRevival(userId, promptId, prompt.seq)) this.largeRevivals.add(promptId);
  }

  #followNewest(promptId: number): void {
    if (this.#newest.has(promptId)) return;
    this.#newest.add(promptId);
    const record = this.#reads.rows.newestVersion.get({ userId: this.#userId, promptId });
    if (record !== undefined) this.#addWhole(storedVersion(record));
  }

  #read(ref: RowRef): Stored | undefined {
    const key = rowKey(ref);
    if (this.#whole.has(key)) return this.set.at(ref);
    const found = readRow(this.#reads.rows, this.#userId, ref);
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
export function isKnown(rows: RowStatements, userId: number, ref: RowRef): boolean {
  return readRow(rows, userId, ref)?.isErased === false;
}

type Found = { stored: Stored; isErased: boolean };

/** Erased rows too. */
function readRow(rows: RowStatements, userId: number, ref: RowRef): Found | undefined {
  switch (ref.type) {
    case 'project': {
      const record = rows.feedProject.get({ userId, id: ref.id });
      return record && { stored: storedProject(record), isErased: record.erased === 1 };
    }
    case 'prompt': {
      const record = rows.feedPrompt.get({ userId, id: ref.id });
      return record && { stored: storedPrompt(record), isErased: record.erased === 1 };
    }
    case 'version': {
      const record = rows.feedVersion.get({ userId, id: ref.id });
      return record && { stored: storedVersion(record), isErased: record.erased === 1 };
    }
    case 'resource': {
      const record = rows.feedResource.get({ userId, id: ref.id });
      return record && { stored: storedResource(record), isErased: record.erased === 1 };
    }
    case 'uiState': {
      const record = rows.feedUiState.get({ userId, id: ref.id });
      return record && { stored: storedUiState(record), isErased: false };
    }
  }
}
