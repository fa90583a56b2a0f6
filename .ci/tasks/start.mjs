import { ensureFreshBuild } from '../fresh-build.mjs';

/**
 * `npm start`: the app and the API on one origin. The server prints the one line of standard output; it
 * runs in this very process, so that signals and the exit code are its own.
 */
export async function run() {
  if (!(await ensureFreshBuild())) return 1;
  await import('../../sync-server/main.ts');
  return undefined;
}
