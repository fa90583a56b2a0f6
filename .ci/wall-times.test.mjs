import { expect, test } from 'vitest';
import { wallTimes } from './wall-times.mjs';

test('the summary names every part with its wall time, also one that failed, and what all took', async () => {
  let clock = 0;
  const { timed, summary } = wallTimes({ now: () => clock, installMs: 1500 });
  const takes = (ms) => async () => {
    clock += ms;
    return ms;
  };
  expect(await timed('Vitest', takes(90_000))).toBe(90_000);
  const failing = timed('Playwright', async () => {
    clock += 500;
    throw new Error('no browser');
  });
  await expect(failing).rejects.toThrow('no browser');
  expect(summary()).toBe('Wall time: install 1.5 s, Vitest 90.0 s, Playwright 0.5 s; together 92.0 s.');
});
