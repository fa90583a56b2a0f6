import { join } from 'node:path';
import { root } from '../places.mjs';
import { runChild } from '../run-child.mjs';

/** `npm run restore -- --user NAME [--all | ID ...]`: what was deleted within the last 30 days. */
export function run(args) {
  return runChild(process.execPath, [join(root, 'sync-server', 'restore-cli.ts'), ...args]);
}
