/** Tests every implementation of `throttle-port.ts`. Each test gets a throttle of its own. */
import { expect, test } from 'vitest';
import type { OpenThrottle } from './throttle-port.ts';

export function throttleSuite(open: OpenThrottle): void {
  let opened = 0;

  function throttleOf(options: { allowed: number; maxKeys?: number }) {
    const clock = { at: 1_000_000 };
    const throttle = open({
      name: `throttle ${++opened}`,
      ...options,
      windowMs: 60_000,
      now: () => clock.at,
    });
    return { clock, throttle };
  }

  test('attempts beyond the limit are refused until the window ends, with the time that is left', async () => {
    const { clock, throttle } = throttleOf({ allowed: 2 });
    expect((await throttle.take('ada')).kind).toBe('allowed');
    clock.at += 10_500;
    expect((await throttle.take('ada')).kind).toBe('allowed');
    expect(await throttle.take('ada')).toEqual({ kind: 'throttled', retryAfterSeconds: 50 });
    expect((await throttle.take('grace')).kind).toBe('allowed');
    clock.at += 49_500;
    expect((await throttle.take('ada')).kind).toBe('allowed');
  });

  test('an attempt that is given back does not count', async () => {
    const { throttle } = throttleOf({ allowed: 1 });
    await throttle.take('ada');
    await throttle.giveBack('ada');
    expect((await throttle.take('ada')).kind).toBe('allowed');
    expect((await throttle.take('ada')).kind).toBe('throttled');
    await throttle.forget('ada');
    expect((await throttle.take('ada')).kind).toBe('allowed');
  });

  test('attempts at the same moment are counted one by one', async () => {
    const { throttle } = throttleOf({ allowed: 3 });
    const taken = await Promise.all(['ada', 'ada', 'ada', 'ada', 'ada'].map((key) => throttle.take(key)));
    expect(taken.filter(({ kind }) => kind === 'allowed')).toHaveLength(3);
  });

  test('a flood of keys drops the oldest ones and never grows past the bound', async () => {
    const { throttle } = throttleOf({ allowed: 1, maxKeys: 3 });
    for (const key of ['a', 'b', 'c', 'd']) await throttle.take(key);
    expect((await throttle.take('d')).kind).toBe('throttled');
    expect((await throttle.take('a')).kind).toBe('allowed');
  });
}
