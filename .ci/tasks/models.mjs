import { join } from 'node:path';
import { provideBrowser } from '../browser.mjs';
import { ensureFreshBuild } from '../fresh-build.mjs';
import { modulesFolder, root, serverFolder } from '../places.mjs';
import { runChild } from '../run-child.mjs';

/**
 * `npm run models`: a real llama.cpp answers for a model of half a megabyte, by itself and in "Try it" without a network.
 * It is installed into a folder that git ignores.
 */
export async function run(args) {
  if (!(await provideBrowser()) || !(await ensureFreshBuild('web', 'server'))) return 1;
  const env = { ...process.env, PROMPTORY_SERVER_BUNDLE: serverFolder };
  const program = join(modulesFolder, '@playwright', 'test', 'cli.js');
  const config = join(root, 'e2e', 'real-engine', 'playwright.config.ts');
  return runChild(process.execPath, [program, 'test', '--config', config, ...args], { env });
}
