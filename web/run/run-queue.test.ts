import { expect, test } from 'vitest';
import type { Exclusive } from '../platform/exclusive.ts';
import { createRunQueue } from './run-queue.ts';
import { oneBrowser } from './testing/run-scene.ts';

const address = 'http://localhost:11434/v1';

function twoTabs(exclusive: Exclusive = oneBrowser()) {
  const begun: string[] = [];
  const tabs = [createRunQueue(exclusive), createRunQueue(exclusive)] as const;
  /** Returns how the run ends; it is in `begun` from its turn on. */
  const enter = (tab: 0 | 1, name: string, { atOnce = 1, signal = new AbortController().signal } = {}) =>
    tabs[tab].enter(address, atOnce, signal).then((leave) => {
      begun.push(name);
      return leave;
    });
  return { begun, enter };
}

test('where a model allows one run at a time, it is one in all tabs', async () => {
  const { begun, enter } = twoTabs();
  const leave = await enter(0, 'first');
  const second = enter(1, 'second');
  const third = enter(0, 'third');
  await new Promise(setImmediate);
  expect(begun).toEqual(['first']);
  leave();
  (await second)();
  await third;
  expect(begun).toEqual(['first', 'second', 'third']);
});

test('a run that is stopped while another tab has the turn is over at once, and keeps nobody waiting', async () => {
  const { begun, enter } = twoTabs();
  const leave = await enter(0, 'first');
  const stopped = new AbortController();
  const second = enter(1, 'second', { signal: stopped.signal });
  const third = enter(1, 'third');
  stopped.abort(new Error('stopped'));
  await expect(second).rejects.toThrow('stopped');
  leave();
  await third;
  expect(begun).toEqual(['first', 'third']);
});

test('where a model allows several runs at a time, tabs do not wait for one another', async () => {
  const { begun, enter } = twoTabs();
  await enter(0, 'first', { atOnce: 2 });
  await enter(1, 'second', { atOnce: 2 });
  expect(begun).toEqual(['first', 'second']);
});

test('where the browser refuses its locks, runs go on', async () => {
  const { begun, enter } = twoTabs(() => Promise.reject(new DOMException('No locks here.')));
  await enter(0, 'first');
  expect(begun).toEqual(['first']);
});
