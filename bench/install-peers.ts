import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const source = fileURLToPath(new URL('peers/', import.meta.url));
const target = fileURLToPath(new URL('.peers/', import.meta.url));

/**
 * Installs what the product is compared with (`bench/peers/package.json`) into `bench/.peers`, which git ignores,
 * unless that very lock file is installed already; returns the folder's path. Throws if npm fails.
 */
export function installPeers(): string {
  mkdirSync(target, { recursive: true });
  cpSync(source, target, { recursive: true });
  const lock = readFileSync(join(source, 'package-lock.json'), 'utf8');
  const installed = join(target, '.installed-lock');
  if (existsSync(installed) && readFileSync(installed, 'utf8') === lock) return target;
  console.log('Installing the peers into bench/.peers …');
  const npm = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: target,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (npm.status !== 0) throw new Error('The peers could not be installed: npm ci failed in bench/.peers.');
  writeFileSync(installed, lock);
  return target;
}
