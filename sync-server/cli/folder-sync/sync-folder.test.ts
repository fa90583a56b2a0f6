/** Tests that a folder and a project become equal, on the real app and a real disk. */
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderSyncScene } from '../../testing/folder-sync-scene.ts';
import { ServerAway } from './library-client.ts';

const nothing = { added: 0, changed: 0, deleted: 0 };
const equal = {
  here: nothing,
  there: nothing,
  conflicts: 0,
  complaints: [],
  notices: [],
  failed: false,
  again: false,
};
const text = '\ufeff Dear {{name}},\r\n---\n  \n\n';

async function filled() {
  const scene = await folderSyncScene();
  await scene.call('POST', '/api/prompts', { id: 11, title: 'Greeting', content: text, projectId: 5 });
  await scene.call('POST', '/api/prompts', { id: 12, title: 'GREETING', content: 'two', projectId: 5 });
  await scene.call('POST', '/api/prompts', { id: 13, title: 'a/b: “c”', content: 'three', projectId: 5 });
  await scene.call('POST', '/api/prompts', { id: 14, title: 'Elsewhere', content: 'four', projectId: 7 });
  return scene;
}

test('the prompts of a project come into a folder as they are, and a second round changes nothing', async () => {
  using scene = await filled();
  const a = scene.folder('a');
  expect(await a.sync()).toMatchObject({ here: { added: 3 }, there: nothing });
  expect(a.names()).toEqual(['GREETING~c.md', 'Greeting.md', 'a_b_ “c”.md']);
  expect(a.text('Greeting.md')).toBe(text);
  expect(a.read('a_b_ “c”.md')).toContain('title: "a/b: “c”"\n');
  expect(await a.sync()).toEqual(equal);
});

test('new files become prompts with all their bytes, in folders too; a file without front matter gets it', async () => {
  using scene = await folderSyncScene();
  const a = scene.folder('a');
  a.write('Plain.md', 'no end of line');
  a.write('sub/Other.md', '---\nauthor: ada\n---\n\r\ntext\r\n');
  a.write('README.md', 'about this folder');
  a.write('notes.txt', 'no prompt');
  expect(await a.sync()).toMatchObject({ there: { added: 2 } });
  expect((await scene.prompts()).map(({ title, content }) => [title, content]).sort()).toEqual([
    ['Other', '---\nauthor: ada\n---\n\r\ntext\r\n'],
    ['Plain', 'no end of line'],
  ]);
  expect(a.text('Plain.md')).toBe('no end of line');
  expect(a.read('README.md')).toBe('about this folder');
  expect(await a.sync()).toEqual(equal);
});

test('edits on both sides travel, and merge where they are apart', async () => {
  using scene = await folderSyncScene();
  const lines = 'one\n\ntwo\n\nthree\n\nfour\n';
  await scene.call('POST', '/api/prompts', { id: 11, title: 'T', content: lines, projectId: 5 });
  const a = scene.folder('a');
  const b = scene.folder('b');
  await a.sync();
  await b.sync();
  a.edit('T.md', lines.replace('one', 'ONE'));
  b.edit('T.md', lines.replace('three', 'THREE'));
  await scene.call('PATCH', '/api/prompts/11/content', { content: lines.replace('four', 'FOUR') });
  for (const folder of [a, b, a]) expect(await folder.sync()).toMatchObject({ failed: false, conflicts: 0 });
  const merged = 'ONE\n\ntwo\n\nTHREE\n\nFOUR\n';
  expect([a.text('T.md'), b.text('T.md')]).toEqual([merged, merged]);
  expect(await scene.prompts()).toMatchObject([{ content: merged }]);
  expect(await scene.versions(11)).toEqual([]);
});

test('of two texts that overlap the file has its own, and the other one waits as a version', async () => {
  using scene = await filled();
  const a = scene.folder('a');
  await a.sync();
  a.edit('GREETING~c.md', 'mine');
  await scene.call('PATCH', '/api/prompts/12/content', { content: 'theirs' });
  expect(await a.sync()).toMatchObject({ conflicts: 1, failed: false });
  expect(a.text('GREETING~c.md')).toBe('mine');
  expect((await scene.get('/api/prompts/12')).body).toMatchObject({ content: 'mine' });
  expect(await scene.versions(12)).toMatchObject([{ content: 'theirs', conflict: 'unreviewed' }]);
  expect(await a.sync()).toEqual(equal);
});

