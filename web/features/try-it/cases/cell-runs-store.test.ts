import { expect, test, vi } from 'vitest';
import { createListeners } from '#shared/events/listeners.ts';
import { noRating, type RunHead } from '#shared/model/run/run.ts';
import type { CellsAtWork, CellsUnderWay } from '#shared/model/run/run-request.ts';
import { cellRunsOf, storeJudged } from '../../../data/run/cell-runs.ts';
import { beginRun, storeRun } from '../../../data/run/run-ring.ts';
import { openedLibrary } from '../../../data/testing/server-rows-scene.ts';
import { manualClock } from '../../../ui/testing/manual-clock.ts';
import { createCellRunsStore } from './cell-runs-store.ts';

const promptId = 2;
const idle: CellsUnderWay = { waiting: new Set(), running: new Map(), givenUp: [], patient: [] };

async function scene() {
  const library = await openedLibrary();
  const clock = manualClock();
  const { subscribe, notify } = createListeners();
  let underWay = idle;
  let atWork: CellsAtWork = { running: new Map(), isIdle: true };
  const cells = { start() {}, follow() {}, stop() {}, read: () => underWay, atWork: () => atWork, subscribe };
  const store = createCellRunsStore({ library, promptId, cells, after: clock.after });

  /** A run of a cell that has ended, by whichever tab. */
  async function ran(id: number, cell: string, more: Partial<RunHead> = {}): Promise<void> {
    const head: RunHead = {
      ...{ id, promptId, versionId: null, textHash: '', device: 'Laptop', from: 'device', state: 'done' },
      ...{ model: { entryId: 7, name: 'Local', kind: 'openai', model: 'm' }, cell },
      ...{ startedAt: new Date(id * 1_000).toISOString(), firstMs: 1, totalMs: 2, usage: null, cost: null },
      ...{ problems: [], rating: noRating, excerpt: '' },
      ...more,
    };
    await beginRun(library, head, { messages: [], values: {}, settings: {}, attachments: [] });
    await storeRun(library, head, { answer: 'Yes.', reasoning: '', toolCalls: [] });
  }

  function goOn(next: CellsUnderWay): void {
    underWay = next;
    const { running, waiting } = next;
    atWork = { running, isIdle: running.size === 0 && waiting.size === 0 };
    notify();
  }

  const shown = () => {
    clock.pass(1_000);
    return [...(store.read().newest ?? [])].map(([cell, { id }]) => `${cell} ${id}`).sort();
  };
  /** Reads runs again, until they are shown. */
  async function refreshed(ids: readonly number[]): Promise<void> {
    let isDone = false;
    const done = store.refresh(ids).then(() => {
      isDone = true;
    });
    await vi.waitFor(() => {
      clock.pass(1_000);
      expect(isDone).toBe(true);
    });
    await done;
  }
  return { library, store, clock, ran, goOn, shown, refreshed };
}

const running = (...cells: [string, number][]): CellsUnderWay => ({ ...idle, running: new Map(cells) });

test('the newest run of each cell is known, and runs of other prompts are not', async () => {
  const { store, ran, shown } = await scene();
  expect(store.read().newest).toBeNull();
  for (const id of [1, 3, 2]) await ran(id, 'a');
  await ran(4, 'b');
  await ran(5, 'a', { promptId: 99 });
  await store.load();
  expect(shown()).toEqual(['a 3', 'b 4']);
});

test('a run that ended in this tab is read by itself, and all once nothing is under way', async () => {
  const { store, ran, goOn, shown } = await scene();
  store.watch();
  goOn(running(['a', 1], ['b', 2]));
  await ran(1, 'a');
  await ran(9, 'elsewhere');
  goOn(running(['b', 2]));
  await vi.waitFor(() => expect(shown()).toEqual(['a 1']));
  await ran(2, 'b');
  goOn(idle);
  await vi.waitFor(() => expect(shown()).toEqual(['a 1', 'b 2', 'elsewhere 9']));
});

test('an outcome is shown once its run is read again', async () => {
  const { library, store, ran, shown, refreshed } = await scene();
  await ran(1, 'a');
  await store.load();
  expect(shown()).toEqual(['a 1']);
  await storeJudged(library, new Map([[1, { by: 'x', passed: true, score: 1 }]]));
  await refreshed([1, 77]);
  expect(shown()).toEqual(['a 1']);
  expect(store.read().newest?.get('a')?.judged).toEqual({ by: 'x', passed: true, score: 1 });
});

test('a run that is gone is shown no longer once it is read again', async () => {
  const { library, store, ran, shown, refreshed } = await scene();
  await ran(1, 'a');
  await ran(2, 'b');
  await store.load();
  await library.db.runs.delete(1);
  await refreshed([1, 2]);
  expect(shown()).toEqual(['b 2']);
  await library.db.runs.delete(2);
  await store.load();
  expect(shown()).toEqual([]);
});

test('what another tab runs is shown while it does', async () => {
  const { store, ran, shown } = await scene();
  await ran(1, 'a');
  await store.load();
  const stop = store.watch();
  await ran(2, 'b', { state: 'running' });
  await vi.waitFor(() => expect(shown()).toEqual(['a 1', 'b 2']));
  expect(store.read().newest?.get('b')?.state).toBe('running');
  await ran(2, 'b');
  await vi.waitFor(() => expect([shown(), store.read().newest?.get('b')?.state]).toContain('done'));
  stop();
});

test('a run of another tab that is asked for patience is shown no longer', async () => {
  const { library, store, ran, shown } = await scene();
  await ran(1, 'a');
  await store.load();
  const stop = store.watch();
  await ran(2, 'b', { state: 'running' });
  await ran(3, 'c');
  await vi.waitFor(() => expect(shown()).toEqual(['a 1', 'b 2', 'c 3']));
  await library.db.runs.delete(2);
  await vi.waitFor(() => expect(shown()).toEqual(['a 1', 'c 3']));
  stop();
});

test('the runs that are known of a cell are read again too', async () => {
  const { library, store, ran, shown } = await scene();
  await ran(1, 'a');
  await ran(2, 'b');
  await store.load();
  await library.db.runs.bulkDelete([1, 2]);
  void store.refresh([], ['a']);
  await vi.waitFor(() => expect(shown()).toEqual(['b 2']));
});

test('listeners are notified at most four times a second', async () => {
  const { store, goOn, clock } = await scene();
  const listener = vi.fn();
  store.subscribe(listener);
  store.watch();
  for (let count = 1; count < 40; count += 1) {
    goOn({ ...running(['a', count]), waiting: new Set(['b']) });
    clock.pass(25);
  }
  expect(listener.mock.calls.length).toBeLessThanOrEqual(4);
});

test('thousands of runs are all read', async () => {
  const { library, ran } = await scene();
  for (let id = 1; id <= 1_001; id += 1) await ran(id, `cell ${id}`);
  expect(await cellRunsOf(library, promptId)).toHaveLength(1_001);
});
