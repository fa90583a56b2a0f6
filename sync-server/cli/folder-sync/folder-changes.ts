import { type FSWatcher, watch } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { stateFolder } from './folder-state.ts';

const settledMs = 400;

/** Tells that files were changed. A system that cannot watch the folder tells so each time. */
export class FolderChanges {
  readonly #watcher: FSWatcher | null;
  #isWatched = true;
  #changedAt = 0;
  #wake = () => {};

  constructor(folder: string) {
    this.#watcher = this.#watch(folder);
  }

  #watch(folder: string): FSWatcher | null {
    try {
      const watcher = watch(folder, { recursive: true }, (_event, name) => {
        if (name?.startsWith(stateFolder) === true) return;
        this.#changedAt = performance.now();
        this.#wake();
      });
      return watcher.on('error', () => {
        this.#isWatched = false;
      });
    } catch {
      // The system has no more watches to give.
      this.#isWatched = false;
      return null;
    }
  }

  /** Whether there may be a change since the last call. */
  take(): boolean {
    const isChanged = this.#changedAt > 0 || !this.#isWatched;
    this.#changedAt = 0;
    return isChanged;
  }

  wake(): void {
    this.#wake();
  }

  /** Resolves after a change, when the folder is quiet again; without one after `pauseMs`; at once where aborted. */
  async next(pauseMs: number, signal: AbortSignal): Promise<void> {
    const woken = new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
    const waiting = new AbortController();
    const paused = setTimeout(pauseMs, undefined, { signal: waiting.signal }).catch(() => {});
    if (this.#changedAt === 0) await Promise.race([woken, paused]);
    waiting.abort();
    while (!signal.aborted && performance.now() - this.#changedAt < settledMs)
      await setTimeout(settledMs / 4);
  }

  [Symbol.dispose](): void {
    this.#watcher?.close();
  }
}
