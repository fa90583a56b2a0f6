/**
 * Takes what comes into a row from elsewhere into the editor that is bound to it.
 *
 * 1. Nothing is put under an IME that composes: it comes in when the composition ends.
 * 2. How a row and the editor's text become one is decided by `reconcile-row.ts`.
 * 3. A row that comes with its change is taken without being read, unless it changed once more before its turn,
 *    or this editor saved meanwhile: the row that came may be older than that save.
 */
import { backoffMs } from '#shared/sync/backoff.ts';
import type { Clock } from '../../../ui/clock.ts';
import { type ReconcileDeps, reconcileRow } from './reconcile-row.ts';
import type { TextStore } from './text-saver.ts';

export const compositionPauseMs = 50;
/** More than this many rounds of somebody else writing the same words wait for the next change. */
const mostRounds = 4;

export type RowFollower = {
  /** Takes over what the row holds now. */
  follow(): Promise<void>;
  /** Follows where a change of the row is not taken over yet. */
  catchUp(): Promise<void>;
  followAfter(milliseconds: number): void;
  stop(): void;
};

type RowFollowerDeps = ReconcileDeps & {
  readonly store: TextStore;
  readonly clock: Clock;
  random(): number;
  setGone(gone: boolean): void;
  inTurn(step: () => Promise<void>): Promise<void>;
};

export function createRowFollower(deps: RowFollowerDeps): RowFollower {
  const { bound, store, status, saver, clock } = deps;
  /** The row holds something that the editor has not taken over. */
  let isBehind = false;
  let isPlanned = false;
  let cancel = () => {};
  const readRow = createRowReader({ store, random: deps.random, retryAfter: followAfter });

  /** The row that came with the latest change; null where it is to be read. */
  let given: (RowReading & { saves: number }) | null = null;

  /** `taken`: the row as it is. */
  async function follow(taken: RowReading | null = null): Promise<void> {
    for (let round = 0; round < mostRounds; round += 1) {
      isBehind = true;
      const reading = round === 0 && taken !== null ? taken : await readRow();
      if (reading === null || bound.isClosed()) return;
      const { row } = reading;
      deps.setGone(row === undefined);
      if (row === undefined) {
        await saver.save();
        return;
      }
      if (status.read().kind === 'gone') status.wait();
      if (bound.isComposing()) return followAfter(compositionPauseMs);
      const outcome = await reconcileRow(deps, row);
      if (outcome === 'taken') isBehind = false;
      if (outcome !== 'rowChanged') return;
    }
  }

  function followAfter(milliseconds: number): void {
    cancel();
    cancel = clock.after(milliseconds, () => void deps.inTurn(() => follow()));
  }

  const stopWatching = store.watch((row) => {
    given = row === undefined ? null : { row, saves: saver.stored() };
    if (isPlanned) return;
    isPlanned = true;
    void deps.inTurn(async () => {
      isPlanned = false;
      const taken = given?.saves === saver.stored() ? given : null;
      given = null;
      if (!bound.isClosed()) await follow(taken);
    });
  });

  return {
    follow: () => follow(),
    async catchUp() {
      if (isBehind) await follow();
    },
    followAfter,
    stop() {
      stopWatching();
      cancel();
    },
  };
}

type RowReaderDeps = {
  readonly store: { content(): Promise<string | undefined> };
  random(): number;
  retryAfter(milliseconds: number): void;
};

/** `row`: the text; undefined where there is no such row. */
type RowReading = { readonly row: string | undefined };

/** Returns a function that reads a row. Where the browser refuses, it plans a retry and resolves to null. */
function createRowReader({ store, random, retryAfter }: RowReaderDeps) {
  let failures = 0;
  return async function readRow(): Promise<RowReading | null> {
    try {
      const row = await store.content();
      failures = 0;
      return { row };
    } catch {
      failures += 1;
      retryAfter(backoffMs(failures, random));
      return null;
    }
  };
}
