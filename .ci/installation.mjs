/**
 * Whether node_modules is what package-lock.json says, and making it so.
 * 1. A stamp in node_modules names the lockfile and the platform it was installed for.
 * 2. Without a stamp, npm's own record of what it installed decides: a plain `npm install` is not undone.
 * 3. An installation that broke off leaves neither, so it is done again.
 * 4. npm runs on a Node that is new enough, even where that has to be fetched first: it leaves out, without a
 *    word, the native parts that the Node it runs on is too old for.
 * 5. No package's own install script runs but that of `node`: all others bring what they need ready made.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join, sep } from 'node:path';
import { underLock } from './folder-lock.mjs';
import { cacheFolder, modulesFolder, root } from './places.mjs';
import { runChild } from './run-child.mjs';
import { isNewEnough } from './runtime.mjs';

const stampFile = join(modulesFolder, '.promptory-installed');
const runtimeFolder = join(cacheFolder, 'runtime');

/** Resolves to whether it had to install. Ends the process with a sentence where npm cannot. */
export async function ensureInstalled() {
  if (isInstalled()) return false;
  const lock = {
    folder: join(cacheFolder, 'installing.lock'),
    onWait: () => console.error('Another start is installing the packages: waiting for it.'),
  };
  return underLock(lock, async () => {
    if (isInstalled()) return false;
    await install();
    return true;
  });
}

function isInstalled() {
  if (!existsSync(modulesFolder)) return false;
  const stamp = stampNow();
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return true;
  const record = join(modulesFolder, '.package-lock.json');
  if (existsSync(stampFile) && !isSamePlatform(readFileSync(stampFile, 'utf8'))) return false;
  if (!existsSync(record) || !agrees(packagesOf(join(root, 'package-lock.json')), packagesOf(record))) {
    return false;
  }
  writeFileSync(stampFile, stamp);
  return true;
}

async function install() {
  console.error('Installing the packages (once for each change of package-lock.json) ...');
  const started = Date.now();
  rmSync(stampFile, { force: true });
  const runtime = isNewEnough(process.version) ? undefined : await fetchNode();
  const path = [...(runtime === undefined ? [] : [runtime]), outerPath()].join(delimiter);
  await npm(['ci', '--include=dev', '--ignore-scripts'], { path });
  await npm(['rebuild', 'node', '--ignore-scripts=false'], { path });
  rmSync(runtimeFolder, { recursive: true, force: true });
  writeFileSync(stampFile, stampNow());
  console.error(`Installed in ${Math.round((Date.now() - started) / 1000)} s.`);
}

/** Resolves to the folder of a Node that is new enough for every package. */
async function fetchNode() {
  const { version } = packagesOf(join(root, 'package-lock.json'))['node_modules/node'];
  rmSync(runtimeFolder, { recursive: true, force: true });
  mkdirSync(runtimeFolder, { recursive: true });
  writeFileSync(
    join(runtimeFolder, 'package.json'),
    '{ "private": true, "allowScripts": { "node": true } }\n',
  );
  await npm(['install', '--no-save', '--no-package-lock', '--ignore-scripts=false', `node@${version}`], {
    path: outerPath(),
    cwd: runtimeFolder,
  });
  return join(runtimeFolder, 'node_modules', 'node', 'bin');
}

/** Ends the process with a sentence where npm cannot. */
async function npm(args, { path, cwd = root }) {
  const code = await runChild('npm', [...args, '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd,
    // npm's own words are not a task's output.
    stdio: ['ignore', process.stderr, process.stderr],
    env: npmEnvironment(path),
    shell: process.platform === 'win32',
  }).catch((error) => {
    console.error(error.code === 'ENOENT' ? 'npm was not found.' : error.message);
    return 1;
  });
  if (code === 0) return;
  console.error(`The packages could not be installed: npm ${args[0]} failed. What npm said stands above.`);
  process.exit(1);
}

/** npm must not run on the very Node that it is about to replace. */
function outerPath() {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.filter((folder) => !folder.startsWith(modulesFolder + sep)).join(delimiter);
}

/** @param {string} path */
function npmEnvironment(path) {
  const others = Object.entries(process.env).filter(
    ([name]) =>
      // Windows spells the name in more than one way. What the npm around us says of its own folder and its
      // own Node is not for the one that we start.
      name.toUpperCase() !== 'PATH' && !/^npm_(config_(local_)?prefix|node_execpath|execpath)$/.test(name),
  );
  return { ...Object.fromEntries(others), PATH: path };
}

function stampNow() {
  const lockfile = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')));
  return JSON.stringify({ lockfile: lockfile.digest('hex'), platform: platform() });
}

/** @param {string} stamp */
function isSamePlatform(stamp) {
  try {
    return JSON.parse(stamp).platform === platform();
  } catch {
    return false;
  }
}

function platform() {
  return `${process.platform}-${process.arch}`;
}

/** @param {string} file */
function packagesOf(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages;
}

/**
 * Whether `installed` (npm's record) is what `locked` asks for: nothing else, nothing in another version,
 * and nothing missing but what is optional, which npm leaves out on the platforms it is not for.
 * @param {Record<string, { version?: string, integrity?: string, optional?: boolean, devOptional?: boolean }>} locked
 * @param {Record<string, { version?: string, integrity?: string }>} installed
 */
export function agrees(locked, installed) {
  for (const [path, has] of Object.entries(installed)) {
    const asked = locked[path];
    if (asked?.version !== has.version || asked?.integrity !== has.integrity) return false;
  }
  return Object.entries(locked).every(
    ([path, asked]) => path === '' || path in installed || asked.optional || asked.devOptional,
  );
}
