/**
 * Runs an import in a worker, which reads the files once: it looks at what they would change, keeps that plan, and hands it
 * over in portions when a person has decided.
 */

import { shownAtEnd } from '../../data/commit/commit.ts';
import type { Library } from '../../data/database/library.ts';
import { commitPortion } from '../../data/transfer/library-files/commit-import.ts';
import type { LookRequest, PortionAnswer, ShownRow, TransferAnswer } from './transfer-messages.ts';
import { startTransfer } from './transfer-thread.ts';

export type LookOutcome =
  | { readonly kind: 'planned'; readonly plan: KeptPlan }
  | { readonly kind: 'stopped' | 'missing' | 'failed' };

/** The findings of a look, as long as the worker lives that keeps them. */
export type KeptPlan = {
  /** Resolves when the last portion is committed; after `signal`, when the one under way is. */
  bringIn(library: Library, run: ImportRun): Promise<ImportOutcome>;
  drop(): void;
};

type ImportRun = { onProgress(rows: number): void; readonly signal: AbortSignal };

export type ImportOutcome = {
  readonly kind: 'done' | 'stopped' | 'failed';
  /** Mutations that would take back what came in; also where it stopped on its way. */
  readonly undoable: number;
  /** Mutations that this device refused. */
  readonly refused: number;
};

/** Resolves to how the look ended; `stopped` by `signal`. `onRows`: with all rows so far. */
export function runLook(
  request: LookRequest,
  { onRows, signal }: { onRows(rows: readonly ShownRow[]): void; signal: AbortSignal },
): Promise<LookOutcome> {
  const rows: ShownRow[] = [];
  return new Promise((resolve) => {
    let onAnswer = (answer: TransferAnswer): void => {
      if (answer.kind === 'rows') {
        rows.push(...answer.rows);
        onRows([...rows]);
      } else if (answer.kind !== 'planned') end(answer.kind === 'missing' ? 'missing' : 'failed');
      else {
        signal.removeEventListener('abort', stop);
        const plan = keptPlan(transfer, (listener) => {
          onAnswer = listener;
        });
        resolve({ kind: 'planned', plan });
      }
    };
    const transfer = startTransfer({ kind: 'look', ...request }, (answer) => onAnswer(answer));
    const end = (kind: 'stopped' | 'missing' | 'failed') => {
      transfer.stop();
      resolve({ kind });
    };
    const stop = () => end('stopped');
    signal.addEventListener('abort', stop);
  });
}

function keptPlan(
  transfer: ReturnType<typeof startTransfer>,
  listen: (listener: (answer: TransferAnswer) => void) => void,
): KeptPlan {
  let isLost = false;
  // A worker may end while a person reads what it has found.
  listen(() => {
    isLost = true;
  });
  return {
    drop: transfer.stop,
    async bringIn(library, { onProgress, signal }) {
      const importedAt = library.deps.now();
      let undoable = 0;
      let refused = 0;
      let rows = 0;
      if (isLost) return { kind: 'failed', undoable, refused };
      const bringPortionIn = async (portion: PortionAnswer) => {
        if (signal.aborted) return 'stopped';
        const committed = await commitPortion(library, { ...portion, importedAt }).catch(() => null);
        if (committed === null) return 'failed';
        undoable += committed.undoable;
        refused += committed.refused;
        rows += portion.rows;
        onProgress(rows);
        return null;
      };
      const kind = await shownAtEnd(library, () => eachPortion(transfer, listen, bringPortionIn));
      return { kind, undoable, refused };
    },
  };
}

/** Calls `act` with one portion after the other until it returns how the import ends. */
function eachPortion(
  transfer: ReturnType<typeof startTransfer>,
  listen: (listener: (answer: TransferAnswer) => void) => void,
  act: (portion: PortionAnswer) => Promise<ImportOutcome['kind'] | null>,
): Promise<ImportOutcome['kind']> {
  return new Promise((resolve) => {
    const end = (kind: ImportOutcome['kind']) => {
      transfer.stop();
      resolve(kind);
    };
    listen(async (answer) => {
      if (answer.kind !== 'portion') return end(answer.kind === 'ended' ? 'done' : 'failed');
      const ended = await act(answer);
      if (ended === null) transfer.next();
      else end(ended);
    });
    transfer.next();
  });
}
