/**
 * Keeps the portions of a plan until a person has decided: of a large library they are many megabytes.
 *
 * 1. Their texts are blobs, which the browser may put on the disk, and are read again one portion at a time.
 * 2. Of the bytes of files only the place is kept: they are read when their portion goes out.
 */
import type { ImportPortion } from '#shared/library-files/plan/import-portions.ts';

type Kept = Pick<ImportPortion, 'rows' | 'bytes'> & { readonly json: Blob };

export class KeptPlan {
  readonly #portions: Kept[] = [];

  add({ rows, mutations, undo, bytes }: ImportPortion): void {
    this.#portions.push({ rows, bytes, json: new Blob([JSON.stringify({ mutations, undo })]) });
  }

  /** Resolves to the next portion, which is kept no longer; null at the end. */
  async take(): Promise<ImportPortion | null> {
    const kept = this.#portions.shift();
    if (kept === undefined) return null;
    const { rows, bytes, json } = kept;
    return { rows, bytes, ...(JSON.parse(await json.text()) as Pick<ImportPortion, 'mutations' | 'undo'>) };
  }
}
