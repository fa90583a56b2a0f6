/**
 * The built web app in dist/, and when it has to be built again.
 * 1. A hash over everything that a build reads is kept beside what it made.
 * 2. A build is made elsewhere and put in place whole: a running server never sees half of one.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { underLock } from './folder-lock.mjs';
import { cacheFolder, distFolder, root } from './places.mjs';
import { precompress } from './precompress.mjs';

const hashName = '.build-hash';
const nextFolder = join(cacheFolder, 'dist-next');
const pastFolder = join(cacheFolder, 'dist-past');

/** Lists what a build reads; of folders everything but tests. */
const sources = [
  'web',
  'shared',
  'public',
  'vite.config.ts',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'web/service-worker/tsconfig.json',
  '.ci/web-build.mjs',
  '.ci/precompress.mjs',
];

export function isBuildStale() {
  const file = join(distFolder, hashName);
  return !existsSync(file) || readFileSync(file, 'utf8') !== sourceHash();
}

/**
 * Builds where the sources have changed since the last build, or always.
 * @param {{ always?: boolean, logLevel?: import('vite').LogLevel }} [how]
 * @returns {Promise<boolean>} whether it built
 */
export async function ensureBuilt({ always = false, logLevel = 'warn' } = {}) {
  if (!always && !isBuildStale()) return false;
  const lock = {
    folder: join(cacheFolder, 'building.lock'),
    onWait: () => console.error('Another start is building the web app: waiting for it.'),
  };
  return underLock(lock, async () => {
    if (!always && !isBuildStale()) return false;
    await buildInto(logLevel);
    return true;
  });
}

/** @param {import('vite').LogLevel} logLevel */
async function buildInto(logLevel) {
  console.error('Building the web app ...');
  const started = Date.now();
  const hash = sourceHash();
  process.env.NODE_ENV = 'production';
  const { build } = await import('vite');
  rmSync(nextFolder, { recursive: true, force: true });
  await build({
    configFile: join(root, 'vite.config.ts'),
    logLevel,
    build: { outDir: nextFolder, emptyOutDir: true },
  });
  await precompress(nextFolder);
  writeFileSync(join(nextFolder, hashName), hash);
  putInPlace();
  console.error(`Built in ${((Date.now() - started) / 1000).toFixed(1)} s.`);
}

function putInPlace() {
  mkdirSync(cacheFolder, { recursive: true });
  rmSync(pastFolder, { recursive: true, force: true });
  if (existsSync(distFolder)) renameSync(distFolder, pastFolder);
  renameSync(nextFolder, distFolder);
  rmSync(pastFolder, { recursive: true, force: true });
}

/** @param {string} [folder] */
export function sourceHash(folder = root) {
  const hash = createHash('sha256');
  for (const source of sources) {
    for (const file of filesOf(join(folder, source))) {
      hash.update(`${relative(folder, file).split(sep).join('/')}\0`);
      hash.update(readFileSync(file)).update('\0');
    }
  }
  return hash.digest('hex');
}

/**
 * @param {string} path
 * @returns {string[]}
 */
function filesOf(path) {
  let entries;
  try {
    entries = readdirSync(path, { recursive: true, withFileTypes: true });
  } catch (error) {
    if (error.code === 'ENOTDIR') return [path];
    if (error.code === 'ENOENT') return [];
    throw error;
  }
  return entries
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
