/**
 * Devices, tabs, people, one server, and a network that does what networks do. A failing seed is replayed
 * with `SIMULATION_SEED=<seed>`; it prints what happened, step by step.
 */
import { expect, test } from 'vitest';
import { type BrokenRule, brokenRuleNames, brokenRules } from './broken-rules.ts';
import { findings } from './invariants.ts';
import { becomeQuiet, createWorld, run } from './world.ts';

const replayed = process.env.SIMULATION_SEED;
const seedCount = Number(process.env.SIMULATION_SEEDS ?? 200);
const perTest = 10;
const steps = 160;

async function simulate(seed: number, broken: BrokenRule | null = null) {
  await using world = await createWorld(seed, broken);
  await run(world, steps);
  await becomeQuiet(world);
  const { acts, kills, pieces, log, network } = world;
  return { found: await findings(world), acts, kills, pieces, log, faults: network.counts };
}

if (replayed !== undefined) {
  test(`seed ${replayed}`, async () => {
    const { found, log } = await simulate(Number(replayed));
    if (found.length > 0) console.log(log.join('\n'));
    expect(found).toEqual([]);
  });
} else {
  const total = { seeds: 0, acts: 0, kills: 0, faults: 0, lost: 0, pieces: 0, cut: 0 };
  for (let first = 1; first <= seedCount; first += perTest) {
    test(`nothing is lost, nothing happens twice: seeds ${first} to ${first + perTest - 1}`, async () => {
      for (let seed = first; seed < first + perTest; seed += 1) {
        const { found, acts, kills, pieces, faults } = await simulate(seed);
        expect(found, `SIMULATION_SEED=${seed} shows it again`).toEqual([]);
        total.seeds += 1;
        total.acts += acts;
        total.kills += kills;
        total.faults += sumOf(faults) - faults.delivered;
        total.lost += faults.answerLost + faults.lost;
        total.pieces += pieces.delivered;
        total.cut += pieces.broken;
      }
    });
  }

  test('much happened in these worlds, and much went wrong: otherwise they would prove nothing', () => {
    const { seeds, acts, kills, faults, lost, pieces, cut } = total;
    console.log(
      `${seeds} seeds: ${acts} edits, ${faults} network faults, ${kills} killed tabs, ${cut} cut uploads, lost: 0`,
    );
    expect(seeds).toBe(Math.ceil(seedCount / perTest) * perTest);
    expect(acts).toBeGreaterThan(seeds * 20);
    expect(lost).toBeGreaterThan(seeds);
    for (const count of [kills, pieces, cut]) expect(count).toBeGreaterThan(seeds / 10);
  });

  test.each(brokenRuleNames)('with the rule "%s" broken, the simulation finds it', async (rule) => {
    const invariant = brokenRules[rule];
    const found: string[] = [];
    for (let seed = 1; seed <= 60 && !found.some((finding) => finding.includes(invariant)); seed += 1)
      found.push(...(await simulate(seed, rule)).found);
    expect(found).toContainEqual(expect.stringContaining(invariant));
  });
}

function sumOf(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}
