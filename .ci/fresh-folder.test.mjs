import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { sourceHash } from './fresh-folder.mjs';
import { serverBuild } from './server-build.mjs';
import { webBuild } from './web-build.mjs';

function tree(files, { sources }) {
  const folder = mkdtempSync(join(tmpdir(), 'fresh-folder-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const write = (path, text) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  for (const [path, text] of Object.entries(files)) write(path, text);
  return { hash: () => sourceHash(sources, folder), write, remove: (path) => rmSync(join(folder, path)) };
}

const project = {
  'web/main.tsx': 'a',
  'sync-server/main.ts': 'a',
  'shared/model/ids.ts': 'b',
  'public/icon.svg': 'c',
  'package-lock.json': '{}',
};

describe('the web app', () => {
  test.each([
    'web/main.tsx',
    'shared/model/ids.ts',
    'public/icon.svg',
    'package-lock.json',
    'vite.config.ts',
    'web/new.ts',
  ])('a change of %s makes the build stale', (path) => {
    const { hash, write } = tree(project, webBuild);
    const before = hash();
    write(path, 'changed');
    expect(hash()).not.toBe(before);
  });

  test('a file that is gone, or has another name, makes the build stale', () => {
    const { hash, write, remove } = tree(project, webBuild);
    const before = hash();
    remove('web/main.tsx');
    const without = hash();
    write('web/start.tsx', 'a');
    expect(new Set([before, without, hash()]).size).toBe(3);
  });

  test.each(['web/main.test.ts', 'sync-server/main.ts', 'README.md', 'e2e/first.spec.ts'])(
    'a change of %s leaves the build fresh',
    (path) => {
      const { hash, write } = tree(project, webBuild);
      const before = hash();
      write(path, 'changed');
      expect(hash()).toBe(before);
    },
  );
});

describe('the server', () => {
  test.each([
    'sync-server/main.ts',
    'sync-server/storage/sqlite/migrations/001-everything.sql',
    'shared/model/ids.ts',
    'package-lock.json',
  ])('a change of %s makes its build stale', (path) => {
    const { hash, write } = tree(project, serverBuild);
    const before = hash();
    write(path, 'changed');
    expect(hash()).not.toBe(before);
  });

  test.each(['web/main.tsx', 'sync-server/main.test.ts', 'README.md'])(
    'a change of %s leaves its build fresh',
    (path) => {
      const { hash, write } = tree(project, serverBuild);
      const before = hash();
      write(path, 'changed');
      expect(hash()).toBe(before);
    },
  );
});
