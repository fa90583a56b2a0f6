/** Tests every implementation of `model-usage-port.ts`. Each test gets storages of its own. */
import { expect, test } from 'vitest';
import type { AccountsStorage } from '../accounts-port.ts';
import type { ModelUsageStorage } from './model-usage-port.ts';

export type ModelUsageScene = {
  accounts: AccountsStorage;
  modelUsage: ModelUsageStorage;
  [Symbol.dispose](): void;
};

const user = (id: number) => ({
  ...{ id, username: `User ${id}`, usernameKey: `user ${id}`, displayName: 'U', passwordHash: 'hash' },
  ...{ createdAt: 1, isAdmin: false },
});

export function modelUsageSuite(open: () => ModelUsageScene): void {
  test('what runs used is added up for each person and day', async () => {
    using scene = open();
    const { accounts, modelUsage } = scene;
    for (const id of [1, 2]) await accounts.addUser(user(id));
    expect(await modelUsage.usageOn(1, '2026-01-01')).toEqual({ tokens: 0, cost: 0 });
    await Promise.all([
      modelUsage.addUsage(1, '2026-01-01', { tokens: 10, cost: 250 }),
      modelUsage.addUsage(1, '2026-01-01', { tokens: 5, cost: 500 }),
      modelUsage.addUsage(1, '2026-01-02', { tokens: 1, cost: 0 }),
      modelUsage.addUsage(2, '2026-01-01', { tokens: 3, cost: 8 }),
    ]);
    expect(await modelUsage.usageOn(1, '2026-01-01')).toEqual({ tokens: 15, cost: 750 });
    expect(await modelUsage.usageOn(1, '2026-01-02')).toEqual({ tokens: 1, cost: 0 });
    expect(await modelUsage.usageOn(2, '2026-01-01')).toEqual({ tokens: 3, cost: 8 });
  });
}
