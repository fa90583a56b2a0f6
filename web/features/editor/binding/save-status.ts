import { type FailureReason, type Refusal, type SaveState, sameState } from './save-state.ts';

/** Reports how the text of an editor stands to its row, each state once; whether the row is gone is part of it. */
export type SaveStatus = {
  read(): SaveState;
  /** The row has everything that the editor has. */
  settle(): void;
  change(): void;
  begin(): void;
  /** More was typed while a save ran. */
  wait(): void;
  /** Returns that nothing was saved. */
  refuse(refusal: Refusal): false;
  fail(reason: FailureReason, isDraft: boolean): void;
  setGone(gone: boolean): void;
  /** The unsaved text of a row that is gone became a prompt of this title. */
  setRecovered(title: string): void;
  /** `unsaved`: the editor holds a text that is nowhere else. */
  reportGone(gone: { unsaved: boolean }): void;
};

export function createSaveStatus(opened: SaveState, onState: (state: SaveState) => void): SaveStatus {
  let state = opened;
  let isGone = false;
  let keptAs: string | null = null;

  function report(next: SaveState): void {
    if (sameState(state, next)) return;
    state = next;
    onState(next);
  }

  const reportGone = ({ unsaved }: { unsaved: boolean }) => report({ kind: 'gone', unsaved, keptAs });

  return {
    read: () => state,
    settle() {
      if (isGone) reportGone({ unsaved: false });
      else report({ kind: 'saved' });
    },
    change() {
      if (state.kind === 'saved' || state.kind === 'blank' || state.kind === 'saving') {
        report({ kind: 'waiting' });
      }
      if (state.kind === 'gone') reportGone({ unsaved: true });
    },
    begin() {
      // A failure is on the screen until it is over.
      if (state.kind !== 'failed' && state.kind !== 'draft' && state.kind !== 'gone') {
        report({ kind: 'saving' });
      }
    },
    wait: () => report({ kind: 'waiting' }),
    refuse(refusal) {
      if (isGone) reportGone({ unsaved: refusal.kind !== 'blank' });
      else report(refusal);
      return false;
    },
    fail: (reason, isDraft) => report({ kind: 'failed', reason, isDraft }),
    setGone(gone) {
      isGone = gone;
      if (!gone) keptAs = null;
    },
    setRecovered(title) {
      keptAs = title;
    },
    reportGone,
  };
}
