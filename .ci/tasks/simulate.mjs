import { join } from 'node:path';
import { modulesFolder } from '../places.mjs';
import { runChild } from '../run-child.mjs';

const usage = 'Usage: npm run simulate -- [--seeds COUNT | --seed N]';

/** `npm run simulate -- --seeds 20000`: as many runs of the simulation; `--seed N` replays one, step by step. */
export function run(args) {
  const asked = chosen(args);
  if (asked === null) {
    console.error(usage);
    return 2;
  }
  Object.assign(process.env, asked);
  return runChild(process.execPath, [
    join(modulesFolder, 'vitest', 'vitest.mjs'),
    'run',
    ...['--config', 'vitest.workspace.ts', '--project', 'simulation', 'e2e/simulation/seeds'],
  ]);
}

/**
 * @param {readonly string[]} args
 * @returns {Record<string, string> | null} null: that is not how it is asked
 */
export function chosen(args) {
  if (args.length === 0) return { SIMULATION_SEEDS: '500' };
  const [option, number] = args;
  if (args.length !== 2 || number === undefined || !/^[1-9]\d{0,6}$/.test(number)) return null;
  if (option === '--seeds') return { SIMULATION_SEEDS: number };
  return option === '--seed' ? { SIMULATION_SEED: number } : null;
}
