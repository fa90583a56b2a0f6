import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const quiet = ['--ignore-scripts', '--no-audit', '--no-fund'];
const root = fileURLToPath(new URL('../../', import.meta.url));

type Installation = {
  /** Has package.json and its lock file. */
  from: string;
  /** Ignored by git. */
  to: string;
  /** More arguments of `npm ci`. */
  more?: readonly string[];
};

/**
 * Installs a package of tools or peers that only heavy tasks use, unless that very lock file is installed already.
 * Throws if npm fails.
 */
export function installPeers({ from, to, more = [] }: Installation): void {
  mkdirSync(to, { recursive: true });
  cpSync(from, to, { recursive: true });
  const lock = readFileSync(join(from, 'package-lock.json'), 'utf8');
  const installed = join(to, '.installed-lock');
  if (existsSync(installed) && readFileSync(installed, 'utf8') === lock) return;
  const shown = relative(root, to);
  console.log(`Installing into ${shown} …`);
  const npm = spawnSync('npm', ['ci', ...quiet, ...more], {
    cwd: to,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (npm.status !== 0) throw new Error(`The packages could not be installed: npm ci failed in ${shown}.`);
  writeFileSync(installed, lock);
}

/** Installs the tool of `e2e/peers/NAME` into `e2e/.peers/NAME`; returns that folder. */
export function installTool(name: 'promptfoo' | 'conformance', more: readonly string[] = []): string {
  const to = join(root, 'e2e', '.peers', name);
  installPeers({ from: join(root, 'e2e', 'peers', name), to, more });
  return to;
}
