import { expect, test } from 'vitest';
import { createBoundedQueue } from './bounded-queue.ts';

function gate() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { opened: promise, open: resolve };
}

test('tasks beyond those running wait their turn, and those beyond the waiting are turned away', async () => {
  const queue = createBoundedQueue({ atOnce: 2, waiting: 1 });
  const gates = [gate(), gate(), gate()];
  const started: number[] = [];
  const runs = gates.map((one, index) =>
    queue.run(async () => {
      started.push(index);
      await one.opened;
      return index;
    }),
  );
  expect(await queue.run(async () => 'never')).toEqual({ kind: 'full' });
  expect(started).toEqual([0, 1]);
  gates[0]?.open();
  await runs[0];
  gates[1]?.open();
  gates[2]?.open();
  expect(await Promise.all(runs)).toEqual([
    { kind: 'done', outcome: 0 },
    { kind: 'done', outcome: 1 },
    { kind: 'done', outcome: 2 },
  ]);
  expect(started).toEqual([0, 1, 2]);
});

test('a task that fails frees its place', async () => {
  const queue = createBoundedQueue({ atOnce: 1, waiting: 0 });
  await expect(
    queue.run(async () => {
      throw new Error('broken');
    }),
  ).rejects.toThrow('broken');
  expect(await queue.run(async () => 'next')).toEqual({ kind: 'done', outcome: 'next' });
});
