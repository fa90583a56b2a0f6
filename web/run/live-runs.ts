/** The runs of this tab that are in memory, as the screens see them: listeners are notified once for each frame. */
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
  /** With the next frame. */
  show(): void;
  showNow(): void;
  read(): ReadonlyMap<Id, LiveRun>;
  subscribe(listener: () => void): () => void;
};

const frameMs = 16;

export function createLiveRuns(after: (milliseconds: number, run: () => void) => () => void): LiveRuns {
  const { subscribe, notify } = createListeners();
  const running = new Map<Id, Running>();
  let shown: ReadonlyMap<Id, LiveRun> = new Map();
  let isFrameDue = false;

  function showNow(): void {
    isFrameDue = false;
    shown = new Map([...running].map(([id, { progress }]) => [id, progress.read()]));
    notify();
  }

  return {
    running,
    show() {
      if (isFrameDue) return;
      isFrameDue = true;
      after(frameMs, showNow);
    },
    showNow,
    read: () => shown,
    subscribe,
  };
}
