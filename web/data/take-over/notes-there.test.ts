import { expect, test } from 'vitest';
import { parseNotes } from '#shared/merge/merge-notes.ts';
import { commit } from '../commit/commit.ts';
import { promptOf } from '../queries/queries.ts';
import { at, openedLibrary, projectChange, promptChange, pullPage } from '../testing/server-rows-scene.ts';
import { takeOverFeed } from './take-over-feed.ts';

const listed = (...words: string[]) =>
  JSON.stringify(words.map((content) => ({ id: content, content, createdAt: at })));

/** The notes on this device after pending changes, each from one list to another, met a server with other notes. */
async function notesAfter(
  known: string,
  changes: [from: string, to: string][],
  there: string,
): Promise<string[]> {
  const library = await openedLibrary();
  await pullPage(library, [projectChange(), promptChange({ notes: known })]);
  for (const [baseNotes, notes] of changes)
    await commit(library, 'updatePrompt', { id: 1, notes, baseNotes });
  const changesThere = [projectChange(), promptChange({ notes: there })];
  await takeOverFeed(library, { changes: changesThere, cursor: { epoch: 'new', seq: 4 }, keep: 'server' });
  return parseNotes((await promptOf(library, 1))?.notes ?? '').map(({ content }) => content);
}

test('a note that the other history lacks stays where a pending change has it', async () => {
  expect(await notesAfter(listed('a'), [[listed('a'), listed('a', 'b')]], '')).toEqual(['a', 'b']);
});

test('a note that a pending change deletes is deleted in the other history too', async () => {
  expect(await notesAfter(listed('a', 'b'), [[listed('a', 'b'), listed('b')]], listed('a', 'b'))).toEqual([
    'b',
  ]);
});

test('a note that one pending change adds and the next one deletes stays deleted', async () => {
  const added: [string, string] = ['', listed('a')];
  expect(await notesAfter('', [added, [listed('a'), '']], listed('c'))).toEqual(['c']);
});
