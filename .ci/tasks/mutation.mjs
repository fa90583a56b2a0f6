import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { areas } from '../mutation/areas.mjs';
import { chooseRuns } from '../mutation/choose-runs.mjs';
import { placesOf } from '../mutation/places.mjs';
import { scoreOf } from '../mutation/score.mjs';
import { cacheFolder, modulesFolder, root } from '../places.mjs';
import { runChild } from '../run-child.mjs';

const usage = `Usage: npm run mutation -- [AREA | FILE | FOLDER ...] [--quick]
Areas: ${Object.keys(areas).join(', ')}; a file or folder is one of an area.`;

/**
 * `npm run mutation`: counts how many small mistakes in the code the tests beside it notice, in every area or in
 * those areas, folders and files that are named. `--quick` tries only what changed since the last run: it does not
 * see that a new test notices a mistake in what a module makes as it loads, nor that a scene has changed.
 */
export async function run(args) {
  const isQuick = args.includes('--quick');
  const runs = chooseRuns(args.filter((arg) => arg !== '--quick'));
  if (runs === null) {
    console.error(usage);
    return 2;
  }
  mkdirSync(join(cacheFolder, 'mutation'), { recursive: true });
  const lines = [];
  // All of them, also where the first is below: whoever waited wants to know everything.
  const codes = [];
  for (const each of runs) {
    const report = join(root, placesOf(each.name).report);
    rmSync(report, { force: true });
    codes.push(await stryker(each, isQuick));
    lines.push(`${each.name.padEnd(22)}${scoreOf(report)}`);
  }
  console.log(lines.join('\n'));
  return codes.every((code) => code === 0) ? 0 : 1;
}

function stryker({ name, area, files }, isQuick) {
  const bin = join(modulesFolder, '@stryker-mutator', 'core', 'bin', 'stryker.js');
  const config = join('.ci', 'mutation', 'stryker.config.mjs');
  return runChild(process.execPath, [bin, 'run', config, ...(isQuick ? [] : ['--force'])], {
    env: { ...process.env, MUTATION_AREA: area, MUTATION_NAME: name, MUTATION_FILES: files.join(',') },
  });
}
