/**
 * Devices, tabs, people, one server, and a network that does what networks do. The seeds are shared out among
 * files, so that they run beside each other; `npm run simulate` chooses others, or one to be replayed.
 */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { testRun } from '../test-run.ts';
import { type Simulated, simulateSeed } from './simulate-seed.ts';
import type { OpenServer } from './simulated-server.ts';

const perTest = 5;
/** Fewer have not seen everything but what is rare. */
export const seedsThatSeeEverything = 34;
/** A third of the gate's seeds has seen as much of everything else. */
const seedsThatSeeMost = 24;
/** Lists what happens once in some seven to twenty-five seeds, and how many are sure to have seen it. */
const rare: Readonly<Record<string, number>> = {
  'decisions on refused changes': seedsThatSeeEverything,
  'files carried': 100,
  'losses of power': 100,
  'restored servers': 100,
  'reviewed conflicts': 100,
};

type Share = {
  seeds: readonly number[];
  /** Whether a seed that is replayed runs in this file. */
  replays?: boolean;
  /** Undefined: one process with SQLite. */
  openServer?: OpenServer;
};

/** Returns one of `parts` equal shares of this run's seeds. */
export function partOf(part: number, parts: number): readonly number[] {
  return testRun.simulationSeeds.filter((_, index) => index % parts === part - 1);
}

/** For the tests of a file: hides what a full disk prints. A disk that is full refuses files in these worlds. */
export function keepFullDisksSilent(): void {
  const print = console.error;
  beforeAll(() => {
    vi.spyOn(console, 'error').mockImplementation((...words: unknown[]) => {
      if (!words.some((word) => String(word).includes('QuotaExceededError'))) print(...words);
    });
  });
  afterAll(() => vi.mocked(console.error).mockRestore());
}

/** Declares the tests of a file's share of the seeds. */
export function testSeeds({ seeds: share, replays = false, openServer }: Share): void {
  const { replayedSeed } = testRun;
  keepFullDisksSilent();
  const simulate = (seed: number) => simulateSeed(seed, openServer === undefined ? {} : { openServer });
  if (replayedSeed !== undefined) {
    if (replays) testSeed(replayedSeed, simulate);
    else test('the seed that is replayed runs elsewhere', () => expect(replays).toBe(false));
    return;
  }
  const total: Record<string, number> = {};
  for (let first = 0; first < share.length; first += perTest) {
    const seeds = share.slice(first, first + perTest);
    test(`nothing is lost, nothing happens twice: seeds ${seeds.join(', ')}`, async () => {
      for (const seed of seeds) {
        const simulated = await simulate(seed);
        expect(simulated.found, `npm run simulate -- --seed ${seed} shows it again`).toEqual([]);
        add(total, figuresOf(simulated));
      }
    });
  }

  test('much happened in these worlds, and much went wrong: otherwise they would prove nothing', () => {
    console.log(`${wordsFor(total)}, lost: 0`);
    const { seeds = 0, edits = 0, ...others } = total;
    expect(seeds).toBe(share.length);
    expect(edits).toBeGreaterThan(seeds * 20);
    for (const [what, count] of Object.entries(others)) {
      if (seeds < (rare[what] ?? seedsThatSeeMost)) continue;
      expect(count, what).toBeGreaterThan(seeds / 100);
    }
  });
}

function testSeed(seed: number, simulate: (seed: number) => Promise<Simulated>): void {
  test(`seed ${seed}`, async () => {
    const { found, log } = await simulate(seed);
    if (found.length > 0) console.log(log.join('\n'));
    expect(found).toEqual([]);
  });
}

function figuresOf({ counts, pieces, network, server }: Simulated): Record<string, number> {
  const { delivered: _delivered, ...faults } = network.counts;
  return {
    seeds: 1,
    edits: counts.acts,
    'edits sent at once': counts.sentAtOnce,
    'pushes with patches': counts.patched,
    'reviewed conflicts': counts.reviews,
    'texts with updated references': counts.updatedReferences,
    'undone and redone steps': counts.steps,
    'acts on many prompts': counts.manyAtOnce,
    'restored from the bin': counts.fromBin,
    'network faults': Object.values(faults).reduce((sum, count) => sum + count, 0),
    'lost answers': faults.answerLost,
    'rounds after a poke': counts.poked,
    'killed tabs': counts.kills,
    'losses of power': counts.powerFailures,
    'sign-outs': counts.signOuts,
    'decisions on refused changes': counts.decisions,
    'files carried': counts.carried,
    'restored servers': counts.restores,
    'full disks': counts.fullDisks,
    'outdated apps': counts.outdated,
    'updates of older apps': counts.updates,
    'uploaded pieces': pieces.delivered,
    'cut uploads': pieces.broken,
    ...server.counts,
  };
}

function add(total: Record<string, number>, figures: Readonly<Record<string, number>>): void {
  for (const [what, count] of Object.entries(figures)) total[what] = (total[what] ?? 0) + count;
}

function wordsFor(total: Readonly<Record<string, number>>): string {
  return Object.entries(total)
    .map(([what, count]) => `${count} ${what}`)
    .join(', ');
}
