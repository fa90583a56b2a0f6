import { afterEach, expect, test, vi } from 'vitest';
import { createSystemTimers } from './system-timers.ts';

afterEach(() => vi.useRealTimers());

test('a run that fails is reported, and the next one comes', async () => {
  vi.useFakeTimers();
  const errors: string[] = [];
  const { every, after } = createSystemTimers(({ message }) => errors.push(message));
  const stop = every(1_000, () => Promise.reject(new Error('beat')));
  after(1_500, () => {
    throw new Error('once');
  });
  after(1_500, () => errors.push('not called off'))();
  await vi.advanceTimersByTimeAsync(2_000);
  stop();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(errors).toEqual(['beat', 'once', 'beat']);
});
