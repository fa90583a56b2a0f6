/** Runs the two halves of an import in their worker: the look that changes nothing, and the import itself. */
import type { Library } from '../../data/database/library.ts';
import { commitPortion } from '../../data/transfer/library-files/commit-import.ts';
import type { ImportRequest, ShownRow } from './transfer-messages.ts';
import { startTransfer } from './transfer-thread.ts';

/** `ended`: all was read. */
export type LookOutcome = 'ended' | 'stopped' | 'missing' | 'failed';

/** Resolves to how the look ended; `stopped` by `signal`. `onRows`: with all rows so far. */
export function runLook(
  request: ImportRequest,
  { onRows, signal }: { onRows(rows: readonly ShownRow[]): void; signal: AbortSignal },
): Promise<LookOutcome> {
  const rows: ShownRow[] = [];
  return new Promise((resolve) => {
    const transfer = startTransfer({ kind: 'look', ...request }, (answer) => {
      if (answer.kind === 'rows') {
        rows.push(...answer.rows);
        onRows([...rows]);
      } else resolve(answer.kind === 'ended' || answer.kind === 'missing' ? answer.kind : 'failed');
    });
    signal.addEventListener('abort', () => {
      transfer.stop();
      resolve('stopped');
    });
  });
}

export type ImportOutcome = {
  readonly kind: 'done' | 'stopped' | 'failed';
  /** Mutations that would take back what came in; also where it stopped on its way. */
  readonly undoable: number;
  /** Mutations that this device refused. */
  readonly refused: number;
};

/** Resolves when the last portion is committed; after `signal`, when the one under way is. */
export function runImport(
  library: Library,
  request: ImportRequest,
  { onProgress, signal }: { onProgress(rows: number): void; signal: AbortSignal },
): Promise<ImportOutcome> {
  const importedAt = library.deps.now();
  let undoable = 0;
  let refused = 0;
  let rows = 0;
  return new Promise((resolve) => {
    const end = (kind: ImportOutcome['kind']) => {
      transfer.stop();
      resolve({ kind, undoable, refused });
    };
    const transfer = startTransfer({ kind: 'import', ...request }, async (answer) => {
      if (answer.kind === 'ended') end('done');
      if (answer.kind === 'failed' || answer.kind === 'missing') end('failed');
      if (answer.kind !== 'portion') return;
      if (signal.aborted) return end('stopped');
      const committed = await commitPortion(library, { ...answer, importedAt }).catch(() => null);
      if (committed === null) return end('failed');
      undoable += committed.undoable;
      refused += committed.refused;
      rows += answer.rows;
      onProgress(rows);
      transfer.next();
    });
  });
}
