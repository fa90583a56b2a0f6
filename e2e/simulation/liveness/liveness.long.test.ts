/** Over more networks, of which many are drawn at random, a device gets to where nothing waits. */
import { expect, test } from 'vitest';
import { testRun } from '../../test-run.ts';
import { type Conditions, fairConditions } from './conditions.ts';
import { simulateLiveness } from './simulate-liveness.ts';

const scenes: [string, Partial<Conditions>][] = [
  ['a link of 2 kB/s', { bytesPerSecond: 2_000, edits: { count: 12, bytes: 40_000 } }],
  [
    'a link of 40 kB/s and more than it carries in a minute',
    { bytesPerSecond: 40_000, edits: { count: 28, bytes: 300_000 } },
  ],
  [
    'a proxy that closes while more than 1 MB is sent',
    { proxy: { bodyBytes: 1_000_000, answers: 'reset' }, edits: { count: 20, bytes: 200_000 } },
  ],
  ['pushes that are answered 500 for an hour', { pushOutageMs: 3_600_000 }],
  [
    'a backlog that begins with deletions, over connections that break off',
    {
      page: 2,
      backlog: { created: 80, deleted: 6 },
      bytesPerSecond: 4_000,
      bytesBetweenCuts: 25_000,
      edits: { count: 2, bytes: 8_000 },
    },
  ],
];

test.each(scenes)('a laptop becomes quiet within the bound with %s', async (_, set) => {
  expect((await simulateLiveness(1, { set: { ...fairConditions, ...set } })).found).toEqual([]);
});

const seeds = testRun.isFull ? 40 : 20;
const perTest = 10;
const total = { requests: 0, broken: 0, rounds: 0 };

for (let first = 1; first <= seeds; first += perTest) {
  test(`a laptop becomes quiet within the bound on any network: seeds ${first} to ${first + perTest - 1}`, async () => {
    for (let seed = first; seed < first + perTest; seed += 1) {
      const { found, conditions, requests, broken, rounds } = await simulateLiveness(seed);
      expect(found, `seed ${seed}: ${JSON.stringify(conditions)}`).toEqual([]);
      total.requests += requests;
      total.broken += broken;
      total.rounds += rounds;
    }
  });
}

test('much broke off on these networks: otherwise they would prove nothing', () => {
  console.log(
    `${total.requests} requests in ${total.rounds} rounds, ${total.broken} of them without an answer`,
  );
  expect(total.broken).toBeGreaterThan(seeds / 2);
});
