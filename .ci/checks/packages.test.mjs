import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { checkPackages, isOlder } from './packages.mjs';

const integrity = `sha512-${'A'.repeat(86)}==`;

function complaintsAbout({ manifest = {}, packages = {}, fewest = 0, files = {} }) {
  const withHashes = Object.fromEntries(
    Object.entries(packages).map(([path, entry]) => [path, { integrity, ...entry }]),
  );
  const folder = mkdtempSync(join(tmpdir(), 'packages-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages: { '': {}, ...withHashes } }));
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(join(folder, dirname(file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  return checkPackages({ folder, fewest }).complaints;
}

test('a version with a known hole is named, also deep in the tree', () => {
  const packages = { 'node_modules/a/node_modules/hono': { version: '4.13.10' } };
  expect(complaintsAbout({ packages })).toEqual(['hono 4.13.10 is older than 4.13.11']);
});

test.each(['^1.2.3', '~1.2.3', '24', 'latest', '*', '>=1.0.0'])(
  'a package asked for as %s is not pinned',
  (version) => {
    expect(complaintsAbout({ manifest: { devDependencies: { a: version } } })).toEqual([
      `a is asked for as "${version}": pin one version exactly`,
    ]);
  },
);

test('an install script that nobody agreed to is named', () => {
  const packages = { 'node_modules/a': { version: '1.0.0', hasInstallScript: true } };
  expect(complaintsAbout({ packages })).toHaveLength(1);
  expect(complaintsAbout({ packages, manifest: { allowScripts: { a: false } } })).toEqual([]);
});

test.each([
  [
    'an address of its own',
    { resolved: 'git+ssh://git@example.org/a.git' },
    'a is fetched from an address of its own',
  ],
  ['no hash', { integrity: undefined }, 'a has no SHA-512 of its bytes'],
  ['a weak hash', { integrity: 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=' }, 'a has no SHA-512 of its bytes'],
  ['a link', { link: true }, 'node_modules/a is a folder of this machine, not a package'],
])('a locked package with %s is named', (_, entry, complaint) => {
  const packages = { 'node_modules/a': { version: '1.0.0', ...entry } };
  expect(complaintsAbout({ packages })).toEqual([complaint]);
});

test('a package whose source is replaced is named, by whichever way', () => {
  expect(complaintsAbout({ manifest: { devDependencies: { 'patch-package': '8.0.0' } } })).toHaveLength(1);
  expect(complaintsAbout({ files: { 'patches/dexie+4.4.0.patch': '' } })).toHaveLength(1);
  const plugin = (id) =>
    `export const plugin = {\n  transform: (code, id) => /${id}/.test(id) && code.slice(1),\n};`;
  expect(complaintsAbout({ files: { '.ci/smaller.ts': plugin('node_modules.dexie') } })).toEqual([
    '.ci/smaller.ts changes what a package consists of while the app is built',
  ]);
  const inline =
    "const plugins = [{ name: 'x', transform(code) { return code; } }]; const of = 'node_modules';";
  expect(complaintsAbout({ files: { '.ci/server-build.mjs': inline } })).toHaveLength(1);
  expect(complaintsAbout({ manifest: { scripts: { postinstall: 'node patch.mjs' } } })).toHaveLength(1);
  expect(complaintsAbout({ files: { '.ci/workers.ts': plugin('web.features') } })).toEqual([]);
});

test('a lockfile that names next to nothing was not read', () => {
  expect(complaintsAbout({ fewest: 200 })).toHaveLength(1);
});

test.each([
  ['1.2.3', '1.2.3', false],
  ['1.2.3', '1.2.4', true],
  ['1.10.0', '1.9.9', false],
  ['2.0.0', '1.9.9', false],
  ['2.0.0-rc.1', '2.0.0', true],
  ['0.9.9', '1.0.0', true],
])('%s against %s: older is %s', (version, least, older) => {
  expect(isOlder(version, least)).toBe(older);
});
