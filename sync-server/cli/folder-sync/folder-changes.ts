/**
 * Tells that files of a folder were changed.
 *
 * 1. Each folder in it is watched, and no file: a watch upon a file stays with the file that was there when it began,
 *    and is deaf once another one is renamed over it, which is how this tool and most editors write. (So is the
 *    recursive watch of Node on Linux; those of macOS and Windows are the system's own.)
 * 2. Whatever came, went or was replaced under a name is watched anew.
 * 3. A system that cannot watch the folder tells of a change each time.
 */
import { type FSWatcher, readdirSync, watch } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { isMissing } from './folder-state.ts';

const settledMs = 400;

const isDeep = process.platform === 'darwin' || process.platform === 'win32';

export class FolderChanges {
  readonly #folder: string;
  /** By their paths. */
  readonly #watchers = new Map<string, FSWatcher>();
  #isWatched = true;
  #changedAt = 0;
  #wake = () => {};

  readonly #concerns: (path: string) => boolean;

  /** The folder may come later. `concerns`: whether a path in it is looked at. */
  constructor(folder: string, concerns: (path: string) => boolean) {
    this.#folder = folder;
    this.#concerns = concerns;
    this.#watch(folder);
  }

  #watch(folder: string): void {
    try {
      const watcher = watch(folder, { recursive: isDeep }, (event, name) => {
        if (name !== null && !this.#isOurs(join(folder, name))) return;
        if (event === 'rename' && name !== null && !isDeep) this.#rewatch(join(folder, name));
        this.#changedAt = performance.now();
        this.#wake();
      });
      watcher.on('error', () => this.#unwatch(folder));
      this.#watchers.set(folder, watcher);
      if (isDeep) return;
      for (const entry of readdirSync(folder, { withFileTypes: true })) {
        const path = join(folder, entry.name);
        if (entry.isDirectory() && this.#isOurs(path)) this.#watch(path);
      }
    } catch (error) {
      // A folder that has gone is told of by the one that it was in; otherwise the system has no more watches to give.
      if (!isMissing(error)) this.#isWatched = false;
    }
  }

  #isOurs(path: string): boolean {
    return this.#concerns(relative(this.#folder, path).replaceAll(sep, '/'));
  }

  #rewatch(path: string): void {
    this.#unwatch(path);
    this.#watch(path);
  }

  #unwatch(path: string): void {
    for (const [watched, watcher] of this.#watchers) {
      if (watched !== path && !watched.startsWith(path + sep)) continue;
      watcher.close();
      this.#watchers.delete(watched);
    }
  }

  /** Whether there may be a change since the last call. */
  take(): boolean {
    const isNew = !this.#watchers.has(this.#folder);
    if (isNew) this.#watch(this.#folder);
    const isChanged = isNew || this.#changedAt > 0 || !this.#isWatched;
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
    for (const watcher of this.#watchers.values()) watcher.close();
  }
}
