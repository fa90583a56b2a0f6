import { expect, test } from 'vitest';
import { limits } from '#shared/model/limits.ts';
import { manualClock } from '../../../ui/testing/manual-clock.ts';
import { createAutosaveTimer } from './autosave-timer.ts';

/** A timer whose saves begin at once, with the times at which they do. */
function scene() {
  const clock = manualClock();
  const saves: number[] = [];
  const timer = createAutosaveTimer(clock, () => {
    saves.push(clock.now());
    timer.begin();
  });
  const typeUntil = (end: number) => {
    while (clock.now() < end) {
      timer.change();
      clock.pass(100);
    }
  };
  return { clock, saves, timer, typeUntil };
}

const latest = limits.autosaveLatestMs - limits.autosaveWriteMs;

test('a save begins once, 500 ms after the last of several keys', () => {
  const { clock, saves, timer } = scene();
  timer.change();
  clock.pass(100);
  timer.change();
  clock.pass(10_000);
  expect(saves).toEqual([100 + limits.autosaveDebounceMs]);
});

test('somebody who types without a pause is saved 600 ms after each first key that no save has begun with', () => {
  const { clock, saves, typeUntil } = scene();
  clock.pass(10_000);
  typeUntil(11_300);
  expect(latest).toBe(600);
  expect(saves).toEqual([10_600, 11_200]);
});

test('a key that is pressed after the latest time is saved at once', () => {
  const clock = manualClock();
  let saves = 0;
  const timer = createAutosaveTimer(clock, () => (saves += 1));
  timer.change();
  clock.pass(latest + 100);
  timer.change();
  clock.pass(0);
  expect(saves).toBe(2);
});

test('a save that begins by itself takes the place of the planned one', () => {
  const { clock, saves, timer } = scene();
  expect(timer.isWaiting()).toBe(false);
  timer.change();
  expect(timer.isWaiting()).toBe(true);
  timer.begin();
  expect(timer.isWaiting()).toBe(false);
  clock.pass(10_000);
  expect(saves).toEqual([]);
});

test('a retry comes after the time that is named and instead of the planned save', () => {
  const { clock, saves, timer } = scene();
  timer.change();
  timer.retryAfter(2000);
  clock.pass(10_000);
  expect(saves).toEqual([2000]);
});

test('a stopped timer saves nothing', () => {
  const { clock, saves, timer } = scene();
  timer.change();
  timer.stop();
  clock.pass(10_000);
  expect(saves).toEqual([]);
});
