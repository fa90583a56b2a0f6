/** Tests the names of layouts, what is watched of a folder, and that a watched folder with a layout follows its person. */
import { expect, test } from 'vitest';
import { folderSyncScene } from '../../testing/folder-sync-scene.ts';
import { concerns, layoutsOf } from './layouts.ts';
import { watchFolder } from './sync-folder.ts';

test.each([
  ['tree', ['tree']],
  ['skills', ['skills']],
  ['rules', ['agents', 'cursor', 'copilot']],
  ['skills,rules', ['agents', 'cursor', 'copilot', 'skills']],
  ['rules, skills,rules', ['agents', 'cursor', 'copilot', 'skills']],
  ['agents', undefined],
  ['tree,skills', undefined],
  ['', undefined],
])('the layouts of %j are %j', (names, found) => {
  expect(layoutsOf(names)?.layouts.map(({ name }) => name)).toEqual(found);
});

test.each([
  ['tree', 'sub/Reply.md', true],
  ['tree', '.claude/skills/x/SKILL.md', false],
  ['skills', '.claude', true],
  ['skills', '.claude/skills/x', true],
  ['skills', '.claude/settings.json', false],
  ['skills', 'src', false],
  ['rules', 'AGENTS.md', true],
  ['rules', '.github', true],
  ['rules', '.github/workflows', false],
  ['rules', '.cursor/rules/a.mdc', true],
  ['rules', '.promptory', false],
])('in the layout %s the path %s is watched: %s', (name, path, isWatched) => {
  expect(concerns(layoutsOf(name)?.layouts ?? [], path)).toBe(isWatched);
});

test('a watched folder with skills and rules sends an edit of each', async () => {
  using scene = await folderSyncScene();
  const folder = scene.folder('a', { layout: 'skills,rules' });
  const paths = ['.claude/skills/tidy/SKILL.md', '.cursor/rules/types.mdc', 'AGENTS.md'];
  for (const path of paths) folder.write(path, 'one');
  const ending = new AbortController();
  const { promise, resolve } = Promise.withResolvers<void>();
  let edits = 0;
  const watched = watchFolder(
    {
      ...{ folder: folder.path, url: 'http://localhost', project: '5', token: scene.token, send: scene.send },
      ...{
        allowDeletes: false,
        allowSecrets: false,
        now: Date.now,
        layouts: layoutsOf('skills,rules')?.layouts ?? [],
      },
      shape: { layout: 'skills,rules', tag: null, label: null },
    },
    {
      ...{ signal: ending.signal, pauseMs: 10, onAway: () => {} },
      onRound({ there }) {
        if (there.added === paths.length)
          for (const path of paths) folder.write(path, folder.read(path).replace('one', 'two'));
        edits += there.changed;
        if (edits === paths.length) resolve();
      },
    },
  );
  await promise;
  ending.abort();
  await watched;
  expect((await scene.prompts()).map(({ content }) => content)).toEqual(['two', 'two', 'two']);
});
