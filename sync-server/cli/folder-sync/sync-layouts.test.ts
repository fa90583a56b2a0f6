/** Tests the layouts of agents' tools: what lies in the folder, and that edits, names and tags travel both ways. */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { limits } from '#shared/model/limits.ts';
import { type FolderOfTest, folderSyncScene } from '../../testing/folder-sync-scene.ts';

const nothing = { added: 0, changed: 0, deleted: 0 };
const equal = { here: nothing, there: nothing, conflicts: 0, complaints: [], notices: [], failed: false };

type Scene = Awaited<ReturnType<typeof folderSyncScene>>;

async function add(scene: Scene, id: number, title: string, tags: string[], content: string): Promise<void> {
  await scene.call('POST', '/api/prompts', { id, title, content, projectId: 5 });
  await scene.call('PATCH', `/api/prompts/${id}/attributes`, { addTags: tags });
}

const tagsOf = async (scene: Scene) =>
  (await scene.prompts()).map(({ title, attributes }) => [title, attributes?.tags ?? []]);

/** A layout, its tag, and where it has a prompt with the title "House rules". */
const layouts = [
  { layout: 'skills', tag: 'skill', path: '.claude/skills/house-rules/SKILL.md' },
  { layout: 'rules', tag: 'cursor', path: '.cursor/rules/house-rules.mdc' },
  { layout: 'rules', tag: 'agents', path: 'AGENTS.md' },
  { layout: 'rules', tag: 'copilot', path: '.github/copilot-instructions.md' },
] as const;

test.each(layouts)(
  '$path: a prompt with the tag $tag comes, edits travel both ways and merge, and others stay away',
  async ({ layout, tag, path }) => {
    using scene = await folderSyncScene();
    const text = 'one\n\ntwo\n\nthree\n';
    await add(scene, 11, 'House rules', [tag], text);
    await add(scene, 12, 'Mail', ['other'], 'Dear {{name}}');
    const a = scene.folder('a', { layout });
    const b = scene.folder('b', { layout });
    expect(await a.sync()).toMatchObject({ ...equal, here: { added: 1, changed: 0, deleted: 0 } });
    await b.sync();
    expect(a.files()).toEqual([path]);
    expect(a.read(path)).toContain(text);
    expect(await a.sync()).toMatchObject(equal);
    a.write(path, a.read(path).replace('one', 'ONE'));
    b.write(path, b.read(path).replace('three', 'THREE'));
    await scene.call('PATCH', '/api/prompts/11/content', { content: text.replace('two', 'TWO') });
    for (const each of [a, b, a]) expect(await each.sync()).toMatchObject({ failed: false, conflicts: 0 });
    expect((await scene.get('/api/prompts/11')).body).toMatchObject({
      content: 'ONE\n\nTWO\n\nTHREE\n',
      title: 'House rules',
    });
    expect(a.read(path)).toBe(b.read(path));
    expect(a.read(path)).toContain('ONE\n\nTWO\n\nTHREE\n');
  },
);

test.each(layouts)(
  '$path: a new file is a prompt with the tag, and a deleted one takes it off and leaves the prompt',
  async ({ layout, tag, path }) => {
    using scene = await folderSyncScene();
    const a = scene.folder('a', { layout });
    const b = scene.folder('b', { layout });
    a.write(path, 'Be kind.\n');
    expect(await a.sync()).toMatchObject({ there: { added: 1 }, failed: false });
    const [made] = await scene.prompts();
    expect(made).toMatchObject({ content: 'Be kind.\n', attributes: { tags: [tag] } });
    expect(await a.sync()).toMatchObject(equal);
    await b.sync();
    expect(b.read(path)).toBe(a.read(path));
    rmSync(join(a.path, path));
    const notices = expect.arrayContaining([
      expect.stringMatching(new RegExp(`: its prompt stays in the library, without the tag ${tag}\\.$`)),
    ]);
    expect(await a.sync()).toMatchObject({ there: { deleted: 1 }, notices, failed: false });
    expect(await b.sync()).toMatchObject({ here: { deleted: 1 }, failed: false });
    expect(b.files()).toEqual([]);
    expect(await scene.prompts()).toMatchObject([{ id: made?.id, content: 'Be kind.\n' }]);
    expect(await tagsOf(scene)).toEqual([[made?.title, []]]);
  },
);

test.each(layouts)(
  '$path: a prompt that loses its tag leaves the folder, and an edit here goes into it before',
  async ({ layout, tag, path }) => {
    using scene = await folderSyncScene();
    await add(scene, 11, 'House rules', [tag], 'one\n\ntwo\n');
    const a = scene.folder('a', { layout });
    await a.sync();
    a.write(path, a.read(path).replace('one', 'ONE'));
    await scene.call('PATCH', '/api/prompts/11/attributes', { removeTags: [tag] });
    expect(await a.sync()).toMatchObject({ failed: false });
    expect(a.files()).toEqual([]);
    expect(await scene.prompts()).toMatchObject([{ id: 11, content: 'ONE\n\ntwo\n' }]);
  },
);

