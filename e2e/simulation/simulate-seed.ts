/** One whole run of a world, from its seed to what was found in it. */
import type { BrokenRule } from './broken-rules.ts';
import { findings } from './invariants.ts';
import { becomeQuiet } from './quiet.ts';
import { type OpenServer, openOneServer } from './simulated-server.ts';
import { furnish, run } from './steps.ts';
import { createWorld, type World } from './world.ts';

const steps = 160;

export type Simulated = Pick<World, 'counts' | 'pieces' | 'log' | 'network' | 'server'> & { found: string[] };

export async function simulateSeed(
  seed: number,
  { broken = null, openServer = openOneServer }: { broken?: BrokenRule | null; openServer?: OpenServer } = {},
): Promise<Simulated> {
  await using world = await createWorld(seed, { broken, openServer });
  const { counts, pieces, log, network, server } = world;
  try {
    await furnish(world);
    await run(world, steps);
    await becomeQuiet(world);
    return { found: await findings(world), counts, pieces, log, network, server };
  } catch (error) {
    const what = error instanceof Error ? error.stack : String(error);
    return { found: [...world.found, `It broke off: ${what}`], counts, pieces, log, network, server };
  }
}
