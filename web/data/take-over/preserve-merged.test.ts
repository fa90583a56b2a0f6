import { expect, test } from 'vitest';
import { commit } from '../commit/commit.ts';
import type { Library } from '../database/library.ts';
import { promptOf } from '../queries/queries.ts';
import {
  openedLibrary,
  projectChange,
  promptChange,
  pullPage,
  versionChange,
} from '../testing/server-rows-scene.ts';
import { versionsOf } from '../testing/versions-scene.ts';
import { takeOverFeed } from './take-over-feed.ts';

const text = (...lines: string[]) => `${lines.join('\n\n')}\n`;
const [first, second, third, fourth] = ['The first one.', 'Another one.', 'A third one.', 'The last one.'];

/** A library with an edit that waits, which took over the feed of a server that has this text. */
async function takenOver(edit: { from: string; to: string }, there: string): Promise<Library> {
  const library = await openedLibrary();
  await pullPage(library, [projectChange(), promptChange({ content: edit.from })]);
  await commit(library, 'setContent', { id: 1, content: edit.to, base: edit.from });
  const changes = [projectChange(), promptChange({ content: there })];
  await takeOverFeed(library, { changes, cursor: { epoch: 'new', seq: 4 }, keep: 'server' });
  return library;
}

test('a text that a merge with the text of a restored server shortens is preserved as a version', async () => {
  const mine = text(first, second, third, fourth);
  const library = await takenOver({ from: text(first, second, third), to: mine }, text(first, third));
  expect((await promptOf(library, 1))?.content).toBe(text(first, third, fourth));
  expect((await versionsOf(library, 1)).map(({ content }) => content)).toEqual([mine]);
});

test('an edit of the very text that the restored server has makes no version', async () => {
  const library = await takenOver({ from: text(first), to: text(first, second) }, text(first));
  expect((await promptOf(library, 1))?.content).toBe(text(first, second));
  expect(await versionsOf(library, 1)).toEqual([]);
});

test('the edited text of a version that a merge shortens is preserved as another version', async () => {
  const library = await openedLibrary();
  const known = versionChange({ content: text(first, second, third) });
  await pullPage(library, [projectChange(), promptChange(), known]);
  const mine = text(first, second, third, fourth);
  await commit(library, 'editVersion', {
    ...{ promptId: 1, id: 9, content: mine, base: text(first, second, third) },
  });
  const changes = [projectChange(), promptChange(), versionChange({ content: text(first, third) })];
  await takeOverFeed(library, { changes, cursor: { epoch: 'new', seq: 4 }, keep: 'server' });
  const contents = (await versionsOf(library, 1)).map(({ content }) => content);
  expect(contents.sort()).toEqual([mine, text(first, third, fourth)].sort());
  expect((await promptOf(library, 1))?.content).toBe('a');
});

test('typing on keeps the words that a restored server does not have, also beside an edit of another device', async () => {
  const library = await openedLibrary();
  const [there, mine] = [text(first, third), text(second, first, third)];
  await pullPage(library, [
    projectChange(),
    promptChange({ content: mine, lastVersion: 1 }),
    versionChange({ content: mine }),
  ]);
  const changes = [
    projectChange(),
    promptChange({ content: there, lastVersion: 1 }),
    versionChange({ content: there }),
  ];
  await takeOverFeed(library, { changes, cursor: { epoch: 'e', seq: 14 }, keep: 'mine' });
  const more = text(second, first, third, fourth);
  await commit(library, 'setContent', { id: 1, content: more, base: mine });
  await commit(library, 'editVersion', { promptId: 1, id: 9, content: more, base: mine });
  const beside = { content: `${there}\nAnd this.\n`, lastVersion: 1 };
  await pullPage(library, [promptChange(beside, { rev: 2, seq: 15 })], 15);
  await pullPage(library, [versionChange({ content: beside.content }, { rev: 2, seq: 16 })], 16);
  expect((await promptOf(library, 1))?.content).toContain(second);
  const version = (await versionsOf(library, 1)).find(({ id }) => id === 9);
  expect(version?.content).toContain(second);
});