const copied: [string, string, string, string | null][] = [
  [
    'skills',
    '.claude/skills/house-rules/SKILL.md',
    '.claude/skills/house-rules copy/SKILL.md',
    'house-rules copy',
  ],
  [
    'skills',
    '.claude/skills/house-rules/SKILL.md',
    '.claude/skills/house-rules (1)/SKILL.md',
    'house-rules (1)',
  ],
  ['skills', '.claude/skills/house-rules/SKILL.md', '.claude/skills/house-rules/SKILL copy.md', null],
  ['rules', '.cursor/rules/house-rules.mdc', '.cursor/rules/house-rules copy.mdc', 'house-rules copy'],
  ['rules', '.cursor/rules/house-rules.mdc', '.cursor/rules/house-rules (1).mdc', 'house-rules (1)'],
  ['rules', '.cursor/rules/house-rules.mdc', '.cursor/rules/sub/house-rules.mdc', 'house-rules'],
  ['rules', 'AGENTS.md', 'AGENTS copy.md', null],
  ['rules', 'AGENTS.md', 'AGENTS (1).md', null],
  ['rules', '.github/copilot-instructions.md', '.github/copilot-instructions copy.md', null],
];
const tagOf = (path: string) => layouts.find((each) => each.path === path)?.tag ?? '';

test.each(copied)('in %s a copy of %s at %s is the prompt %j', async (layout, path, copy, title) => {
  using scene = await folderSyncScene();
  await add(scene, 11, 'House rules', [tagOf(path)], 'Be kind.\n');
  const a = scene.folder('a', { layout });
  await a.sync();
  a.write(copy, a.read(path));
  expect(await a.sync()).toMatchObject({ complaints: [], failed: false });
  const titles = (await scene.prompts()).map((each) => each.title);
  expect(titles).toEqual(title === null ? ['House rules'] : ['House rules', title]);
  expect((await scene.get('/api/pull/Letters/House%20rules')).status).toBe(200);
  expect(await a.sync()).toMatchObject(equal);
  expect(a.read(path)).toContain('"id":11,');
});

test('a section that is copied in its file is another prompt, under the next title', async () => {
  using scene = await folderSyncScene();
  await add(scene, 11, 'House rules', ['agents'], 'Be kind.\n');
  const a = scene.folder('a', { layout: 'rules' });
  await a.sync();
  a.write('AGENTS.md', `${a.read('AGENTS.md')}\n${a.read('AGENTS.md').replace('kind', 'brief')}`);
  expect(await a.sync()).toMatchObject({ there: { added: 1 }, complaints: [] });
  expect((await scene.prompts()).map(({ title, content }) => [title, content])).toEqual([
    ['House rules', 'Be kind.\n'],
    ['House rules 2', 'Be brief.\n'],
  ]);
  expect(await a.sync()).toMatchObject(equal);
});

test.each([
  [
    'skills',
    '.claude/skills/house-rules/SKILL.md',
    '.claude/skills/house-rules/SKILL.sync-conflict-20260101-120000-ABCDEFG.md',
  ],
  [
    'rules',
    '.cursor/rules/house-rules.mdc',
    '.cursor/rules/house-rules.sync-conflict-20260101-120000-ABCDEFG.mdc',
  ],
  [
    'rules',
    '.cursor/rules/house-rules.mdc',
    ".cursor/rules/house-rules (Ada's conflicted copy 2026-01-01).mdc",
  ],
  ['rules', 'AGENTS.md', 'AGENTS.sync-conflict-20260101-120000-ABCDEFG.md'],
  [
    'rules',
    '.github/copilot-instructions.md',
    '.github/copilot-instructions.sync-conflict-20260101-120000.md',
  ],
])('in %s the conflict file of %s at %s is named and left alone', async (layout, path, conflict) => {
  using scene = await folderSyncScene();
  await add(scene, 11, 'House rules', [tagOf(path)], 'Be kind.\n');
  const a = scene.folder('a', { layout });
  await a.sync();
  const theirs = a.read(path).replace('kind', 'brief');
  a.write(conflict, theirs);
  const complaints = [expect.stringContaining(`${conflict}: A program that syncs files left it`)];
  expect(await a.sync()).toMatchObject({ there: nothing, here: nothing, complaints, failed: true });
  expect(a.read(conflict)).toBe(theirs);
  expect(await scene.prompts()).toHaveLength(1);
  rmSync(join(a.path, conflict));
  expect(await a.sync()).toMatchObject(equal);
});

