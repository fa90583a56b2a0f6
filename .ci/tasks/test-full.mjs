import { randomInt } from 'node:crypto';
import { runTests } from './test.mjs';

const usage = 'Usage: npm run test:full -- [--seeds COUNT]';

/**
 * `npm run test:full`: every test with the full counts of deaths, kills and rounds, 500 fixed seeds of the simulation
 * and as many fresh ones as it is told (2,000), and a fresh seed for every property test. What it draws is printed,
 * and is drawn again where the environment names it.
 */
export async function run(args) {
  const drawn = draw(args);
  if (drawn === null) {
    console.error(usage);
    return 2;
  }
  Object.assign(process.env, { ...drawn, ...named(process.env, Object.keys(drawn)) });
  const seeds = Object.keys(drawn).map((name) => `${name}=${process.env[name]}`);
  const line = `Seeds of this run, to be replayed: ${seeds.join(' ')} npm run test:full`;
  console.log(line);
  const code = await runTests([], 'all');
  console.log(line);
  return code;
}

/**
 * @param {readonly string[]} args
 * @param {(below: number) => number} [random]
 * @returns {Record<string, string> | null} null: that is not how it is asked
 */
export function draw(args, random = randomInt) {
  const [option, count = '2000'] = args;
  if (args.length !== 0 && (args.length !== 2 || option !== '--seeds')) return null;
  if (!/^[1-9]\d{0,6}$/.test(count)) return null;
  return {
    PROMPTORY_FULL: '1',
    FAST_CHECK_SEED: String(random(2 ** 31)),
    // Beyond the fixed ones, and short enough for `npm run simulate -- --seed N`.
    SIMULATION_FIRST_SEED: String(1000 + random(1_000_000)),
    SIMULATION_FRESH_SEEDS: count,
  };
}

function named(environment, names) {
  return Object.fromEntries(names.flatMap((name) => (environment[name] ? [[name, environment[name]]] : [])));
}