test.each([
  ['tree', 'House rules.md', 'house rules.md'],
  ['rules', '.cursor/rules/house-rules.mdc', '.cursor/rules/house-rules.mdc'],
])(
  'in %s a title that changes in its letter case alone gives the file its plain name',
  async (layout, before, after) => {
    using scene = await folderSyncScene();
    await scene.call('POST', '/api/prompts', {
      id: 11,
      title: 'House rules',
      content: 'Be kind.',
      projectId: 5,
    });
    await scene.call('PATCH', '/api/prompts/11/attributes', { addTags: ['cursor'] });
    const a = scene.folder('a', { layout });
    await a.sync();
    expect(a.files()).toEqual([before]);
    await scene.call('PATCH', '/api/prompts/11', { title: 'house rules' });
    await a.sync();
    expect(a.files()).toEqual([after]);
  },
);

test('a renamed, moved or retitled file is the same prompt, and a renamed prompt renames its file', async () => {
  using scene = await filled();
  const a = scene.folder('a');
  await a.sync();
  mkdirSync(join(a.path, 'sub'));
  renameSync(join(a.path, 'Greeting.md'), join(a.path, 'sub/Hello.md'));
  a.write('GREETING~c.md', a.read('GREETING~c.md').replace('title: GREETING', 'title: Loud'));
  await scene.call('PATCH', '/api/prompts/13', { title: 'Plain' });
  expect(await a.sync()).toMatchObject({ failed: false, there: { added: 0, deleted: 0 } });
  const titles = (await scene.prompts()).map(({ id, title }) => [id, title]);
  expect(titles).toEqual([
    [11, 'Hello'],
    [12, 'Loud'],
    [13, 'Plain'],
  ]);
  expect(a.names()).toEqual(['Loud.md', 'Plain.md', 'sub/Hello.md']);
  expect(a.text('sub/Hello.md')).toBe(text);
  expect(await a.sync()).toEqual(equal);
});

test.each([
  ['A copy.md', 'A copy'],
  ['Greeting 2.md', 'Greeting 2'],
  ['Greeting (1).md', 'Greeting (1)'],
  ['sub/Greeting.md', 'Greeting 2'],
])('a file that is copied to %s is another prompt with the title %j', async (path, title) => {
  using scene = await filled();
  const a = scene.folder('a');
  await a.sync();
  a.write(path, a.read('Greeting.md'));
  expect(await a.sync()).toMatchObject({
    ...{ there: { added: 1, changed: 0, deleted: 0 }, complaints: [], failed: false },
    notices: [`${path} is a copy: it is a prompt of its own now, "${title}".`],
  });
  const prompts = await scene.prompts();
  expect(prompts).toHaveLength(4);
  expect(prompts.filter(({ content }) => content === text).map((prompt) => prompt.title)).toEqual([
    'Greeting',
    title,
  ]);
  expect(a.read(path)).toContain(`title: ${title}\n`);
  expect((await scene.get('/api/pull/Letters/Greeting')).status).toBe(200);
  expect(await a.sync()).toEqual(equal);
});

test('a copy keeps a title that a person gave it, and its original another one', async () => {
  using scene = await filled();
  const a = scene.folder('a');
  await a.sync();
  a.write('Copy.md', a.read('Greeting.md').replace('title: Greeting', 'title: Farewell'));
  await a.sync();
  expect((await scene.prompts()).map(({ title }) => title)).toContain('Farewell');
  a.write('Third.md', a.read('Copy.md'));
  a.write('Copy.md', a.read('Copy.md').replace('title: Farewell', 'title: Goodbye'));
  await a.sync();
  const titles = (await scene.prompts()).map(({ title }) => title);
  expect(titles.toSorted()).toEqual(['GREETING', 'Goodbye', 'Greeting', 'Third', 'a/b: “c”']);
});

