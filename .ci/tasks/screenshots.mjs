import { join } from 'node:path';
import { provideBrowser } from '../browser.mjs';
import { provideEngines } from '../engines.mjs';
import { ensureFreshBuild } from '../fresh-build.mjs';
import { root } from '../places.mjs';
import { runChild } from '../run-child.mjs';

/**
 * `npm run screenshots`: every screen in both themes at four widths, into `screenshots/`. `npm run screenshots --
 * engines`: the main ones in Chromium, Firefox and WebKit, into `screenshots/engines/`.
 */
export async function run(args) {
  if (!(await provideBrowser()) || !(await ensureFreshBuild('web'))) return 1;
  if (args[0] === 'engines') {
    await provideEngines();
    return runChild(process.execPath, [join(root, 'e2e', 'engines', 'pictures.ts'), ...args.slice(1)]);
  }
  return runChild(process.execPath, [join(root, 'e2e', 'screenshots.ts'), ...args]);
}
