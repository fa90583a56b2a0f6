import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../places.mjs';

/**
 * The least version of each package that is free of the advisories known to us, since an audit needs a
 * service that does not answer everywhere. It also says which of our own packages must not go back.
 * One row for each line of versions that is still served; a package that is not installed is no complaint.
 */
const leastVersions = {
  hono: '4.13.11',
  '@hono/node-server': '2.1.3',
  'drizzle-orm': '0.45.2',
  'better-sqlite3': '13.0.0',
  'react-router': '8.0.0',
  vite: '8.0.0',
  vitest: '5.0.0',
  'playwright-core': '1.55.1',
  '@playwright/test': '1.55.1',
  esbuild: '0.25.0',
  rollup: '4.59.0',
  'serialize-javascript': '7.0.3',
  'cross-spawn': '7.0.5',
  nanoid: '3.3.8',
  postcss: '8.4.31',
  ws: '8.17.1',
  cookie: '0.7.0',
  'tough-cookie': '4.1.3',
  semver: '6.3.1',
  ajv: '8.18.0',
  braces: '3.0.3',
  micromatch: '4.0.8',
  picomatch: '4.0.4',
  minimatch: '5.1.8',
  glob: '10.5.0',
  'brace-expansion': '2.0.2',
  'js-yaml': '4.1.1',
  lodash: '4.17.23',
  tar: '7.5.7',
  undici: '7.18.2',
  '@babel/helpers': '7.26.10',
  '@babel/runtime': '7.26.10',
  '@babel/traverse': '7.23.2',
};

/** Tools that replace the source of a package after it was installed. */
const patchTools = ['patch-package', 'custom-patch', 'pnpm-patch', 'postinstall-postinstall'];

/** Below this the lockfile was not read. */
const fewestPackages = 200;

/**
 * Checks the lockfile: exact versions, none older than allowed, each from the registry and with the hash of its bytes,
 * no install script that is not on the list, no source of a package replaced.
 */
export function checkPackages({ folder = root, fewest = fewestPackages } = {}) {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'));
  const locked = Object.entries(packages)
    .filter(([path]) => path !== '')
    .map(([path, entry]) => ({ ...entry, path, name: path.split('node_modules/').at(-1) }));
  const installed = locked.filter(({ link }) => !link);
  const complaints = [
    ...asked(manifest)
      .filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
      .map(([name, version]) => `${name} is asked for as "${version}": pin one version exactly`),
    ...installed
      .filter(({ name, version }) => isOlder(version, leastVersions[name] ?? '0.0.0'))
      .map(({ name, version }) => `${name} ${version} is older than ${leastVersions[name]}`),
    ...locked.flatMap(untrusted),
    ...patched(manifest, folder),
    ...installed
      .filter(({ name, hasInstallScript }) => hasInstallScript && !(name in (manifest.allowScripts ?? {})))
      .map(
        ({ name }) => `${name} runs a script when it is installed: name it in allowScripts of package.json`,
      ),
  ];
  if (installed.length < fewest) {
    complaints.push(
      `only ${installed.length} packages were read, fewer than ${fewest}: they were not checked`,
    );
  }
  return { saw: `${installed.length} packages`, complaints };
}

/** Lists what makes an entry of the lockfile install something else than the named version from a registry. */
function untrusted({ path, name, link, resolved, integrity }) {
  if (link || !path.startsWith('node_modules/'))
    return [`${path} is a folder of this machine, not a package`];
  return [
    ...(resolved === undefined ? [] : [`${name} is fetched from an address of its own`]),
    ...(/^sha512-[\w+/]{86}==$/.test(integrity ?? '') ? [] : [`${name} has no SHA-512 of its bytes`]),
  ];
}

function asked({ dependencies = {}, devDependencies = {}, overrides = {} }) {
  return [dependencies, devDependencies, overrides].flatMap((part) => Object.entries(part));
}

/**
 * @param {string} version
 * @param {string} least
 */
export function isOlder(version, least) {
  const numbers = (text) => text.split(/[-+]/)[0].split('.').map(Number);
  const [have, want] = [numbers(version), numbers(least)];
  const at = want.findIndex((number, place) => number !== have[place]);
  // A version before its release comes before it.
  return at === -1 ? version.includes('-') : (have[at] ?? 0) < want[at];
}

/** Packages run as they are made: their source is replaced neither when they are installed nor when the app is built. */
function patched(manifest, folder) {
  const tools = asked(manifest).filter(([name]) => patchTools.includes(name));
  const builds = buildFiles(folder).filter((file) =>
    replacesSources(readFileSync(join(folder, file), 'utf8')),
  );
  return [
    ...['preinstall', 'install', 'postinstall', 'prepare']
      .filter((name) => name in (manifest.scripts ?? {}))
      .map((name) => `the script ${name} runs when packages are installed: what needs them sets itself up`),
    ...tools.map(([name]) => `${name} replaces sources of packages: use them as they are made`),
    ...(existsSync(join(folder, 'patches')) ? ['patches/ replaces sources of packages'] : []),
    ...builds.map((file) => `${file} changes what a package consists of while the app is built`),
  ];
}

/** Returns the files that the build of the app is made of. */
function buildFiles(folder) {
  const plugins = existsSync(join(folder, '.ci')) ? readdirSync(join(folder, '.ci')) : [];
  const files = [
    'vite.config.ts',
    ...plugins.filter((name) => /\.ts$|-build\.mjs$/.test(name)).map((name) => `.ci/${name}`),
  ];
  return files.filter((file) => existsSync(join(folder, file)));
}

/** A plugin that names packages' files and has a hook for the text of modules. */
function replacesSources(text) {
  const hook = /(^|[{,\s])(async\s+)?(transform|load)\s*[:(,}]/m.test(text);
  return hook && /node_modules/.test(text.replace(/\/\*.*?\*\/|\/\/[^\n]*/gs, ''));
}
