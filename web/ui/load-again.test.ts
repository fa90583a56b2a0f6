import { expect, test } from 'vitest';
import { loadAgain } from './load-again.ts';

/** A page that skips pauses and writes them down. */
function pageOf(pauses: number[]): Window {
  const setTimeout = (run: () => void, ms: number) => {
    pauses.push(ms);
    run();
    return 0;
  };
  return Object.assign(Object.create(null), { setTimeout });
}

test('a part that breaks off on its way is loaded again after a pause', async () => {
  const pauses: number[] = [];
  let tries = 0;
  const load = async () => {
    tries += 1;
    if (tries < 3) throw new TypeError('Failed to fetch dynamically imported module');
    return 'the part';
  };
  expect(await loadAgain(load, pageOf(pauses))).toBe('the part');
  expect(pauses).toEqual([300, 1000]);
});

test('a part that cannot be had is given up, with what the last try said', async () => {
  const pauses: number[] = [];
  let tries = 0;
  const load = async () => {
    tries += 1;
    throw new TypeError(`try ${tries}`);
  };
  await expect(loadAgain(load, pageOf(pauses))).rejects.toThrow('try 5');
  expect(pauses).toHaveLength(4);
});
