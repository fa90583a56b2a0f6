/** One whole run of a world, from its seed to what was found in it. */
import type { BrokenRule } from './broken-rules.ts';
import { findings } from './invariants.ts';
import { becomeQuiet } from './quiet.ts';
import { furnish, run } from './steps.ts';
import { createWorld, type World } from './world.ts';

const steps = 160;

export type Simulated = Pick<World, 'counts' | 'pieces' | 'log' | 'network'> & { found: string[] };

export async function simulateSeed(seed: number, broken: BrokenRule | null = null): Promise<Simulated> {
  await using world = await createWorld(seed, broken);
  const { counts, pieces, log, network } = world;
  try {
    await furnish(world);
    await run(world, steps);
    await becomeQuiet(world);
    return { found: await findings(world), counts, pieces, log, network };
  } catch (error) {
    const what = error instanceof Error ? error.stack : String(error);
    return { found: [...world.found, `It broke off: ${what}`], counts, pieces, log, network };
  }
}
