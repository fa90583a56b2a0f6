import { join } from 'node:path';
import { root } from '../places.mjs';
import { runChild } from '../run-child.mjs';

/** `npm run bench`: what this machine carries, in figures. */
export function run(args) {
  return runChild(process.execPath, [join(root, 'bench', 'main.ts'), ...args]);
}
