import { IDBFactory } from 'fake-indexeddb';
import { expect, test, vi } from 'vitest';
import { limits } from '#shared/model/limits.ts';
import { cellRunsOf } from '../../data/run/cell-runs.ts';
import { type ModelClient, RunFailure } from '../model-client.ts';
import { cellOf, entry, isIdle, openTab, whenIdle } from '../testing/cells-scene.ts';
import { oneBrowser, promptId } from '../testing/run-scene.ts';

/** A time that passes only while cells wait for it, which can be held. */
function timeOfPauses() {
  let now = 0;
  let isHeld = false;
  const pauses: number[] = [];
  return {
    pauses,
    hold() {
      isHeld = true;
    },
    now: () => now,
    clock: {
      after(milliseconds: number, run: () => void) {
        pauses.push(milliseconds);
        now += milliseconds;
        if (!isHeld) queueMicrotask(run);
        return () => {};
      },
    },
  };
}

/** Refuses the first requests, and names when it may be asked again. */
function busyClient(refusals: number, until: () => number) {
  let calls = 0;
  const client: ModelClient = async function* () {
    calls += 1;
    if (calls <= refusals)
      throw new RunFailure({
        kind: 'rateLimited',
        until: new Date(until()).toISOString(),
        message: 'Slow down',
      });
    yield { kind: 'text', text: 'Hello' };
  };
  return { client, calls: () => calls };
}

test('an endpoint that asks for patience is given it, and each cell is answered', async () => {
  const time = timeOfPauses();
  const { client } = busyClient(limits.failedRunsInRow * 3, () => time.now() + 5_000);
  const tab = await openTab(new IDBFactory(), client, oneBrowser(), time);
  tab.cells.start(
    promptId,
    ['one', 'two', 'three', 'four', 'five'].map((text) => cellOf(text)),
  );
  await whenIdle(tab);
  expect(tab.cells.read(promptId)).toMatchObject({ givenUp: [], patient: [] });
  expect(time.pauses.length).toBeGreaterThan(2);
  expect((await cellRunsOf(tab.library, promptId)).map(({ state }) => state)).toEqual(
    Array.from({ length: 5 }, () => 'done'),
  );
});

test.each([
  ['for longer than anybody waits', 3_600_000, 0],
  ['again and again', 30_000, 20],
])('an endpoint that asks for patience %s has failed', async (_, milliseconds, pauses) => {
  const time = timeOfPauses();
  const { client, calls } = busyClient(Number.POSITIVE_INFINITY, () => time.now() + milliseconds);
  const tab = await openTab(new IDBFactory(), client, oneBrowser(), time);
  const one = { ...entry, atOnce: 1 };
  const cells = Array.from({ length: 50 }, (_each, count) => cellOf(`case ${count}`, one));
  tab.cells.start(promptId, cells);
  await whenIdle(tab);
  expect(tab.cells.read(promptId).givenUp).toEqual(['Mine']);
  expect(time.pauses).toHaveLength(pauses);
  expect(calls()).toBe(pauses + limits.failedRunsInRow);
});

test('what waits for an endpoint that asked for patience can be stopped', async () => {
  const time = timeOfPauses();
  time.hold();
  const { client, calls } = busyClient(Number.POSITIVE_INFINITY, () => time.now() + 5_000);
  const tab = await openTab(new IDBFactory(), client, oneBrowser(), time);
  tab.cells.start(promptId, [cellOf('one', { ...entry, atOnce: 1 })]);
  await vi.waitFor(() => expect(time.pauses).toHaveLength(1), { timeout: 30_000, interval: 5 });
  expect(tab.cells.read(promptId)).toMatchObject({ waiting: new Set(['m one']), patient: ['Mine'] });
  tab.cells.stop(promptId);
  expect(isIdle(tab)).toBe(true);
  expect(calls()).toBe(1);
});

test('a clock that is set back meanwhile makes nobody wait for as long again', async () => {
  const pauses: number[] = [];
  let now = 10_000_000;
  const clock = {
    after(milliseconds: number, run: () => void) {
      pauses.push(milliseconds);
      now = milliseconds;
      queueMicrotask(run);
      return () => {};
    },
  };
  const { client } = busyClient(1, () => now + 5_000);
  const tab = await openTab(new IDBFactory(), client, oneBrowser(), { clock, now: () => now });
  tab.cells.start(promptId, [cellOf('one', { ...entry, atOnce: 1 })]);
  await whenIdle(tab);
  expect(pauses).toEqual([5_000]);
  expect((await cellRunsOf(tab.library, promptId)).map(({ state }) => state)).toEqual(['done']);
});
