import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { sourceHash } from './web-build.mjs';

function tree(files) {
  const folder = mkdtempSync(join(tmpdir(), 'web-build-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const write = (path, text) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  for (const [path, text] of Object.entries(files)) write(path, text);
  return { hash: () => sourceHash(folder), write, remove: (path) => rmSync(join(folder, path)) };
}

const app = {
  'web/main.tsx': 'a',
  'shared/model/ids.ts': 'b',
  'public/icon.svg': 'c',
  'package-lock.json': '{}',
};

test.each([
  'web/main.tsx',
  'shared/model/ids.ts',
  'public/icon.svg',
  'package-lock.json',
  'vite.config.ts',
  'web/new.ts',
])('a change of %s makes the build stale', (path) => {
  const { hash, write } = tree(app);
  const before = hash();
  write(path, 'changed');
  expect(hash()).not.toBe(before);
});

test('a file that is gone, or has another name, makes the build stale', () => {
  const { hash, write, remove } = tree(app);
  const before = hash();
  remove('web/main.tsx');
  const without = hash();
  write('web/start.tsx', 'a');
  expect(new Set([before, without, hash()]).size).toBe(3);
});

test.each(['web/main.test.ts', 'sync-server/main.ts', 'README.md', 'e2e/first.spec.ts'])(
  'a change of %s leaves the build fresh',
  (path) => {
    const { hash, write } = tree(app);
    const before = hash();
    write(path, 'changed');
    expect(hash()).toBe(before);
  },
);
