/**
 * Reads how much a run of the tests does, from its environment. The gate does a fixed amount with fixed seeds, in two
 * lengths: `npm test` leaves out the files named `*.long.test.*` and `*.long.spec.ts`, `npm run test:long` runs them.
 * `npm run test:full` does all of it, and adds seeds that it draws and prints.
 */
import { z } from 'zod';

const Count = z.coerce.number().int().positive();

const Environment = z.object({
  TEST_LENGTH: z.enum(['short', 'long', 'all']).default('all'),
  PROMPTORY_FULL: z.enum(['0', '1']).default('0'),
  /** How often the server is killed, and under how many writers. */
  SERVER_KILLS: Count.optional(),
  SERVER_WRITERS: Count.optional(),
  /** Seed of every property test. The default is arbitrary, and constant so that the gate is deterministic. */
  FAST_CHECK_SEED: z.coerce.number().int().default(20_261_122),
  /** Replays one seed of the simulation. */
  SIMULATION_SEED: Count.optional(),
  /** Runs so many seeds and no others. */
  SIMULATION_SEEDS: Count.optional(),
  /** Runs so many seeds more, from the first on. */
  SIMULATION_FRESH_SEEDS: Count.optional(),
  SIMULATION_FIRST_SEED: Count.default(1_000_001),
});

/** `short`: without the long files. `long`: those alone. */
export type TestLength = 'short' | 'long' | 'all';

export type TestRun = {
  readonly length: TestLength;
  readonly isFull: boolean;
  readonly serverKills: number;
  readonly serverWriters: number;
  readonly propertySeed: number;
  readonly replayedSeed: number | undefined;
  readonly simulationSeeds: readonly number[];
};

/** Seeds that once found a defect. They come first, so that what comes back is found within seconds. */
export const seedsThatFailed: readonly number[] = [
  55, 69, 75, 85, 238, 265, 302, 404, 502, 412_756, 413_332, 413_376, 413_206, 412_095, 412_214, 412_595,
  413_033, 413_194, 413_286, 500_240, 600_730, 822_094, 823_089, 3_000_272, 181, 379, 447,
];
const gateSeeds = 50;
const fullSeeds = 500;

export function readTestRun(environment: Readonly<Record<string, string | undefined>>): TestRun {
  const read = Environment.parse(environment);
  const isFull = read.PROMPTORY_FULL === '1';
  const alone = read.SIMULATION_SEEDS;
  const fixed = [...seedsThatFailed, ...seedsFrom(1, alone ?? (isFull ? fullSeeds : gateSeeds))];
  const fresh = seedsFrom(read.SIMULATION_FIRST_SEED, read.SIMULATION_FRESH_SEEDS ?? 0);
  return {
    length: read.TEST_LENGTH,
    isFull,
    serverKills: read.SERVER_KILLS ?? (isFull ? 100 : 3),
    serverWriters: read.SERVER_WRITERS ?? (isFull ? 20 : 4),
    propertySeed: read.FAST_CHECK_SEED,
    replayedSeed: read.SIMULATION_SEED,
    simulationSeeds: [...new Set([...fixed, ...fresh])].slice(0, alone),
  };
}

/** Returns the patterns of the test files of one length; a long file is named `NAME.long.test.ts`. */
export function patternsOf(length: TestLength, patterns: readonly string[]): string[] {
  const long = patterns.map((pattern) => pattern.replace(/\.(?=(?:test|spec)\.)/, '.long.'));
  // The longer patterns are among the shorter ones, but for names with more endings (`*.browser.test.ts`).
  return length === 'long' ? long : length === 'short' ? [...patterns] : [...patterns, ...long];
}

/** Returns patterns of the files that `patternsOf` takes in and a run of this length leaves out. */
export function longPatterns(length: TestLength): string[] {
  return length === 'short' ? ['**/*.long.{test,spec}.*'] : [];
}

function seedsFrom(first: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => first + index);
}

export const testRun = readTestRun(process.env);
