import { expect, test } from 'vitest';
import { createAttemptThrottle } from './attempt-throttle.ts';

function throttleOf(options: { allowed: number; maxKeys?: number }) {
  const clock = { at: 1_000_000 };
  const throttle = createAttemptThrottle({ ...options, windowMs: 60_000, now: () => clock.at });
  return { clock, throttle };
}

test('attempts beyond the allowed are refused until the window ends, and say how long that is', () => {
  const { clock, throttle } = throttleOf({ allowed: 2 });
  expect(throttle.take('ada').kind).toBe('allowed');
  clock.at += 10_500;
  expect(throttle.take('ada').kind).toBe('allowed');
  expect(throttle.take('ada')).toEqual({ kind: 'throttled', retryAfterSeconds: 50 });
  expect(throttle.take('grace').kind).toBe('allowed');
  clock.at += 49_500;
  expect(throttle.take('ada').kind).toBe('allowed');
});

test('an attempt that is given back does not count', () => {
  const { throttle } = throttleOf({ allowed: 1 });
  throttle.take('ada');
  throttle.giveBack('ada');
  expect(throttle.take('ada').kind).toBe('allowed');
  expect(throttle.take('ada').kind).toBe('throttled');
  throttle.forget('ada');
  expect(throttle.take('ada').kind).toBe('allowed');
});

test('a flood of keys drops the oldest ones and never grows past the bound', () => {
  const { throttle } = throttleOf({ allowed: 1, maxKeys: 3 });
  for (const key of ['a', 'b', 'c', 'd']) throttle.take(key);
  expect(throttle.take('d').kind).toBe('throttled');
  expect(throttle.take('a').kind).toBe('allowed');
});
