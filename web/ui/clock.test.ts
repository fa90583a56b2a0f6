import { expect, test } from 'vitest';
import { afterRunning } from './clock.ts';
import { manualClock } from './testing/manual-clock.ts';

function scene(milliseconds: number) {
  const clock = manualClock();
  const runs: number[] = [];
  const callOff = afterRunning(clock, milliseconds, () => runs.push(clock.now()));
  return { clock, runs, callOff };
}

test.each([50, 100, 250, 10_000])('a page that runs is waited for %d ms', (milliseconds) => {
  const { clock, runs } = scene(milliseconds);
  clock.pass(milliseconds - 1);
  expect(runs).toEqual([]);
  clock.pass(1);
  expect(runs).toEqual([milliseconds]);
});

test('time in which the page stands still is not waited', () => {
  const { clock, runs } = scene(1_000);
  clock.standStill(60_000);
  clock.pass(899);
  expect(runs).toEqual([]);
  clock.pass(1);
  expect(runs).toEqual([60_900]);
});

test('a wait that is called off between two turns does not end', () => {
  const { clock, runs, callOff } = scene(1_000);
  clock.pass(500);
  callOff();
  clock.pass(60_000);
  expect(runs).toEqual([]);
});
