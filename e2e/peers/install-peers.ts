import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

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

type Tool = 'promptfoo' | 'conformance' | 'node-llama-cpp';

/**
 * Installs the tool of `e2e/peers/NAME` into `e2e/.peers/NAME`; returns that folder. `nativeOf`: without optional packages,
 * which are gigabytes, but with the one that has the native code of this package for this system.
 */
export function installTool(name: Tool, { nativeOf }: { nativeOf?: string } = {}): string {
  const to = join(root, 'e2e', '.peers', name);
  const from = join(root, 'e2e', 'peers', name);
  installPeers({ from, to, ...(nativeOf === undefined ? {} : { more: ['--omit=optional'] }) });
  if (nativeOf !== undefined) installNative(to, nativeOf);
  return to;
}

const Manifest = z.object({ optionalDependencies: z.record(z.string(), z.string()) });
const systems: Partial<Record<NodeJS.Platform, string>> = { darwin: '(darwin|mac)', win32: '(win32|win)' };

function installNative(folder: string, of: string): void {
  const modules = join(folder, 'node_modules');
  const { optionalDependencies } = Manifest.parse(
    JSON.parse(readFileSync(join(modules, of, 'package.json'), 'utf8')),
  );
  const system = systems[process.platform] ?? process.platform;
  const here = new RegExp(`/${system}-${process.arch}(-gnu|-msvc|-metal)?$`);
  const [name, version] = Object.entries(optionalDependencies).find(([one]) => here.test(one)) ?? [];
  if (name === undefined) throw new Error(`${of} has no native code for this system.`);
  if (existsSync(join(modules, name))) return;
  const add = ['install', '--no-save', '--omit=optional', ...quiet, `${name}@${version}`];
  const npm = spawnSync('npm', add, { cwd: folder, stdio: 'ignore' });
  if (npm.status !== 0) throw new Error(`${name} could not be installed.`);
}
