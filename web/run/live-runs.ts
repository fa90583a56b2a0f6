/** The runs of this tab that are in memory, as the screens see them: listeners are notified at most ten times a second. */
import { createListeners } from '#shared/events/listeners.ts';
import type { Id } from '#shared/model/ids.ts';
import type { LiveRun } from '#shared/model/run/run-request.ts';
import type { RunProgress } from './run-progress.ts';

export type Running = {
  readonly progress: RunProgress;
  readonly stopped: AbortController;
  /** Something came that is not written yet. */
  isDirty: boolean;
  /** It is in the library. */
  isKept: boolean;
};

export type LiveRuns = {
  readonly running: Map<Id, Running>;
  /** Within a tenth of a second; of more than two runs, within a quarter. */
  show(): void;
  showNow(): void;
  read(): ReadonlyMap<Id, LiveRun>;
  subscribe(listener: () => void): () => void;
};

/** How often what comes is shown: nobody reads faster, and each time delays the keys of a person who types beside it. */
const shownEveryMs = (runs: number) => (runs > 2 ? 250 : 100);

export function createLiveRuns(after: (milliseconds: number, run: () => void) => () => void): LiveRuns {
  const { subscribe, notify } = createListeners();
  const running = new Map<Id, Running>();
  let shown: ReadonlyMap<Id, LiveRun> = new Map();
  let isDue = false;

  function showNow(): void {
    isDue = false;
    shown = new Map([...running].map(([id, { progress }]) => [id, progress.read()]));
    notify();
  }

  return {
    running,
    show() {
      if (isDue) return;
      isDue = true;
      after(shownEveryMs(running.size), showNow);
    },
    showNow,
    read: () => shown,
    subscribe,
  };
}
