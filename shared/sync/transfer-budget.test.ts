import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { afterFailure, afterPass, initialBudget, type TransferBudget, transfer } from './transfer-budget.ts';

const kilobyte = 1024;
const most = 4 * 1024 * kilobyte;
const budgetOf = (bytes: number, more: Partial<TransferBudget> = {}): TransferBudget => ({
  ...initialBudget(most),
  bytes,
  ...more,
});

describe('the budget of the next request', () => {
  test.each([
    ['starts moderate', initialBudget(most), 128 * kilobyte],
    ['starts no larger than what is ever carried', initialBudget(1000), 1000],
    ['doubles after a quick one', afterPass(budgetOf(1000), { bytes: 1000, ms: 10 }), 2000],
    ['stays after one that used little of it', afterPass(budgetOf(1000), { bytes: 499, ms: 10 }), 1000],
    ['grows no further than what is ever carried', afterPass(budgetOf(most), { bytes: most, ms: 1 }), most],
    [
      'goes to what the link carries in 5 s',
      afterPass(budgetOf(40_000), { bytes: 40_000, ms: 8000 }),
      25_000,
    ],
    ['shrinks at most by half at once', afterPass(budgetOf(40_000), { bytes: 40_000, ms: 80_000 }), 20_000],
    ['grows by less than double near 5 s', afterPass(budgetOf(40_000), { bytes: 40_000, ms: 4000 }), 50_000],
    ['is half of it after a failure', afterFailure(budgetOf(1000), { bytes: 1000 }), 500],
    ['is half of what was tried, where that was less', afterFailure(budgetOf(8000), { bytes: 1000 }), 500],
    ['stays where more than it was tried', afterFailure(budgetOf(1000), { bytes: 9000 }), 500],
    ['never falls below what one mutation has', afterFailure(budgetOf(300), { bytes: 300 }), transfer.least],
  ])('%s', (_, budget, bytes) => {
    expect(budget.bytes).toBe(bytes);
  });

  test('a growth that failed makes the next one wait for twice as many successes', () => {
    let budget = budgetOf(1000);
    budget = afterPass(budget, { bytes: 1000, ms: 10 });
    budget = afterFailure(budget, { bytes: budget.bytes });
    const sizes = [budget.bytes];
    for (let request = 0; request < 2; request += 1) {
      budget = afterPass(budget, { bytes: budget.bytes, ms: 10 });
      sizes.push(budget.bytes);
    }
    expect(sizes).toEqual([1000, 1000, 2000]);
  });

  test('a growth that passed makes the next one come sooner again', () => {
    const waits = (more: Partial<TransferBudget>) =>
      afterPass(budgetOf(2000, { ...more, patience: 8 }), { bytes: 2000, ms: 10 }).patience;
    expect([waits({ passed: 1000 }), waits({ passed: 1500 }), waits({ passed: 0 })]).toEqual([4, 8, 8]);
  });

  test('a server that was gone for long costs no patience', () => {
    let budget = budgetOf(1000, { passed: 1000 });
    for (let request = 0; request < 20; request += 1) budget = afterFailure(budget, { bytes: budget.bytes });
    expect(afterPass(budget, { bytes: budget.bytes, ms: 10 }).bytes).toBe(2 * transfer.least);
  });
});

test('a link that cuts after N bytes soon carries what it can, and loses few requests later', () => {
  fc.assert(
    fc.property(fc.integer({ min: transfer.least, max: most }), (cut) => {
      let budget = initialBudget(most);
      let carried = 0;
      let lost = 0;
      for (let request = 0; request < 200; request += 1) {
        const { bytes } = budget;
        const passes = bytes <= cut;
        budget = passes ? afterPass(budget, { bytes, ms: 1 }) : afterFailure(budget, { bytes });
        if (request < 100) continue;
        if (passes) carried += bytes;
        else lost += 1;
      }
      expect(lost).toBeLessThanOrEqual(10);
      expect(carried / 100).toBeGreaterThanOrEqual(Math.min(cut, most) * 0.4);
    }),
  );
});

test('a link of any speed soon takes some seconds a request', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 2000 }), (bytesPerMs) => {
      let budget = initialBudget(most);
      for (let request = 0; request < 30; request += 1) {
        budget = afterPass(budget, { bytes: budget.bytes, ms: budget.bytes / bytesPerMs });
      }
      const ms = budget.bytes / bytesPerMs;
      expect(ms).toBeLessThanOrEqual(transfer.aimMs * 1.01);
      if (budget.bytes < most) expect(ms).toBeGreaterThanOrEqual(transfer.aimMs * 0.99);
    }),
  );
});
