/** Tests two clones of a git repository that are each kept equal with one project: git merges, and so does the sync. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type FolderOfTest, folderSyncScene } from '../../testing/folder-sync-scene.ts';
import { laidOutFiles } from '../../testing/laid-out-files.ts';

const nothing = { added: 0, changed: 0, deleted: 0 };
const shape = { layout: 'skills,rules' };
const lines = 'one\n\ntwo\n\nthree\n\nfour\n';

/** Runs git for a person without a configuration of their own. */
function git(folder: FolderOfTest, ...args: string[]): string {
  const person = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', '-c', 'commit.gpgsign=false'];
  const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
  return execFileSync('git', [...person, ...args], {
    cwd: folder.path,
    env,
    encoding: 'utf8',
    stdio: 'pipe',
  });
}

function commit(folder: FolderOfTest, subject: string): void {
  git(folder, 'add', '-A');
  git(folder, 'commit', '-q', '--allow-empty', '-m', subject);
}

const place = (folder: FolderOfTest, path: string, from: string, to: string) =>
  folder.write(path, folder.read(path).replace(from, to));

const skill = '.claude/skills/tidy-logs/SKILL.md';
const rule = '.cursor/rules/types.mdc';

test('two clones of a repository with skills and rules merge by git and by the project, and nothing is lost or doubled', async () => {
  using scene = await folderSyncScene();
  const add = async (id: number, title: string, tags: string[], content: string) => {
    await scene.call('POST', '/api/prompts', { id, title, content, projectId: 5 });
    await scene.call('PATCH', `/api/prompts/${id}/attributes`, { addTags: tags });
  };
  await add(11, 'Tidy logs', ['skill'], `---\ndescription: Tidies logs.\n---\n${lines}`);
  await add(12, 'House rules', ['agents', 'copilot'], lines);
  await add(13, 'Types', ['cursor'], `---\nglobs: *.ts\n---\n${lines}`);
  const a = scene.folder('a', shape);
  a.write('README.md', 'A repository.\n');
  git(a, 'init', '-q', '-b', 'main');
  await a.sync();
  commit(a, 'first');
  expect(git(a, 'ls-files').trim().split('\n')).toEqual(a.files());

  const b = scene.folder('b', shape);
  git(b, 'clone', '-q', join(scene.path, 'a'), '.');
  expect(await b.sync()).toMatchObject({ here: nothing, there: nothing, conflicts: 0, complaints: [] });

  place(a, skill, 'one', 'ONE');
  place(a, 'AGENTS.md', 'two', 'TWO');
  a.write('.claude/skills/new-here/SKILL.md', '---\nname: new-here\ndescription: New.\n---\nNew in a.\n');
  await a.sync();
  commit(a, 'a');
  place(b, skill, 'four', 'FOUR');
  place(b, rule, 'globs: *.ts', 'globs: *.ts, *.tsx');
  git(b, 'mv', '.cursor/rules/types.mdc', '.cursor/rules/typing.mdc');
  b.write(
    '.github/copilot-instructions.md',
    b.read('.github/copilot-instructions.md').replace('three', 'THREE'),
  );
  commit(b, 'b');
  const current = (await scene.prompts()).find(({ id }) => id === 11)?.content ?? '';
  await scene.call('PATCH', '/api/prompts/11/content', { content: current.replace('two', 'TWO') });

  git(b, 'pull', '-q', '--no-rebase', '--no-edit', 'origin', 'main');
  expect(b.read(skill)).toContain('ONE\n\ntwo\n\nthree\n\nFOUR\n');
  expect(await b.sync()).toMatchObject({ conflicts: 0, complaints: [], failed: false });
  commit(b, 'synced');
  git(a, 'pull', '-q', '--no-rebase', '--no-edit', join(scene.path, 'b'), 'main');
  expect(await a.sync()).toMatchObject({ there: nothing, conflicts: 0, complaints: [], failed: false });
  expect(git(a, 'status', '--porcelain')).toBe('');
  expect(await b.sync()).toMatchObject({ here: nothing, there: nothing });

  expect(a.files()).toEqual(b.files());
  for (const path of a.files()) expect([path, a.read(path)]).toEqual([path, b.read(path)]);
  const prompts = (await scene.prompts()).map(({ title, content }) => [title, content]);
  expect(prompts.toSorted()).toEqual([
    ['House rules', 'one\n\nTWO\n\nTHREE\n\nfour\n'],
    ['Tidy logs', '---\ndescription: Tidies logs.\n---\nONE\n\nTWO\n\nthree\n\nFOUR\n'],
    ['new-here', '---\ndescription: New.\n---\nNew in a.\n'],
    ['typing', `---\nglobs: *.ts, *.tsx\n---\n${lines}`],
  ]);
  expect(laidOutFiles(a)).toHaveLength(5);
});
