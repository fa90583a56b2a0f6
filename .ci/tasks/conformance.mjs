import { join } from 'node:path';
import { ensureFreshBuild } from '../fresh-build.mjs';
import { root, serverFolder } from '../places.mjs';
import { runChild } from '../run-child.mjs';

/**
 * `npm run conformance [-- SCENARIO…]`: the conformance tool of the Model Context Protocol against `/mcp` of the real server.
 * It is installed into a folder that git ignores.
 */
export async function run(args) {
  if (!(await ensureFreshBuild('server'))) return 1;
  const env = { ...process.env, PROMPTORY_SERVER_BUNDLE: serverFolder };
  return runChild(process.execPath, [join(root, 'e2e', 'peers', 'mcp-conformance.ts'), ...args], { env });
}
