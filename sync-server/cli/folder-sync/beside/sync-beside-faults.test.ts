/** Tests files beside a skill where something is in the way: a link, another name, a server that does not take them. */
import { readdirSync, renameSync, symlinkSync } from 'node:fs';
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
  scenes,
  upload,
} from '../../../testing/beside-scene.ts';
import type { FolderOfTest } from '../../../testing/folder-sync-scene.ts';
import type { Send } from '../library-client.ts';

test('a file that the server has lost with its history is sent again, and not deleted', async () => {
  using all = await scenes({ 'pdf/forms.md': 'one' });
  const { scene, a } = all;
  const [file] = await resources(scene);
  await scene.call('DELETE', `/api/resources/${file?.id}`, {});
  const send: Send = async (path, init) =>
    path.includes('/sync/changes') && path.includes('since=')
      ? new Response('{}', { status: 410, headers: { 'X-Promptory': '1' } })
      : scene.send(path, init);
  expect(await a.sync({ send })).toMatchObject({ failed: false });
  expect(beside(a)).toEqual({ 'pdf/forms.md': 'one' });
  expect(await named(scene)).toEqual(['pdf/forms.md']);
});

test.each([
  ['is no file of its type any more', (a: FolderOfTest) => a.write(`${root}/pdf/a.json`, '// a note\n{}')],
  ['is empty for a moment', (a: FolderOfTest) => a.write(`${root}/pdf/b.svg`, '')],
  [
    'has grown too large',
    (a: FolderOfTest) => a.write(`${root}/pdf/refs/c.md`, 'x'.repeat(limits.maxUploadBytes + 1)),
  ],
  [
    'lies behind a link now',
    (a: FolderOfTest) => {
      renameSync(join(a.path, root, 'pdf/refs'), join(a.path, 'refs'));
      symlinkSync(join(a.path, 'refs'), join(a.path, root, 'pdf/refs'));
    },
  ],
])('a file that %s stays in the project and in other folders', async (_what, change) => {
  const files = { 'pdf/a.json': '{}', 'pdf/b.svg': '<svg/>', 'pdf/refs/c.md': 'one' };
  using all = await scenes(files);
  const { scene, a, b } = all;
  change(a);
  for (const folder of [a, b]) expect(await folder.sync()).toMatchObject({ there: nothing, failed: false });
  expect(await named(scene)).toEqual(Object.keys(files));
  expect(beside(b)).toEqual(files);
});

test('where a link leads nothing is removed or written, and each sync says why', async () => {
  using all = await scenes({ 'pdf/forms.md': 'one', 'pdf/refs/a.md': 'two' });
  const { scene, a, b } = all;
  renameSync(join(a.path, root, 'pdf/refs'), join(scene.path, 'elsewhere'));
  symlinkSync(join(scene.path, 'elsewhere'), join(a.path, root, 'pdf/refs'));
  b.write(`${root}/pdf/refs/deep/new.md`, 'new');
  await b.sync();
  const stays = 'pdf/refs/deep/new.md: it does not come, since a link or another file is in its place.';
  for (let round = 0; round < 2; round += 1) {
    expect(await a.sync()).toMatchObject({
      ...{ here: nothing, there: nothing, failed: false, again: false, notices: [stays] },
    });
  }
  expect(readdirSync(join(scene.path, 'elsewhere'))).toEqual(['a.md']);
  renameSync(join(a.path, root, 'pdf'), join(scene.path, 'moved'));
  symlinkSync(join(scene.path, 'moved'), join(a.path, root, 'pdf'));
  expect(await a.sync()).toMatchObject({ there: { deleted: 1 } });
  expect(readdirSync(join(scene.path, 'moved')).toSorted()).toEqual(['SKILL.md', 'forms.md', 'refs']);
});

test.each(['PDF', 'my_pdf', 'PDF forms', 'pdf\u0301'])(
  'a folder that its person calls %j has the same files as others, whatever they call it',
  async (name) => {
    using all = await scenes({ 'pdf/forms.md': 'one' });
    const { scene, a, b } = all;
    renameSync(join(a.path, root, 'pdf'), join(a.path, root, name));
    a.write(`${root}/${name}/more.md`, 'two');
    for (const folder of [a, b, a]) expect(await folder.sync()).toMatchObject({ failed: false });
    expect(await named(scene)).toHaveLength(2);
    expect(Object.keys(beside(a))).toEqual([`${name}/forms.md`, `${name}/more.md`]);
    expect(Object.values(beside(b))).toEqual(['one', 'two']);
    for (const folder of [a, b]) expect(await folder.sync()).toMatchObject(equal);
  },
);

