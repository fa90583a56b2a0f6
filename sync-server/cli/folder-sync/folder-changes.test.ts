/** Tests on a real disk that every way of changing a file is noticed. */
import { appendFileSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { FolderChanges } from './folder-changes.ts';
import { concerns, layoutsOf } from './layouts.ts';

const isLookedAt = (path: string) => concerns(layoutsOf('tree')?.layouts ?? [], path);

type Step = (at: (path: string) => string) => void;

const write =
  (path: string): Step =>
  (at) =>
    writeFileSync(at(path), 'text');
const edit =
  (path: string): Step =>
  (at) =>
    appendFileSync(at(path), 'more');
const replace =
  (path: string): Step =>
  (at) => {
    writeFileSync(at('.draft'), 'other');
    renameSync(at('.draft'), at(path));
  };
const rename =
  (from: string, to: string): Step =>
  (at) =>
    renameSync(at(from), at(to));
const folder =
  (path: string): Step =>
  (at) =>
    mkdirSync(at(path), { recursive: true });
const remove =
  (path: string): Step =>
  (at) =>
    rmSync(at(path), { recursive: true });

test.each<[string, Step[]]>([
  ['edited in place', [edit('old.md'), edit('old.md')]],
  [
    'replaced by another one, then edited',
    [replace('old.md'), edit('old.md'), replace('old.md'), edit('old.md')],
  ],
  ['new, then edited', [write('new.md'), edit('new.md')]],
  ['renamed, then edited', [rename('old.md', 'new.md'), edit('new.md')]],
  ['deleted, written again, then edited', [remove('old.md'), write('old.md'), edit('old.md')]],
  [
    'in a folder, edited and replaced',
    [edit('sub/deep/in.md'), replace('sub/deep/in.md'), edit('sub/deep/in.md')],
  ],
  ['in a new folder', [folder('new/deep'), write('new/deep/in.md'), edit('new/deep/in.md')]],
  ['in a renamed folder', [rename('sub', 'other'), edit('other/deep/in.md')]],
  [
    'in a folder that was removed and made again',
    [remove('sub'), folder('sub/deep'), write('sub/deep/in.md')],
  ],
])('each change of a file is noticed: %s', async (_name, steps) => {
  using temporary = temporaryFolder();
  const at = (path: string) => join(temporary.path, path);
  mkdirSync(at('sub/deep'), { recursive: true });
  for (const path of ['old.md', 'sub/deep/in.md']) writeFileSync(at(path), 'text');
  using changes = new FolderChanges(temporary.path, isLookedAt);
  const { signal } = new AbortController();
  for (const step of steps) {
    step(at);
    await changes.next(60_000, signal);
    expect(changes.take()).toBe(true);
    expect(changes.take()).toBe(false);
  }
});

test('a folder that comes after its watch began is noticed, and watched', async () => {
  using temporary = temporaryFolder();
  const path = join(temporary.path, 'later');
  using changes = new FolderChanges(path, isLookedAt);
  expect(changes.take()).toBe(true);
  mkdirSync(path);
  expect([changes.take(), changes.take()]).toEqual([true, false]);
  writeFileSync(join(path, 'new.md'), 'text');
  await changes.next(60_000, new AbortController().signal);
  expect(changes.take()).toBe(true);
});
