import fc from 'fast-check';
import { expect, test } from 'vitest';
import { noRating, type RunHead } from '#shared/model/run/run.ts';
import { groupRuns, runTotals } from './group-runs.ts';

type Counted = Pick<RunHead, 'from' | 'cost' | 'promptId'> & {
  readonly tokens: readonly [number | null, number | null];
};

function runOf(
  { from, cost, promptId, tokens: [inputTokens, outputTokens] }: Counted,
  place: number,
): RunHead {
  return {
    ...{ id: place + 1, promptId, versionId: null, textHash: '', device: 'A test', from, cost },
    model: { entryId: 5, name: 'M', kind: 'openai', model: 'm' },
    ...{ state: 'done', startedAt: '2026-01-01T00:00:00.000Z', firstMs: 1, totalMs: 2 },
    usage: { inputTokens, outputTokens, cachedTokens: null, reasoningTokens: null },
    ...{ problems: [], rating: noRating, excerpt: '' },
  };
}

test('costs of this device and of the server are not added to each other, and unknown ones count nothing', () => {
  const runs = [
    { from: 'device' as const, cost: 0.5, promptId: 1, tokens: [10, 20] as const },
    { from: 'device' as const, cost: null, promptId: 1, tokens: [null, 5] as const },
    { from: 'node' as const, cost: 2, promptId: 2, tokens: [1, null] as const },
  ].map(runOf);
  expect(runTotals(runs)).toEqual({
    ...{ runs: 3, inputTokens: 11, outputTokens: 25 },
    costs: { device: 0.5, node: 2 },
  });
  expect(runTotals([]).costs).toEqual({ device: null, node: null });
});

const counted = fc.record({
  from: fc.constantFrom('device' as const, 'node' as const),
  cost: fc.constant(null),
  promptId: fc.integer({ min: 1, max: 4 }),
  tokens: fc.tuple(fc.option(fc.nat(1_000)), fc.option(fc.nat(1_000))),
});

test('each run is in one group, in its order, and the groups add up to all', () => {
  fc.assert(
    fc.property(fc.array(counted, { maxLength: 20 }), (all) => {
      const runs = all.map(runOf);
      const groups = groupRuns(runs, ({ promptId }) => String(promptId));
      const ids = groups.flatMap((group) => group.runs.map(({ id }) => id));
      expect([...ids].sort((one, other) => one - other)).toEqual(runs.map(({ id }) => id));
      for (const { runs: members, key } of groups) {
        expect(members).toEqual(runs.filter(({ promptId }) => String(promptId) === key));
      }
      const total = groups.reduce((sum, { totals }) => sum + totals.inputTokens, 0);
      expect(total).toBe(runTotals(runs).inputTokens);
    }),
  );
});