test('a skill that is renamed in the app takes its folder with its scripts along, and a renamed folder its prompt', async () => {
  using scene = await folderSyncScene();
  await add(
    scene,
    11,
    'House rules',
    ['skill'],
    '---\ndescription: Rules of ours.\n---\nRun scripts/check.sh.\n',
  );
  const a = scene.folder('a', { layout: 'skills' });
  await a.sync();
  a.write('.claude/skills/house-rules/scripts/check.sh', 'true\n');
  await scene.call('PATCH', '/api/prompts/11', { title: 'Rules of the house' });
  expect(await a.sync()).toMatchObject({ failed: false });
  const at = '.claude/skills/rules-of-the-house';
  expect(a.files()).toEqual([`${at}/SKILL.md`, `${at}/scripts/check.sh`]);
  expect(a.read(`${at}/SKILL.md`)).toMatch(/^name: rules-of-the-house$/m);
  renameSync(join(a.path, at), join(a.path, '.claude/skills/kindness'));
  expect(await a.sync()).toMatchObject({ there: { changed: 1, added: 0 } });
  expect(a.read('.claude/skills/kindness/SKILL.md')).toMatch(/^name: kindness$/m);
  expect(await scene.prompts()).toMatchObject([
    { id: 11, title: 'kindness', content: '---\ndescription: Rules of ours.\n---\nRun scripts/check.sh.\n' },
  ]);
  await scene.call('DELETE', '/api/prompts/11');
  await a.sync();
  expect(a.files()).toEqual(['.claude/skills/kindness/scripts/check.sh']);
});

test('one repository has skills and rules of one project, and a prompt with two tags is in both files', async () => {
  using scene = await folderSyncScene();
  await add(scene, 11, 'House rules', ['agents', 'copilot'], 'one\n\ntwo\n\nthree\n');
  await add(scene, 12, 'Tidy logs', ['skill'], 'Sort.\n');
  await add(scene, 13, 'Types', ['cursor', 'agents'], '---\nglobs: *.ts\n---\nNo any.\n');
  const a = scene.folder('a', { layout: 'skills,rules' });
  a.write(
    'AGENTS.md',
    '# About us\n\n<!-- promptory: {"title":"Tests"} -->\nTest it.\n<!-- /promptory -->\n\nThe end.\n',
  );
  a.write('src/index.ts', 'not looked at');
  a.write('.claude/settings.json', '{}');
  expect(await a.sync()).toMatchObject({ failed: false, complaints: [], there: { added: 1 } });
  expect(a.files()).toEqual([
    ...['.claude/settings.json', '.claude/skills/tidy-logs/SKILL.md', '.cursor/rules/types.mdc'],
    ...['.github/copilot-instructions.md', 'AGENTS.md', 'src/index.ts'],
  ]);
  expect(a.read('AGENTS.md')).toMatch(
    /^# About us\n\n<!-- promptory: .*"Tests".*\nTest it\.\n<!-- \/promptory -->\n\nThe end\.\n\n<!-- /,
  );
  a.write('AGENTS.md', a.read('AGENTS.md').replace('one', 'ONE'));
  a.write(
    '.github/copilot-instructions.md',
    a.read('.github/copilot-instructions.md').replace('three', 'THREE'),
  );
  expect(await a.sync()).toMatchObject({ failed: false, conflicts: 0 });
  for (const path of ['AGENTS.md', '.github/copilot-instructions.md'])
    expect(a.read(path)).toContain('ONE\n\ntwo\n\nTHREE\n');
  expect(await a.sync()).toMatchObject(equal);
  expect(await tagsOf(scene)).toContainEqual(['Tests', ['agents']]);
});

test('folders of one project with other layouts and tags do not disturb one another', async () => {
  using scene = await folderSyncScene();
  await add(scene, 11, 'House rules', ['skill', 'team'], 'Be kind.\n');
  await add(scene, 12, 'Tidy logs', ['skill'], 'Sort.\n');
  const tree = scene.folder('tree');
  const skills = scene.folder('skills', { layout: 'skills' });
  const team = scene.folder('team', { layout: 'skills', tag: 'team' });
  const all: FolderOfTest[] = [tree, skills, team];
  for (const each of all) await each.sync();
  expect(team.files()).toEqual(['.claude/skills/house-rules/SKILL.md']);
  expect(skills.files()).toEqual([
    '.claude/skills/house-rules/SKILL.md',
    '.claude/skills/tidy-logs/SKILL.md',
  ]);
  expect(tree.names()).toEqual(['House rules.md', 'Tidy logs.md']);
  team.write('.claude/skills/new-one/SKILL.md', 'New.\n');
  tree.edit('Tidy logs.md', 'Sort all.\n');
  for (const each of [...all, ...all]) expect(await each.sync()).toMatchObject({ failed: false });
  expect(await tagsOf(scene)).toContainEqual(['new-one', ['skill', 'team']]);
  expect(skills.read('.claude/skills/tidy-logs/SKILL.md')).toContain('Sort all.');
  expect(skills.files()).toHaveLength(3);
  rmSync(join(skills.path, '.claude/skills/new-one'), { recursive: true });
  for (const each of [skills, ...all]) await each.sync();
  expect(tree.names()).toContain('new-one.md');
  expect(team.files()).toEqual(['.claude/skills/house-rules/SKILL.md']);
  for (const each of all) expect(await each.sync()).toMatchObject(equal);
});

