import { join } from 'node:path';
import { root } from './places.mjs';
import { runChild } from './run-child.mjs';
import { isBuildStale } from './web-build.mjs';

/**
 * Builds the web app where its sources have changed since, in a process of its own: a bundler leaves
 * hundreds of megabytes behind in the one that ran it. Resolves to whether there is a fresh build now.
 */
export async function ensureFreshBuild() {
  if (!isBuildStale()) return true;
  const code = await runChild(process.execPath, [join(root, '.ci', 'build-if-stale.mjs')], {
    // What a build says is not a task's output.
    stdio: ['ignore', process.stderr, process.stderr],
  });
  if (code !== 0) console.error('The web app could not be built. What the build said stands above.');
  return code === 0;
}
