import { join } from 'node:path';
import { ensureFreshBuild } from '../fresh-build.mjs';
import { root, serverFolder } from '../places.mjs';
import { runChild } from '../run-child.mjs';

/**
 * `npm run promptfoo [-- FILE]`: promptfoo evaluates an export of generated prompts, or of those in lines of JSON, with its
 * echo provider, and must answer each prompt as it is filled in here. `-- checks`: it judges generated answers, and must
 * let the same ones pass as `shared/checks` does. It is installed into a folder that git ignores.
 */
export async function run(args) {
  if (args[0] === 'checks') {
    return runChild(process.execPath, [join(root, 'e2e', 'peers', 'compare-checks.ts'), ...args.slice(1)]);
  }
  if (!(await ensureFreshBuild('server'))) return 1;
  const env = { ...process.env, PROMPTORY_SERVER_BUNDLE: serverFolder };
  return runChild(process.execPath, [join(root, 'e2e', 'peers', 'evaluate-promptfoo.ts'), ...args], { env });
}
