/**
 * Takes what comes into a row from elsewhere into the editor that is bound to it.
 *
 * 1. Nothing is put under an IME that composes: it comes in when the composition ends.
 * 2. Where both changed the same words the editor keeps its own, and is saved upon the OLD base: only so does
 *    `commit` see the overlap, and keeps the other text as a version.
 */
import { mergeText } from '#shared/merge/merge-text.ts';
import { backoffMs } from '#shared/sync/backoff.ts';
import type { Clock } from '../../ui/clock.ts';
import type { BoundText } from './bound-text.ts';
import type { SaveStatus } from './save-status.ts';
import type { TextSaver, TextStore } from './text-saver.ts';
import type { UnsavedCopy } from './unsaved-copy.ts';

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

type RowFollowerDeps = {
  readonly bound: BoundText;
  readonly store: TextStore;
  readonly status: SaveStatus;
  readonly saver: TextSaver;
  readonly copy: UnsavedCopy;
  readonly clock: Clock;
  random(): number;
  setGone(gone: boolean): void;
  inTurn(step: () => Promise<void>): Promise<void>;
  onMerge?: ((change: { from: string; to: string }) => void) | undefined;
};

export function createRowFollower(deps: RowFollowerDeps): RowFollower {
  const { bound, store, status, saver, copy, clock } = deps;
  /** The row holds something that the editor has not taken over. */
  let isBehind = false;
  let isPlanned = false;
  let failures = 0;
  let cancel = () => {};

  async function follow(): Promise<void> {
    for (let round = 0; round < mostRounds; round += 1) {
      isBehind = true;
      const reading = await readRow();
      if (reading === null || bound.isClosed()) return;
      const { row } = reading;
      deps.setGone(row === undefined);
      if (row === undefined) {
        await saver.save();
        return;
      }
      if (status.read().kind === 'gone') status.wait();
      if (bound.isComposing()) return followAfter(compositionPauseMs);
      if (await reconcile(row)) return;
    }
  }

  async function readRow(): Promise<{ row: string | undefined } | null> {
    try {
      const row = await store.content();
      failures = 0;
      return { row };
    } catch {
      failures += 1;
      followAfter(backoffMs(failures, deps.random));
      return null;
    }
  }

  function followAfter(milliseconds: number): void {
    cancel();
    cancel = clock.after(milliseconds, () => void deps.inTurn(follow));
  }

  /** Returns false where the row was changed by a save in here, and must be read again. */
  async function reconcile(row: string): Promise<boolean> {
    const mine = bound.read();
    if (row === copy.read()) bound.setBase(row);
    const base = bound.base();
    const merged = row === base ? { text: mine, overlap: false } : mergeText(base, mine, row);
    if (merged.overlap) return !(await saver.save());
    isBehind = false;
    if (merged.text !== mine) {
      bound.merge(merged.text);
      deps.onMerge?.({ from: base, to: row });
    }
    bound.setBase(row);
    const { kind } = status.read();
    if (bound.isBase(bound.read())) saver.settle();
    else if (kind === 'saved' || kind === 'waiting') saver.noteChange();
    return true;
  }

  const stopWatching = store.watch(() => {
    if (isPlanned) return;
    isPlanned = true;
    void deps.inTurn(async () => {
      isPlanned = false;
      if (!bound.isClosed()) await follow();
    });
  });

  return {
    follow,
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
