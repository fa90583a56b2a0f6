import { mkdirSync, readdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { bytesOf, type FilesScene, fileStorageSuite, hashOf } from '../ports/blob-storage-suite.ts';
import { createDiskBlobs } from './disk-blobs.ts';

fileStorageSuite((): FilesScene => {
  const folder = temporaryFolder();
  const open = () => createDiskBlobs(join(folder.path, 'files'));
  return { files: open(), again: open, [Symbol.dispose]: () => folder[Symbol.dispose]() };
});

test('a kept file lies under its user and the beginning of its hash, and nothing else is left', async () => {
  using folder = temporaryFolder();
  const files = createDiskBlobs(folder.path);
  const sha256 = hashOf('a');
  const draft = files.temporary();
  await draft.append(
    (async function* () {
      yield bytesOf('a');
    })(),
    1,
  );
  await draft.keep({ userId: 7, sha256 });
  const everything = readdirSync(folder.path, { recursive: true }).map(String).sort();
  expect(everything).toEqual(
    ['7', join('7', sha256.slice(0, 2)), join('7', sha256.slice(0, 2), sha256), 'temporary'].sort(),
  );
});

test('a file that became shorter under its reader ends in an error, not in half a file', async () => {
  using folder = temporaryFolder();
  const files = createDiskBlobs(folder.path);
  const name = { userId: 7, sha256: hashOf('hello') };
  const path = join(folder.path, '7', name.sha256.slice(0, 2), name.sha256);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, 'hello');
  const found = await files.find(name);
  truncateSync(path, 2);
  await expect(new Response(found?.read(0, 5)).text()).rejects.toThrow('shorter than it was');
});

test('a reader that stops while its file is being opened, or is read, leaves no file open', async () => {
  using folder = temporaryFolder();
  const files = createDiskBlobs(folder.path);
  const name = { userId: 7, sha256: hashOf('hello') };
  const path = join(folder.path, '7', name.sha256.slice(0, 2), name.sha256);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, 'hello'.repeat(100_000));
  const found = await files.find(name);
  const opened = () => readdirSync('/dev/fd').length;
  const before = opened();
  for (let count = 0; count < 20; count += 1) {
    const reader = found?.read(0, 500_000).getReader();
    const first = reader?.read();
    // Anywhere from before the opening to after the first piece.
    for (let turn = 0; turn < count; turn += 1) await Promise.resolve();
    if (count === 19) await first;
    await reader?.cancel();
  }
  // As long as the openings of before take.
  expect(await new Response(found?.read(0, 5)).text()).toBe('hello');
  expect(opened()).toBe(before);
});

test('a folder that cannot be listed is not an empty one', async () => {
  using folder = temporaryFolder();
  writeFileSync(join(folder.path, 'partial'), 'no folder');
  await expect(createDiskBlobs(folder.path).partials()).rejects.toThrow('ENOTDIR');
});
