import { mkdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { temporaryFolder } from '../../../testing/temporary-folder.ts';
import { hashOf } from '../folder-state.ts';
import { FolderFiles } from './folder-files.ts';

afterEach(() => {
  vi.useRealTimers();
});

test.each([
  ['long after it was read', 60 * 60 * 1000],
  ['just after it was read', 0],
])('a file that is changed %s is found changed, even with the same size and time', async (_when, later) => {
  using folder = temporaryFolder();
  const path = join(folder.path, 'Mails', 'Reply.md');
  mkdirSync(join(folder.path, 'Mails'));
  writeFileSync(path, 'one');
  const { atime, mtime } = statSync(path);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + later });
  const files = new FolderFiles(folder.path);
  const hashes = async () => (await files.find()).prompts.map(({ hash }) => hash);
  expect(await hashes()).toEqual([hashOf('one')]);
  expect(await hashes()).toEqual([hashOf('one')]);
  writeFileSync(path, 'two');
  utimesSync(path, atime, mtime);
  expect(await hashes()).toEqual([hashOf('two')]);
});
