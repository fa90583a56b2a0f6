import { backoffMs } from '#shared/sync/backoff.ts';
import type { AutosaveTimer } from './autosave-timer.ts';
import type { FailureReason } from './save-state.ts';
import type { SaveStatus } from './save-status.ts';
import type { UnsavedCopy } from './unsaved-copy.ts';

/** Counts the failures of saving one text, and plans the next try with a backoff. */
export type SaveFailures = {
  forget(): void;
  /** Stores a copy, plans the next try, and reports both; returns that nothing was saved. */
  retryLater(reason: FailureReason): false;
};

type SaveFailuresDeps = {
  readonly status: SaveStatus;
  readonly timer: AutosaveTimer;
  readonly copy: UnsavedCopy;
  random(): number;
};

export function createSaveFailures(deps: SaveFailuresDeps): SaveFailures {
  const { status, timer, copy } = deps;
  let failures = 0;
  return {
    forget() {
      failures = 0;
    },
    retryLater(reason) {
      failures += 1;
      const isDraft = copy.store();
      timer.retryAfter(backoffMs(failures, deps.random));
      status.fail(reason, isDraft);
      return false;
    },
  };
}
