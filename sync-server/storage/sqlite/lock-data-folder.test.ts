import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { lockDataFolder } from './lock-data-folder.ts';

test('a folder is made where it is missing, and belongs to one server until that one lets it go', () => {
  using folder = temporaryFolder();
  const path = join(folder.path, 'deep', 'inside');
  const first = lockDataFolder(path);
  expect(() => lockDataFolder(path)).toThrow(
    `Another Promptory server is already using the data folder ${path}.`,
  );
  first.release();
  lockDataFolder(path).release();
});

test('a lock file that an ended server left behind locks nothing', () => {
  using folder = temporaryFolder();
  writeFileSync(join(folder.path, 'server.lock'), '');
  lockDataFolder(folder.path).release();
});

test('a folder that cannot be made is refused in a sentence', () => {
  using folder = temporaryFolder();
  const path = join(folder.path, 'a-file');
  writeFileSync(path, '');
  expect(() => lockDataFolder(join(path, 'below'))).toThrow(/^The data folder .* cannot be created: /);
  expect(() => lockDataFolder(path)).toThrow(/^The data folder .* cannot be created: /);
});
