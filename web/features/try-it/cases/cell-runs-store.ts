/**
 * Knows the newest run of each cell of a prompt, as long as its table is open.
 *
 * 1. All runs are read once, and again when nothing is under way any more and when the page is looked at again: another
 *    tab may have run some. In between only
 *    those that ended in this tab, were judged or rated are read: a table of thousands is not read for each of its cells.
 * 2. Listeners are notified at most twice a second: a table of thousands of cells is looked at again each time.
 * Before: `web/run/cases/run-cells.ts`. After: `use-cells.ts`.
 */
import { createListeners } from '#shared/events/listeners.ts';
import type { CellsUnderWay } from '#shared/model/run/run-request.ts';
import type { Library } from '../../../data/database/library.ts';
import { type CellRun, cellRunsById, cellRunsOf } from '../../../data/run/cell-runs.ts';
import type { CellsOfTab } from '../../../session/run-engine-type.ts';

export type ShownCells = {
  /** By the keys of their cells; null until they are read. */
  readonly newest: ReadonlyMap<string, CellRun> | null;
  readonly underWay: CellsUnderWay;
};

export type CellRunsStore = {
  read(): ShownCells;
  subscribe(listener: () => void): () => void;
  /** Reads these runs again; those that are gone are shown no longer. */
  refresh(ids: readonly number[]): Promise<void>;
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
  let isDue = false;

  function showSoon(): void {
    if (isDue) return;
    isDue = true;
    after(shownEveryMs, () => {
      isDue = false;
      shown = { newest: newest === null ? null : new Map(newest), underWay: cells.read(promptId) };
      notify();
    });
  }

  function take(runs: readonly CellRun[]): void {
    newest ??= new Map();
    addNewer(newest, runs);
    showSoon();
  }

  async function refresh(ids: readonly number[]): Promise<void> {
    const found = await cellRunsById(library, ids);
    if (newest !== null) forgetGone(newest, ids, found);
    take(found);
  }

  /** Reads all runs; where the storage fails there are none, and the next run shows what is wrong. */
  async function load(): Promise<void> {
    take(await cellRunsOf(library, promptId).catch(() => []));
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
    showSoon();
  }

  return {
    read: () => shown,
    subscribe,
    refresh,
    load,
    watch() {
      follow();
      return cells.subscribe(follow);
    },
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
  if (found.length === ids.length) return;
  const there = new Set(found.map(({ id }) => id));
  for (const [cell, { id }] of newest) if (ids.includes(id) && !there.has(id)) newest.delete(cell);
}
