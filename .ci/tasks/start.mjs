import { join } from 'node:path';
import { root } from '../places.mjs';
import { runChild } from '../run-child.mjs';
import { isBuildStale } from '../web-build.mjs';

/**
 * `npm start`: the app and the API on one origin. The server prints the one line of standard output; it
 * runs in this very process, so that signals and the exit code are its own.
 */
export async function run() {
  if (isBuildStale()) {
    // Elsewhere: a bundler leaves hundreds of megabytes behind in the process that ran it.
    const code = await runChild(process.execPath, [join(root, '.ci', 'build-if-stale.mjs')], {
      stdio: ['ignore', process.stderr, process.stderr],
    });
    if (code !== 0) {
      console.error('The web app could not be built. What the build said stands above.');
      return 1;
    }
  }
  await import('../../sync-server/main.ts');
  return undefined;
}
