/**
 * Knows the newest run of each cell of a prompt, as long as its table is open.
 *
 * 1. All runs are read once, and again when nothing is under way any more and when the page is looked at again. In between
 *    only those that ended in this tab, were judged or rated are read: a table of thousands is not read for each of its cells.
 *    While this tab is at work on none, it looks every few seconds for those that another one has begun or ended.
 * 2. Listeners are notified at most twice a second: a table of thousands of cells is looked at again each time.
 * Before: `web/run/cases/run-cells.ts`. After: `use-cells.ts`.
 */
import { createListeners } from '#shared/events/listeners.ts';
import type { CellsUnderWay } from '#shared/model/run/run-request.ts';
import type { Library } from '../../../data/database/library.ts';
import { type CellRun, cellRunsById, cellRunsOf } from '../../../data/run/cell-runs.ts';
import type { CellsOfTab } from '../../../session/run-engine-type.ts';
import { followOtherTabs } from './follow-other-tabs.ts';

export type ShownCells = {
  /** By the keys of their cells; null until they are read. */
  readonly newest: ReadonlyMap<string, CellRun> | null;
  readonly underWay: CellsUnderWay;
};

export type CellRunsStore = {
  read(): ShownCells;
  subscribe(listener: () => void): () => void;
  /**
   * Reads these runs again, and those that are known of these cells; what is gone is shown no longer. Resolves once
   * listeners were notified.
   */
  refresh(ids: readonly number[], cells?: readonly string[]): Promise<void>;
  /** Reads all runs again. */
  load(): Promise<void>;
  /** Watches what this tab runs; returns how to stop. */
  watch(): () => void;
};

type StoreDeps = {
  readonly library: Library;
  readonly promptId: number;
  readonly cells: CellsOfTab;
  after(milliseconds: number, run: () => void): () => void;
};

const shownEveryMs = 500;

export function createCellRunsStore({ library, promptId, cells, after }: StoreDeps): CellRunsStore {
  const { subscribe, notify } = createListeners();
  let newest: Map<string, CellRun> | null = null;
  let atWork = cells.atWork(promptId);
  let shown: ShownCells = { newest, underWay: cells.read(promptId) };
  const showSoon = atMostEvery(shownEveryMs, after, () => {
    shown = { newest: newest === null ? null : new Map(newest), underWay: cells.read(promptId) };
    notify();
  });

  /** `ids`: those that were looked for; what is not among the runs is gone. */
  function take(runs: readonly CellRun[], ids: readonly number[] = []): Promise<void> {
    newest ??= new Map();
    forgetGone(newest, ids, runs);
    addNewer(newest, runs);
    return showSoon();
  }

  async function refresh(named: readonly number[], cellKeys: readonly string[] = []): Promise<void> {
    const ids = [...named, ...cellKeys.flatMap((key) => newest?.get(key)?.id ?? [])];
    await take(await cellRunsById(library, ids), ids);
  }

  /** Reads all runs; where the storage fails there are none, and the next run shows what is wrong. */
  async function load(): Promise<void> {
    const before = [...(newest?.values() ?? [])].map(({ id }) => id);
    const found = await cellRunsOf(library, promptId).catch(() => []);
    void take(found, before);
  }

  /** A run that is under way no longer has ended: its row is read. */
  function follow(): void {
    const before = atWork;
    atWork = cells.atWork(promptId);
    if (atWork === before) return;
    const now = new Set(atWork.running.values());
    const ended = [...before.running.values()].filter((id) => !now.has(id));
    // Where the library has closed there is no row any more, and nobody who looks at it.
    if (atWork.isIdle) void load();
    else if (ended.length > 0) void refresh(ended).catch(() => undefined);
    void showSoon();
  }

  return {
    read: () => shown,
    subscribe,
    refresh,
    load,
    watch() {
      follow();
      const stop = cells.subscribe(follow);
      const of = { known: () => newest, isIdle: () => atWork.isIdle, onNews: take, onGone: refresh };
      const stopOthers = followOtherTabs({ library, promptId, after, ...of });
      return () => {
        stop();
        stopOthers();
      };
    },
  };
}

/** Returns what has `run` run after a while, once for all that ask until then; its promise resolves when it has. */
function atMostEvery(milliseconds: number, after: StoreDeps['after'], run: () => void): () => Promise<void> {
  let due: Promise<void> | null = null;
  return () => {
    due ??= new Promise((resolve) => {
      after(milliseconds, () => {
        due = null;
        run();
        resolve();
      });
    });
    return due;
  };
}

function addNewer(newest: Map<string, CellRun>, runs: readonly CellRun[]): void {
  for (const run of runs) {
    const known = newest.get(run.cell);
    if (known === undefined || known.id === run.id || known.startedAt <= run.startedAt)
      newest.set(run.cell, run);
  }
}

/** Removes the runs of these ids that were not found. */
function forgetGone(newest: Map<string, CellRun>, ids: readonly number[], found: readonly CellRun[]): void {
  const gone = new Set(ids);
  for (const { id } of found) gone.delete(id);
  if (gone.size === 0) return;
  for (const [cell, { id }] of newest) if (gone.has(id)) newest.delete(cell);
}
