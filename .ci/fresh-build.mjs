import { join } from 'node:path';
import { isStale } from './fresh-folder.mjs';
import { root } from './places.mjs';
import { runChild } from './run-child.mjs';
import { serverBuild } from './server-build.mjs';
import { webBuild } from './web-build.mjs';

const builds = { web: webBuild, server: serverBuild };

/**
 * Builds what is named where its sources have changed since, in a process of its own: a bundler leaves hundreds
 * of megabytes behind in the one that ran it. Resolves to whether everything is fresh now.
 * @param {...('web' | 'server')} names
 */
export async function ensureFreshBuild(...names) {
  const stale = names.filter((name) => isStale(builds[name]));
  if (stale.length === 0) return true;
  const code = await runChild(process.execPath, [join(root, '.ci', 'build-if-stale.mjs'), ...stale], {
    // What a build says is not a task's output.
    stdio: ['ignore', process.stderr, process.stderr],
  });
  if (code !== 0) console.error('The build failed. What it said stands above.');
  return code === 0;
}
