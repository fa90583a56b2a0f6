import { join } from 'node:path';
import { ensureFreshBuild } from '../fresh-build.mjs';
import { serverFolder } from '../places.mjs';
import { runChild } from '../run-child.mjs';

/** `npm run promptory -- COMMAND`: the command line tool; files are relative to where the person stands. */
export async function run(args) {
  if (!(await ensureFreshBuild('server'))) return 1;
  return runChild(process.execPath, [join(serverFolder, 'promptory.js'), ...args]);
}
