import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { checkPackages, isOlder } from './packages.mjs';

function complaintsAbout({ manifest = {}, packages = {}, fewest = 0 }) {
  const folder = mkdtempSync(join(tmpdir(), 'packages-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages: { '': {}, ...packages } }));
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
