/** Tests that the files beside a skill travel both ways, and what stays where it is. */
import { existsSync, mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { limits } from '#shared/model/limits.ts';
import {
  beside,
  equal,
  named,
  nothing,
  resources,
  root,
  type Scene,
  scenes,
  upload,
} from '../../../testing/beside-scene.ts';
import { crashingSend } from '../../../testing/crashing-send.ts';
import type { FolderOfTest } from '../../../testing/folder-sync-scene.ts';

test('what lies beside a skill is in the project, and in the next folder to the byte', async () => {
  const files = {
    'pdf/reference.md': '\ufeffOne\r\n',
    'pdf/references/deep/form.json': '{"a":1}',
    'pdf/assets/größe 字.txt': '',
  };
  using all = await scenes();
  const { scene, a, b } = all;
  for (const [name, content] of Object.entries(files)) a.write(`${root}/${name}`, content);
  expect(await a.sync()).toMatchObject({ there: { added: 4 }, failed: false, again: false });
  expect(await named(scene)).toEqual(Object.keys(files).toSorted());
  expect(await a.sync()).toMatchObject(equal);
  expect(await b.sync()).toMatchObject({ here: { added: 4 }, failed: false });
  expect(beside(b)).toEqual(files);
  expect(await b.sync()).toMatchObject(equal);
});

test('an edit of a file replaces it everywhere, and its description stays', async () => {
  using all = await scenes({ 'pdf/forms.md': 'one' });
  const { scene, a, b } = all;
  const [before] = await resources(scene);
  await scene.call('PATCH', `/api/resources/${before?.id}`, { description: 'All forms' });
  b.write(`${root}/pdf/forms.md`, 'two');
  expect(await b.sync()).toMatchObject({ there: { ...nothing, changed: 1 }, failed: false, again: false });
  expect(await resources(scene)).toMatchObject([{ name: 'pdf/forms.md', description: 'All forms' }]);
  expect(await a.sync()).toMatchObject({ here: { ...nothing, changed: 1 }, failed: false });
  expect(beside(a)).toEqual({ 'pdf/forms.md': 'two' });
  expect(await a.sync()).toMatchObject(equal);
});

test('a file that was changed on both sides is there twice', async () => {
  using all = await scenes({ 'pdf/forms.md': 'one' });
  const { scene, a, b } = all;
  a.write(`${root}/pdf/forms.md`, 'of a');
  b.write(`${root}/pdf/forms.md`, 'of b');
  for (const folder of [a, b, a])
    expect(await folder.sync()).toMatchObject({ failed: false, complaints: [] });
  const both = { 'pdf/forms.md': 'of b', 'pdf/forms (from the project).md': 'of a' };
  expect(beside(a)).toEqual(both);
  expect(beside(b)).toEqual(both);
  expect(await named(scene)).toEqual(Object.keys(both).toSorted());
  for (const folder of [a, b]) expect(await folder.sync()).toMatchObject(equal);
});

test('a deleted file goes on both sides, with the folder that it leaves empty', async () => {
  using all = await scenes({ 'pdf/refs/forms.md': 'one', 'pdf/refs/more.md': 'two' });
  const { scene, a, b } = all;
  rmSync(join(a.path, root, 'pdf/refs/forms.md'));
  expect(await a.sync()).toMatchObject({ there: { ...nothing, deleted: 1 }, failed: false });
  expect(await named(scene)).toEqual(['pdf/refs/more.md']);
  const [more] = await resources(scene);
  await scene.call('DELETE', `/api/resources/${more?.id}`, {});
  expect(await b.sync()).toMatchObject({ here: { ...nothing, deleted: 2 }, failed: false });
  expect(beside(b)).toEqual({});
  expect(existsSync(join(b.path, root, 'pdf/refs'))).toBe(false);
  expect(await b.sync()).toMatchObject(equal);
});

test('an edit wins over a deletion, on either side', async () => {
  using all = await scenes({ 'pdf/a.md': 'one', 'pdf/b.md': 'two' });
  const { scene, a, b } = all;
  a.write(`${root}/pdf/a.md`, 'edited by a');
  await a.sync();
  rmSync(join(b.path, root, 'pdf/a.md'));
  const second = (await resources(scene)).find(({ name }) => name === 'pdf/b.md');
  await scene.call('DELETE', `/api/resources/${second?.id}`, {});
  b.write(`${root}/pdf/b.md`, 'edited by b');
  for (const folder of [b, a]) expect(await folder.sync()).toMatchObject({ failed: false });
  const both = { 'pdf/a.md': 'edited by a', 'pdf/b.md': 'edited by b' };
  expect(beside(a)).toEqual(both);
  expect(beside(b)).toEqual(both);
});

test.each([
  [
    'in a folder',
    (_scene: Scene, a: FolderOfTest) =>
      renameSync(join(a.path, root, 'pdf'), join(a.path, root, 'pdf-forms')),
  ],
  [
    'in the app',
    async (scene: Scene) => {
      const [prompt] = await scene.prompts();
      await scene.call('PATCH', `/api/prompts/${prompt?.id}`, { title: 'PDF forms' });
    },
  ],
] as const)('a skill that is renamed %s takes its files along', async (_where, rename) => {
  using all = await scenes({ 'pdf/refs/forms.md': 'one', 'pdf/run.py': 'print()' });
  const { scene, a, b } = all;
  const [before] = await resources(scene);
  await rename(scene, a);
  for (const folder of [a, b]) expect(await folder.sync()).toMatchObject({ failed: false });
  expect(await resources(scene)).toMatchObject([{ id: before?.id, name: 'pdf-forms/refs/forms.md' }]);
  expect(beside(a)).toEqual({ 'pdf-forms/refs/forms.md': 'one', 'pdf-forms/run.py': 'print()' });
  expect(beside(b)).toEqual({ 'pdf-forms/refs/forms.md': 'one' });
  for (const folder of [a, b]) expect(await folder.sync()).toMatchObject({ here: nothing, there: nothing });
});

test('a skill that leaves a folder takes its files along, and finds them again', async () => {
  using all = await scenes({ 'pdf/forms.md': 'one', 'pdf/more.md': 'two' });
  const { scene, a, b } = all;
  const [prompt] = await scene.prompts();
  a.write(`${root}/pdf/more.md`, 'not sent yet');
  await scene.call('PATCH', `/api/prompts/${prompt?.id}/attributes`, { removeTags: ['skill'] });
  const stays = `${root}/pdf/more.md: its skill has left the folder, and what was changed here stays here.`;
  expect(await a.sync()).toMatchObject({
    ...{ here: { ...nothing, deleted: 2 }, failed: false },
    notices: expect.arrayContaining([stays]),
  });
  expect(await b.sync()).toMatchObject({ here: { ...nothing, deleted: 3 }, failed: false });
  expect(existsSync(join(b.path, root, 'pdf'))).toBe(false);
  expect(await named(scene)).toEqual(['pdf/forms.md', 'pdf/more.md']);
  await scene.call('PATCH', `/api/prompts/${prompt?.id}/attributes`, { addTags: ['skill'] });
  for (const folder of [a, b]) expect(await folder.sync()).toMatchObject({ failed: false });
  await b.sync();
  expect(beside(b)).toEqual(beside(a));
  expect(Object.values(beside(a)).toSorted()).toEqual(['not sent yet', 'one', 'two']);
});

test('a skill whose folder is deleted leaves its files in the project', async () => {
  using all = await scenes({ 'pdf/forms.md': 'one' });
  const { scene, a, b } = all;
  rmSync(join(a.path, root, 'pdf'), { recursive: true });
  for (const folder of [a, b]) expect(await folder.sync()).toMatchObject({ failed: false });
  expect(await named(scene)).toEqual(['pdf/forms.md']);
  expect([...a.files(), ...b.files()]).toEqual([]);
});

test('scripts, large and hidden files and links stay in the folder, and those that a person would miss are named', async () => {
  using all = await scenes();
  const { scene, a } = all;
  a.write(`${root}/pdf/scripts/fill.py`, 'print()');
  a.write(`${root}/pdf/no.png`, 'no picture');
  a.write(`${root}/pdf/large.txt`, 'x'.repeat(limits.maxUploadBytes + 1));
  a.write(`${root}/pdf/.env.md`, 'hidden');
  a.write(`${root}/pdf/node_modules/a/README.md`, 'a package');
  a.write(`${root}/pdf/inner/SKILL.md`, 'another skill');
  mkdirSync(join(a.path, 'outside'));
  symlinkSync(join(a.path, 'outside'), join(a.path, root, 'pdf/linked'));
  a.write('outside/secret.md', 'outside');
  const left = `${root}/pdf/large.txt and 2 more: a project keeps no such files, and they stay in the folder alone.`;
  expect(await a.sync()).toMatchObject({ there: { added: 1 }, notices: [left], failed: false });
  expect(await named(scene)).toEqual([]);
});

test.each([
  'pdf/../../../../etc/forms.md',
  '../forms.md',
  '/pdf/forms.md',
  'pdf//forms.md',
  'pdf/SKILL.md',
  'pdf/sub/Skill.md',
  'pdf/.git/forms.md',
  'pdf/node_modules/forms.md',
  'pdf/con.md',
  'pdf/a\\b.md',
  'pdf/forms.sync-conflict-20260101-101010.md',
  'other/forms.md',
  'forms.md',
])('a file of the project that is called %j does not come into the folder', async (name) => {
  using all = await scenes();
  const { scene, a } = all;
  await a.sync();
  const before = a.read(`${root}/pdf/SKILL.md`);
  await upload(scene, name, 'from the project');
  expect(await a.sync()).toMatchObject({ ...equal, notices: [] });
  expect(a.files()).toEqual([`${root}/pdf/SKILL.md`]);
  expect(a.read(`${root}/pdf/SKILL.md`)).toBe(before);
});

test('a file without its bytes waits for them', async () => {
  using all = await scenes();
  const { scene, a } = all;
  await a.sync();
  await scene.call('POST', '/api/projects/5/resources', {
    ...{ id: 99, name: 'pdf/forms.md', originalFilename: 'forms.md', description: '' },
    ...{ fileType: 'text/markdown', fileSize: 3, sha256: 'a'.repeat(64) },
  });
  expect(await a.sync()).toMatchObject(equal);
  expect(beside(a)).toEqual({});
});

test('a file that holds a secret is named and not written, unless that is allowed', async () => {
  using all = await scenes();
  const { scene, a } = all;
  await a.sync();
  await upload(scene, 'pdf/keys.md', `One\nghp_${'aB3dE6gH9j'.repeat(4).slice(0, 36)}\n`);
  const { complaints } = await a.sync();
  expect(complaints).toEqual([
    expect.stringMatching(/^\.claude\/skills\/pdf\/keys\.md: Not written here, because of line 2\./),
  ]);
  expect(beside(a)).toEqual({});
  expect(await a.sync({ allowSecrets: true })).toMatchObject({ here: { added: 1 }, failed: false });
});

test('many files that are missing are deleted only if that is asked for, on either side', async () => {
  const files = Object.fromEntries(Array.from({ length: 12 }, (_, n) => [`pdf/refs/${n}.md`, `text ${n}`]));
  using all = await scenes(files);
  const { scene, a, b } = all;
  rmSync(join(a.path, root, 'pdf/refs'), { recursive: true });
  const sentence = (where: string) =>
    `${where} lacks 12 files of skills, more than half of all. If that is right, repeat it with --allow-deletes.`;
  expect(await a.sync()).toMatchObject({ failed: true, complaints: [sentence('The folder')] });
  expect(await named(scene)).toHaveLength(12);
  expect(await a.sync({ allowDeletes: true })).toMatchObject({ there: { deleted: 12 }, failed: false });
  expect(await b.sync()).toMatchObject({ failed: true, complaints: [sentence('The project')] });
  expect(Object.keys(beside(b))).toHaveLength(12);
  expect(await b.sync({ allowDeletes: true })).toMatchObject({ here: { deleted: 12 }, failed: false });
});

test.each([true, false])('a round may end at any request, done there: %s', async (isDone) => {
  for (let request = 1; ; request += 1) {
    using all = await scenes({ 'pdf/a.md': 'one', 'pdf/b.md': 'two', 'pdf/c.md': 'three' });
    const { scene, a, b } = all;
    a.write(`${root}/pdf/a.md`, 'edited');
    a.write(`${root}/pdf/new.md`, 'new');
    rmSync(join(a.path, root, 'pdf/b.md'));
    const ended = await a.sync({ send: crashingSend(scene.send, request, isDone) }).catch(() => 'crashed');
    for (const folder of [a, b]) expect(await folder.sync()).toMatchObject({ failed: false });
    const files = { 'pdf/a.md': 'edited', 'pdf/c.md': 'three', 'pdf/new.md': 'new' };
    expect([request, beside(a), beside(b)]).toEqual([request, files, files]);
    expect(await named(scene)).toEqual(Object.keys(files));
    if (ended !== 'crashed') break;
  }
});