test('without the state of a folder the prompt is the file with its name, and the copy is the other one', async () => {
  using scene = await filled();
  const a = scene.folder('a');
  await a.sync();
  rmSync(join(a.path, '.promptory'), { recursive: true });
  a.write('Greeting copy.md', a.read('Greeting.md'));
  expect(await a.sync()).toMatchObject({ there: { added: 1, changed: 0 }, failed: false });
  expect(a.read('Greeting.md')).toContain('id: 11\n');
  expect((await scene.prompts()).map(({ title }) => title)).toContain('Greeting copy');
  expect(await a.sync()).toEqual(equal);
});

test.each([
  'Greeting.sync-conflict-20261127-190000-ABCDEFG.md',
  "Greeting (Ada's conflicted copy 2026-11-27).md",
  'sub/Greeting (conflicted copy 2026-11-27 190000).md',
])('the conflict file %s of another program is named and left alone', async (path) => {
  using scene = await filled();
  const a = scene.folder('a');
  await a.sync();
  const other = `${a.read('Greeting.md')}theirs`;
  a.write(path, other);
  expect(await a.sync()).toMatchObject({
    ...{ here: nothing, there: nothing, failed: true },
    complaints: [
      expect.stringMatching(/conflict.*: A program that syncs files left it beside another version/),
    ],
  });
  expect(a.read(path)).toBe(other);
  expect(await scene.prompts()).toHaveLength(3);
  rmSync(join(a.path, path));
  expect(await a.sync()).toEqual(equal);
});

test('a prompt whose place another one has taken comes back under its title when it is edited there', async () => {
  using scene = await filled();
  const a = scene.folder('a');
  await a.sync();
  renameSync(join(a.path, 'a_b_ “c”.md'), join(a.path, 'Greeting.md'));
  await scene.call('PATCH', '/api/prompts/11/content', { content: 'edited there' });
  expect(await a.sync()).toMatchObject({ complaints: [], again: false, there: { deleted: 0 } });
  expect(a.text('Greeting.md')).toBe('three');
  expect(a.text('Greeting~b.md')).toBe('edited there');
  expect(await scene.prompts()).toHaveLength(3);
});

test('deletions travel both ways, an edit wins over them, and a prompt that moves away takes its file along', async () => {
  using scene = await filled();
  await scene.call('POST', '/api/prompts', { id: 15, title: 'Moves', content: 'five', projectId: 5 });
  const a = scene.folder('a');
  const b = scene.folder('b');
  await a.sync();
  await b.sync();
  rmSync(join(a.path, 'Greeting.md'));
  await scene.call('DELETE', '/api/prompts/12');
  await scene.call('DELETE', '/api/prompts/13');
  a.edit('a_b_ “c”.md', 'edited here');
  await scene.call('PUT', '/api/prompts/15/project', { projectId: 7 });
  expect(await a.sync()).toMatchObject({ here: { deleted: 2 }, there: { added: 1, deleted: 1 } });
  expect(a.names()).toEqual(['a_b_ “c”.md']);
  b.edit('Greeting.md', 'edited there');
  expect(await b.sync()).toMatchObject({ failed: false });
  expect((await scene.prompts()).map(({ id, content }) => [id, content])).toEqual([
    [11, 'edited there'],
    [13, 'edited here'],
  ]);
  await a.sync();
  expect([a.names(), b.names()]).toEqual([b.names(), ['Greeting.md', 'a_b_ “c”.md']]);
  expect((await scene.get('/api/prompts/15')).body).toMatchObject({ content: 'five' });
});

test('more than half of all, and more than ten, are deleted only when that is asked for', async () => {
  using scene = await folderSyncScene();
  for (let id = 100; id < 112; id += 1) {
    await scene.call('POST', '/api/prompts', { id, title: `T${id}`, content: 'x', projectId: 5 });
  }
  const a = scene.folder('a');
  const b = scene.folder('b');
  await a.sync();
  await b.sync();
  for (const name of a.names()) rmSync(join(a.path, name));
  const refused = await a.sync();
  expect(refused).toMatchObject({ failed: true, there: nothing });
  expect(refused.complaints).toEqual([expect.stringContaining('lacks 12 prompts')]);
  expect(await scene.prompts()).toHaveLength(12);
  expect(await a.sync({ allowDeletes: true })).toMatchObject({ there: { deleted: 12 } });
  expect(await b.sync()).toMatchObject({ failed: true, here: nothing });
  expect(b.names()).toHaveLength(12);
  expect(await b.sync({ allowDeletes: true })).toMatchObject({ here: { deleted: 12 } });
  expect(b.names()).toEqual([]);
});

