import { join } from 'node:path';
import { root } from '../places.mjs';
import { runChild } from '../run-child.mjs';

/** `npm run promptory -- COMMAND`: the command line tool; files are relative to where the person stands. */
export function run(args) {
  return runChild(process.execPath, [join(root, 'sync-server', 'cli', 'promptory.ts'), ...args]);
}
