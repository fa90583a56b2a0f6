import { expect, test } from 'vitest';
import { manualClock } from '../testing/manual-clock.ts';
import { createTooltipTiming } from './tooltip-timing.ts';

function scene() {
  const clock = manualClock();
  let shown: string | undefined;
  const timing = createTooltipTiming<string>(clock, (target) => {
    shown = target;
  });
  return { clock, timing, shown: () => shown };
}

test('a tooltip shows after the pointer has rested for 700 ms', () => {
  const { clock, timing, shown } = scene();
  timing.pointerEnters('bold');
  clock.pass(699);
  expect(shown()).toBeUndefined();
  clock.pass(1);
  expect(shown()).toBe('bold');
});

test('a pointer that passes by shows nothing', () => {
  const { clock, timing, shown } = scene();
  timing.pointerEnters('bold');
  clock.pass(500);
  timing.pointerLeaves();
  clock.pass(5000);
  expect(shown()).toBeUndefined();
});

test.each([
  ['within 300 ms of the last one the next shows at once', 299, 'italic'],
  ['after 300 ms the wait is a whole one again', 300, undefined],
])('%s', (_rule, between, expected) => {
  const { clock, timing, shown } = scene();
  timing.pointerEnters('bold');
  clock.pass(700);
  timing.hideNow();
  timing.pointerLeaves();
  clock.pass(between);
  timing.pointerEnters('italic');
  expect(shown()).toBe(expected);
});

test('the focus shows it at once, and a press, a key or a scroll takes it away', () => {
  const { timing, shown } = scene();
  timing.focusEnters('bold');
  expect(shown()).toBe('bold');
  timing.hideNow();
  expect(shown()).toBeUndefined();
});

test('the pointer may cross the gap to the tooltip and back', () => {
  const { clock, timing, shown } = scene();
  timing.pointerEnters('bold');
  clock.pass(700);
  timing.pointerLeaves();
  clock.pass(99);
  timing.pointerEnters('bold');
  clock.pass(1000);
  expect(shown()).toBe('bold');
  timing.pointerLeaves();
  clock.pass(100);
  expect(shown()).toBeUndefined();
});
