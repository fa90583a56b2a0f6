import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { areas } from '../mutation/areas.mjs';
import { placesOf } from '../mutation/places.mjs';
import { scoreOf } from '../mutation/score.mjs';
import { cacheFolder, modulesFolder, root } from '../places.mjs';
import { runChild } from '../run-child.mjs';

const names = Object.keys(areas);
const usage = `Usage: npm run mutation -- [${names.join(' | ')} ...] [--quick]`;

/**
 * `npm run mutation`: how many small mistakes in the code the tests beside it notice, in every area or in
 * those that are named. `--quick` tries only what changed since the last run: it does not see that a new test
 * notices a mistake in what a module makes as it loads, nor that a scene has changed.
 */
export async function run(args) {
  const chosen = chooseAreas(args);
  if (chosen === null) {
    console.error(usage);
    return 2;
  }
  mkdirSync(join(cacheFolder, 'mutation'), { recursive: true });
  const lines = [];
  // All of them, also where the first is below: whoever waited wants to know everything.
  const codes = [];
  for (const area of chosen.areas) {
    const report = join(root, placesOf(area).report);
    rmSync(report, { force: true });
    codes.push(await stryker(area, chosen.quick));
    lines.push(`${area.padEnd(14)}${scoreOf(report)}`);
  }
  console.log(lines.join('\n'));
  return codes.every((code) => code === 0) ? 0 : 1;
}

function stryker(area, quick) {
  const bin = join(modulesFolder, '@stryker-mutator', 'core', 'bin', 'stryker.js');
  const config = join('.ci', 'mutation', 'stryker.config.mjs');
  return runChild(process.execPath, [bin, 'run', config, ...(quick ? [] : ['--force'])], {
    env: { ...process.env, MUTATION_AREA: area },
  });
}

/**
 * @param {readonly string[]} args
 * @returns {{ areas: string[], quick: boolean } | null} null: that is not how it is asked
 */
export function chooseAreas(args) {
  const asked = args.filter((arg) => arg !== '--quick');
  if (asked.some((area) => !names.includes(area))) return null;
  return { areas: asked.length === 0 ? names : asked, quick: asked.length < args.length };
}
