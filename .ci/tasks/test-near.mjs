import { execFileSync } from 'node:child_process';
import { checkLayers } from '../checks/layers.mjs';
import { checkTypes } from '../checks/types.mjs';
import { root } from '../places.mjs';
import { wallTimes } from '../wall-times.mjs';
import { runVitest } from './test.mjs';

/**
 * `npm run test:near`: types, layers, the tests of `npm test` that a change reaches, and five seeds of the simulation. A change is
 * what differs from where the branch left main; on main itself, from the commit before.
 */
export async function run() {
  const { timed, summary } = wallTimes();
  const { commit, name } = baseOf(git);
  console.log(`Tests that reach what has changed since ${name}, ${commit.slice(0, 10)}:`);
  const codes = await Promise.all([
    timed('types', () => report('types', checkTypes)),
    timed('layers', () => report('layers', checkLayers)),
    timed('Vitest', () => runNear(commit)),
  ]);
  console.log(summary());
  return codes.every((code) => code === 0) ? 0 : 1;
}

async function runNear(commit) {
  const projects = ['shared', 'web', 'server', 'tooling'].flatMap((project) => ['--project', project]);
  process.env.TEST_LENGTH = 'short';
  const near = await runVitest(['--changed', commit, ...projects]);
  process.env.TEST_LENGTH = 'all';
  process.env.SIMULATION_SEEDS = '5';
  const seeds = await runVitest(['--project', 'simulation', 'e2e/simulation/seeds']);
  return near === 0 ? seeds : near;
}

async function report(name, check) {
  const { saw, complaints } = await check({});
  console.log([`${name}: ${complaints.length === 0 ? 'ok' : 'FAILED'}, ${saw}`, ...complaints].join('\n  '));
  return complaints.length === 0 ? 0 : 1;
}

/**
 * @param {(...args: string[]) => string | null} ask git; null where it fails
 * @returns {{ commit: string, name: string }}
 */
export function baseOf(ask) {
  const head = ask('rev-parse', 'HEAD');
  for (const main of ['main', 'origin/main']) {
    const commit = ask('merge-base', 'HEAD', main);
    if (commit !== null && commit !== head) return { commit, name: `the merge base with ${main}` };
  }
  return { commit: ask('rev-parse', 'HEAD~1') ?? 'HEAD', name: 'HEAD~1' };
}

function git(...args) {
  try {
    return execFileSync('git', args, {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return null;
  }
}