test('without its state a folder is compared with the project again: nothing is doubled, deleted or lost', async () => {
  using scene = await filled();
  const a = scene.folder('a');
  await a.sync();
  rmSync(join(a.path, '.promptory'), { recursive: true });
  a.edit('GREETING~c.md', 'changed');
  rmSync(join(a.path, 'Greeting.md'));
  expect(await a.sync()).toMatchObject({ here: { added: 1, deleted: 0 }, there: { added: 0, deleted: 0 } });
  expect(await scene.prompts()).toHaveLength(3);
  expect(await scene.versions(12)).toMatchObject([{ content: 'two' }]);
  expect(a.text('Greeting.md')).toBe(text);
  expect(await a.sync()).toEqual(equal);
});

test('what cannot be read is named and left alone, links lead nowhere, and an emptied file gets its text back', async () => {
  using scene = await filled();
  const a = scene.folder('a');
  await a.sync();
  writeFileSync(join(a.path, 'Greeting.md'), Buffer.from([0xff, 0xfe]));
  symlinkSync('/etc', join(a.path, 'etc'));
  symlinkSync('/etc/passwd', join(a.path, 'passwd.md'));
  a.write('Broken.md', '---\npromptory: prompt\nid: [\n---\ntext');
  a.edit('GREETING~c.md', ' \n');
  const report = await a.sync();
  expect(report.complaints.toSorted()).toEqual([
    'Broken.md: Its front matter is no YAML.',
    'Greeting.md: It is not UTF-8 text, or too large.',
  ]);
  expect(a.text('GREETING~c.md')).toBe('two');
  expect(await scene.prompts()).toHaveLength(3);
});

test('a folder of another project, a second process and a wrong token are refused', async () => {
  using scene = await filled();
  const a = scene.folder('a');
  await a.sync();
  await scene.call('PATCH', '/api/projects/7', { name: 'Letters' });
  await expect(a.sync()).rejects.toThrow('Several projects have this name. Their ids: 5, 7.');
  await scene.call('DELETE', '/api/projects/5');
  await expect(a.sync()).rejects.toThrow('is kept equal with another project');
  await expect(a.sync({ send: async () => new Response('captive portal') })).rejects.toThrow('no Promptory');
  writeFileSync(join(a.path, '.promptory/lock'), '1');
  await expect(a.sync()).rejects.toThrow('Another sync works in');
});

test('a damaged state is named with a way out, and nothing changes', async () => {
  using scene = await filled();
  const a = scene.folder('a');
  await a.sync();
  for (const damaged of ['{"version":1,', '{"version":2}']) {
    a.write('.promptory/state.json', damaged);
    await expect(a.sync()).rejects.toThrow('state.json is damaged, or of another version.');
  }
  rmSync(join(a.path, '.promptory/state.json'));
  expect(await a.sync()).toMatchObject({ here: nothing, there: nothing, conflicts: 0 });
});

test.each([
  ['breaks off', '{"cursor":"', 'broke off'],
  ['is of another version', '{"strange":true}', 'does not understand'],
])(
  'an answer that %s is a server that is away, and the next round goes on',
  async (_name, body, sentence) => {
    using scene = await filled();
    const a = scene.folder('a');
    const send: typeof scene.send = async (path, init) => {
      const answer = await scene.send(path, init);
      return path.startsWith('/api/sync/changes') ? new Response(body, answer) : answer;
    };
    const failed = a.sync({ send });
    await expect(failed).rejects.toThrow(sentence);
    await expect(failed).rejects.toBeInstanceOf(ServerAway);
    expect(await a.sync()).toMatchObject({ here: { added: 3 } });
  },
);
