import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { serverLockSuite } from '../ports/server-lock-suite.ts';
import { lockDataFolder } from './lock-data-folder.ts';
import { networkSystemOf } from './network-folder.ts';

serverLockSuite(() => {
  const folder = temporaryFolder();
  const path = join(folder.path, 'deep', 'inside');
  return { acquire: () => lockDataFolder(path), [Symbol.dispose]: () => folder[Symbol.dispose]() };
});

test('a data folder that is in use is named to the person who starts another server', async () => {
  using folder = temporaryFolder();
  const first = await lockDataFolder(folder.path);
  await expect(lockDataFolder(folder.path)).rejects.toThrow(
    `Another Promptory server is already using the data folder ${folder.path}.`,
  );
  await first.release();
});

test('a data folder on another machine is refused in a sentence that names its file system', async () => {
  using folder = temporaryFolder();
  const systemOf = (path: string) => networkSystemOf(path, () => 0x6969);
  await expect(lockDataFolder(folder.path, systemOf)).rejects.toThrow(
    `The data folder ${folder.path} is on another machine (NFS), where`,
  );
});

test.each([
  ['NFS', 0x6969],
  ['SMB', 0xfe534d42],
  ['SMB', -28095166],
  [undefined, 0xef53],
])('the file system %s is recognized by the number %i', (name, type) => {
  expect(networkSystemOf('/data', () => type)).toBe(name);
});

test('a lock file that an ended server left behind locks nothing', async () => {
  using folder = temporaryFolder();
  writeFileSync(join(folder.path, 'server.lock'), '');
  const lock = await lockDataFolder(folder.path);
  await lock.release();
});

test('a folder that cannot be made is refused in a sentence', async () => {
  using folder = temporaryFolder();
  const path = join(folder.path, 'a-file');
  writeFileSync(path, '');
  const refusal = /^The data folder .* cannot be created: /;
  await expect(lockDataFolder(join(path, 'below'))).rejects.toThrow(refusal);
  await expect(lockDataFolder(path)).rejects.toThrow(refusal);
});

test('a folder in a place where none can be made is refused, and the refusal does not wait for ever', async () => {
  await expect(lockDataFolder('/proc/nope/data')).rejects.toThrow(
    'The data folder /proc/nope/data cannot be created: ',
  );
});
