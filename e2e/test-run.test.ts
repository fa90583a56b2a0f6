import { expect, test } from 'vitest';
import { longPatterns, patternsOf, readTestRun, seedsThatFailed } from './test-run.ts';

const laterThan = (first: number) => seedsThatFailed.filter((seed) => seed > first).length;

test('the gate runs the same seeds each time, those that once failed first and each of them once', () => {
  const { isFull, simulationSeeds, propertySeed } = readTestRun({});
  expect(isFull).toBe(false);
  expect(simulationSeeds.slice(0, seedsThatFailed.length)).toEqual(seedsThatFailed);
  expect(new Set(simulationSeeds).size).toBe(simulationSeeds.length);
  expect(simulationSeeds).toHaveLength(50 + laterThan(50));
  const server = { serverKills: 3, serverWriters: 4 };
  expect(readTestRun({})).toEqual({
    length: 'all',
    isFull,
    simulationSeeds,
    propertySeed,
    replayedSeed: undefined,
    ...server,
  });
});

test('a full run has 500 fixed seeds and as many fresh ones as it is told', () => {
  const environment = {
    PROMPTORY_FULL: '1',
    SIMULATION_FIRST_SEED: '70001',
    SIMULATION_FRESH_SEEDS: '2000',
    FAST_CHECK_SEED: '-7',
  };
  const { isFull, simulationSeeds, propertySeed } = readTestRun(environment);
  expect([isFull, propertySeed]).toEqual([true, -7]);
  expect(simulationSeeds).toHaveLength(500 + laterThan(500) + 2000);
  expect(simulationSeeds.slice(-1)).toEqual([72_000]);
});

test('a run of so many seeds takes those that once failed, and then the seeds from 1 on', () => {
  const { simulationSeeds } = readTestRun({ SIMULATION_SEEDS: '60' });
  expect(simulationSeeds).toHaveLength(60);
  expect(simulationSeeds.slice(0, 3)).toEqual(seedsThatFailed.slice(0, 3));
  expect(simulationSeeds.slice(seedsThatFailed.length, -1)).toContain(1);
});

test.each([
  ['short', ['x/*.test.ts'], ['**/*.long.{test,spec}.*']],
  ['long', ['x/*.long.test.ts'], []],
  ['all', ['x/*.test.ts', 'x/*.long.test.ts'], []],
] as const)('a %s run has the files of its length', (length, patterns, without) => {
  expect(patternsOf(length, ['x/*.test.ts'])).toEqual(patterns);
  expect(longPatterns(length)).toEqual(without);
});

test('a long file in the browser is one of its project', () => {
  expect(patternsOf('long', ['web/**/*.browser.test.{ts,tsx}'])).toEqual([
    'web/**/*.browser.long.test.{ts,tsx}',
  ]);
});

test.each([
  { TEST_LENGTH: 'medium' },
  { SIMULATION_SEEDS: '0' },
  { SIMULATION_SEED: 'x' },
  { FAST_CHECK_SEED: '1.5' },
  { PROMPTORY_FULL: 'yes' },
])('the environment %j ends a run before its first test', (environment) => {
  expect(() => readTestRun(environment)).toThrow();
});