test('files whose renaming the server does not take stay where they are', async () => {
  using all = await scenes({ 'pdf/a.md': 'one', 'pdf/b.md': 'two' });
  const { scene, a, b } = all;
  renameSync(join(a.path, root, 'pdf'), join(a.path, root, 'forms'));
  const send: Send = async (path, init) =>
    init.method === 'PATCH' && path.startsWith('/api/resources/')
      ? Response.json(
          { type: 'about:blank', title: 'No.', status: 500, code: 'internal' },
          { status: 500, headers: { 'X-Promptory': '1' } },
        )
      : scene.send(path, init);
  expect(await a.sync({ send })).toMatchObject({ failed: true });
  expect(await named(scene)).toEqual(['pdf/a.md', 'pdf/b.md']);
  expect(beside(a)).toEqual({ 'forms/a.md': 'one', 'forms/b.md': 'two' });
  for (const folder of [a, b]) expect(await folder.sync()).toMatchObject({ failed: false });
  expect(await named(scene)).toEqual(['forms/a.md', 'forms/b.md']);
  expect(beside(b)).toEqual({ 'forms/a.md': 'one', 'forms/b.md': 'two' });
});

test('a skill that is renamed and edited at once leaves no old version behind', async () => {
  using all = await scenes({ 'pdf/a.md': 'one', 'pdf/b.md': 'two' });
  const { scene, a, b } = all;
  renameSync(join(a.path, root, 'pdf'), join(a.path, root, 'forms'));
  const edited = { 'forms/a.md': 'ONE', 'forms/b.md': 'TWO' };
  for (const [name, content] of Object.entries(edited)) a.write(`${root}/${name}`, content);
  for (const folder of [a, b]) expect(await folder.sync()).toMatchObject({ failed: false });
  expect(await named(scene)).toEqual(Object.keys(edited));
  expect([beside(a), beside(b)]).toEqual([edited, edited]);
});

test('a file that the project has no room for is named with the reason, and the others travel', async () => {
  using all = await scenes();
  const { scene, a } = all;
  a.write(`${root}/pdf/a.md`, 'one');
  a.write(`${root}/pdf/b.md`, 'two');
  let count = 0;
  const problem = {
    type: 'about:blank',
    title: 'Full.',
    status: 507,
    code: 'storage_full',
    detail: 'No room.',
  };
  const send: Send = async (path, init) => {
    if (init.method === 'POST' && path.endsWith('/resources')) count += 1;
    return count === 1 && path.endsWith('/resources') && init.method === 'POST'
      ? Response.json(problem, { status: 507, headers: { 'X-Promptory': '1' } })
      : scene.send(path, init);
  };
  expect(await a.sync({ send })).toMatchObject({ failed: true, complaints: [`${root}/pdf/a.md: No room.`] });
  expect(await named(scene)).toEqual(['pdf/b.md']);
});

test('a description of several lines stays as it is with an edit', async () => {
  using all = await scenes({ 'pdf/forms.md': 'one' });
  const { scene, a } = all;
  const [file] = await resources(scene);
  await scene.call('PATCH', `/api/resources/${file?.id}`, { description: 'One\nTwo' });
  a.write(`${root}/pdf/forms.md`, 'two');
  await a.sync();
  expect(await resources(scene)).toMatchObject([{ description: 'One\nTwo' }]);
});

test('two files of one name in the project both come, and a name that is too long for that is said', async () => {
  using all = await scenes();
  const { scene, a } = all;
  await a.sync();
  const long = `pdf/${'\u{1f600}'.repeat(60)}.md`;
  for (const content of ['one', 'two'])
    for (const name of ['pdf/a.md', long]) await upload(scene, name, content);
  expect(await a.sync()).toMatchObject({ failed: false });
  expect(Object.values(beside(a)).toSorted()).toEqual(['one', 'one', 'two', 'two']);
  expect(await a.sync()).toMatchObject(equal);
});

test('bytes that are not those of their file are not written, and each sync says so', async () => {
  using all = await scenes({ 'pdf/forms.md': 'one' });
  const { scene, a, b } = all;
  b.write(`${root}/pdf/forms.md`, 'two');
  await b.sync();
  const send: Send = async (path, init) => {
    const answer = await scene.send(path, init);
    return path.endsWith('/download') ? new Response('else', { headers: answer.headers }) : answer;
  };
  for (let round = 0; round < 2; round += 1) {
    expect(await a.sync({ send })).toMatchObject({
      ...{ failed: true, again: false },
      complaints: [
        `${root}/pdf/forms.md: what the server gives is not what its project names, and is not written.`,
      ],
    });
  }
  expect(beside(a)).toEqual({ 'pdf/forms.md': 'one' });
  expect(await a.sync()).toMatchObject({ here: { changed: 1 }, failed: false });
});
