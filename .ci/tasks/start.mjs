import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureFreshBuild } from '../fresh-build.mjs';
import { serverFolder } from '../places.mjs';

/**
 * `npm start`: the app and the API on one origin. The server prints the one line of standard output; it
 * runs in this very process, so that signals and the exit code are its own.
 */
export async function run() {
  if (!(await ensureFreshBuild('web', 'server'))) return 1;
  await import(pathToFileURL(join(serverFolder, 'main.js')).href);
  return undefined;
}
