/**
 * A folder that a build makes, and when it has to be made again.
 * 1. A hash over everything that the build reads is stored beside its output.
 * 2. A build is made elsewhere and put in place whole: a running server never sees half of one.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';
import { underLock } from './folder-lock.mjs';
import { cacheFolder, root } from './places.mjs';

const hashName = '.build-hash';

/**
 * @typedef {{ name: string, folder: string, sources: readonly string[], make: (folder: string, logLevel: import('vite').LogLevel) => Promise<void> }} Build
 * `sources`: what it reads, relative to the project; of folders everything but tests. `make` writes into a folder.
 */

/** @param {Build} build */
export function isStale({ folder, sources }) {
  const file = join(folder, hashName);
  return !existsSync(file) || readFileSync(file, 'utf8') !== sourceHash(sources);
}

/**
 * Builds where the sources have changed since the last build, or always.
 * @param {Build} build
 * @param {{ always?: boolean, logLevel?: import('vite').LogLevel }} [how]
 * @returns {Promise<boolean>} whether it built
 */
export async function ensureFresh(build, { always = false, logLevel = 'warn' } = {}) {
  if (!always && !isStale(build)) return false;
  const lock = {
    folder: join(cacheFolder, `building-${basename(build.folder)}.lock`),
    onWait: () => console.error(`Another start is building the ${build.name}: waiting for it.`),
  };
  return underLock(lock, async () => {
    if (!always && !isStale(build)) return false;
    await run(build, logLevel);
    return true;
  });
}

/**
 * @param {Build} build
 * @param {import('vite').LogLevel} logLevel
 */
async function run({ name, folder, sources, make }, logLevel) {
  console.error(`Building the ${name} ...`);
  const started = Date.now();
  const hash = sourceHash(sources);
  const next = join(cacheFolder, `${basename(folder)}-next`);
  process.env.NODE_ENV = 'production';
  rmSync(next, { recursive: true, force: true });
  await make(next, logLevel);
  writeFileSync(join(next, hashName), hash);
  putInPlace(next, folder);
  console.error(`Built in ${((Date.now() - started) / 1000).toFixed(1)} s.`);
}

/**
 * @param {string} next
 * @param {string} folder
 */
function putInPlace(next, folder) {
  const past = join(cacheFolder, `${basename(folder)}-past`);
  mkdirSync(cacheFolder, { recursive: true });
  rmSync(past, { recursive: true, force: true });
  if (existsSync(folder)) renameSync(folder, past);
  renameSync(next, folder);
  rmSync(past, { recursive: true, force: true });
}

/**
 * @param {readonly string[]} sources
 * @param {string} [folder]
 */
export function sourceHash(sources, folder = root) {
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