test('a folder keeps its layout: other options are refused, and a link in its place is no empty folder', async () => {
  using scene = await folderSyncScene();
  await add(scene, 11, 'House rules', ['skill'], 'Be kind.\n');
  await scene.folder('a', { layout: 'skills' }).sync();
  for (const other of [
    { layout: 'rules' },
    { layout: 'tree' },
    { layout: 'skills', tag: 'x' },
    { layout: 'skills', label: 'production' },
  ])
    await expect(scene.folder('a', other).sync()).rejects.toThrow(
      'a is kept equal with --layout skills: take another folder',
    );
  const a = scene.folder('a', { layout: 'skills' });
  renameSync(join(a.path, '.claude'), join(a.path, 'elsewhere'));
  symlinkSync('elsewhere', join(a.path, '.claude'));
  await expect(a.sync()).rejects.toThrow('.claude in');
  expect(await tagsOf(scene)).toEqual([['House rules', ['skill']]]);
});

test('a project without such tags leaves the folder empty, and names them', async () => {
  using scene = await folderSyncScene();
  await add(scene, 11, 'House rules', [], 'Be kind.\n');
  const a = scene.folder('a', { layout: 'rules' });
  expect((await a.sync()).notices).toEqual([
    'No prompt of the project has the tag agents or cursor or copilot: give it to those that the folder is to hold.',
  ]);
  expect(existsSync(join(a.path, 'AGENTS.md'))).toBe(false);
});

test('a prompt for which its file has no room is named each time, and the others are in it', async () => {
  using scene = await folderSyncScene();
  const large = (id: number) => `${id}${'x'.repeat(limits.contentMaxBytes - 2)}`;
  for (const id of [11, 12]) await add(scene, id, `Rules ${id}`, ['agents'], large(id));
  const a = scene.folder('a', { layout: 'rules' });
  for (const name of ['Rules 12', 'AGENTS.md#c'])
    expect((await a.sync()).complaints).toEqual([`${name}: Its file would be too large to be read again.`]);
  expect(a.read('AGENTS.md').match(/^1[12]/gm)).toEqual(['11']);
  await scene.call('DELETE', '/api/prompts/11');
  await a.sync();
  await a.sync();
  expect(a.read('AGENTS.md').match(/^1[12]/gm)).toEqual(['12']);
  expect(await a.sync()).toMatchObject(equal);
});

test('a section whose end is missing is named, its prompt stays, and what stands around it too', async () => {
  using scene = await folderSyncScene();
  await add(scene, 11, 'House rules', ['agents'], 'Be kind.\n');
  const a = scene.folder('a', { layout: 'rules' });
  await a.sync();
  const broken = a.read('AGENTS.md').replace('<!-- /promptory -->', 'more');
  a.write('AGENTS.md', broken);
  expect(await a.sync()).toMatchObject({
    complaints: ['AGENTS.md#b: The line "<!-- /promptory -->" that ends this section is missing.'],
  });
  expect(readFileSync(join(a.path, 'AGENTS.md'), 'utf8')).toBe(broken);
  expect(await tagsOf(scene)).toEqual([['House rules', ['agents']]]);
  mkdirSync(join(a.path, 'unused'));
});

test('while the first line of a section cannot be read, no prompt of the file counts as deleted', async () => {
  using scene = await folderSyncScene();
  await add(scene, 11, 'House rules', ['agents'], 'Be kind.\n');
  const a = scene.folder('a', { layout: 'rules' });
  await a.sync();
  a.write('AGENTS.md', a.read('AGENTS.md').replace('{"id":11', '{"id"11'));
  const complaints = [expect.stringMatching(/^AGENTS\.md: .* its first line is not what it should be\.$/)];
  expect(await a.sync()).toMatchObject({ there: nothing, complaints });
  expect(await tagsOf(scene)).toEqual([['House rules', ['agents']]]);
});
