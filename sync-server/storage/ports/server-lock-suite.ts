/** Tests every implementation of `server-lock-port.ts`. `open` gives the lock of one and the same store. */
import { expect, test } from 'vitest';
import { CannotStart } from '../failures/cannot-start.ts';
import type { ServerLock } from './server-lock-port.ts';

export type LockScene = { acquire(): Promise<ServerLock>; [Symbol.dispose](): void };

export function serverLockSuite(open: () => LockScene): void {
  test('a store belongs to one server until that one releases it', async () => {
    using scene = open();
    const first = await scene.acquire();
    await expect(scene.acquire()).rejects.toThrow(CannotStart);
    await expect(scene.acquire()).rejects.toThrow(/^Another Promptory server is already using /);
    await first.release();
    const second = await scene.acquire();
    await second.release();
  });

  test('of two servers that start at the same moment one gets the store', async () => {
    using scene = open();
    const outcomes = await Promise.allSettled([scene.acquire(), scene.acquire()]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    for (const outcome of outcomes) if (outcome.status === 'fulfilled') await outcome.value.release();
  });
}
