/** Tests every implementation of `turns-port.ts`. */
import { expect, test } from 'vitest';
import type { TakeTurn } from './turns-port.ts';

export function turnsSuite(open: () => TakeTurn): void {
  test('turns at the same thing come one after the other, and the holder is notified that another waits', async () => {
    const take = open();
    const order: string[] = [];
    const first = await take('a');
    const second = take('a').then((turn) => {
      order.push(`second, overtaken ${turn.overtaken.aborted}`);
      return turn;
    });
    const third = take('a').then((turn) => {
      order.push(`third, overtaken ${turn.overtaken.aborted}`);
      return turn;
    });
    expect(first.overtaken.aborted).toBe(true);
    order.push('first ends');
    first[Symbol.dispose]();
    (await second)[Symbol.dispose]();
    (await third)[Symbol.dispose]();
    expect(order).toEqual(['first ends', 'second, overtaken true', 'third, overtaken false']);
  });

  test('other things have turns of their own', async () => {
    const take = open();
    const one = await take('a');
    const other = await take('b');
    expect([one.overtaken.aborted, other.overtaken.aborted]).toEqual([false, false]);
  });
}
