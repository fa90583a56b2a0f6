import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { expect, test } from 'vitest';
import { commit } from '../commit/commit.ts';
import { type Library, openLibrary } from '../database/library.ts';
import { recordPromptChanges } from '../rows/prompt-changes.ts';
import { createPromptSearch, mostShown } from './prompt-search.ts';
import { SearchedPrompts } from './searched-prompts.ts';

async function openedLibrary(): Promise<Library> {
  const library = await openLibrary(
    { id: 1, username: 'ada', displayName: 'Ada' },
    {
      random: (words) => crypto.getRandomValues(words),
      now: () => Date.parse('2026-01-01T00:00:00Z'),
      indexedDb: { indexedDB: new IDBFactory(), IDBKeyRange },
    },
  );
  await commit(library, 'createProject', { id: 1, name: 'Tools', color: 'red' });
  return library;
}
const add = (library: Library, id: number, title: string, content: string) =>
  commit(library, 'createPrompt', { id, title, content, projectId: 1 });

test('titles and texts are found, with a snippet and the name of the project', async () => {
  const library = await openedLibrary();
  await add(library, 2, 'Linux', `${'x'.repeat(200)} a TERMINAL here`);
  await add(library, 3, 'Terminal', 'something else');
  await add(library, 4, 'Other', 'nothing');
  expect(await createPromptSearch(library.db)('terminal')).toEqual({
    count: 2,
    choices: { tags: [], labels: [] },
    leftOut: 0,
    prompts: [
      {
        ...{ id: 3, title: 'Terminal', snippet: 'something else', projectId: 1, projectName: 'Tools' },
        ...{ match: { place: 'title', version: null }, words: [] },
      },
      {
        ...{ id: 2, title: 'Linux', projectId: 1, projectName: 'Tools' },
        snippet: expect.stringMatching(/^…x+ a TERMINAL here$/),
        ...{ match: { place: 'text', version: null }, words: ['terminal'] },
      },
    ],
  });
});

test('a word is found in either Unicode form, with the snippet as it stands in the text', async () => {
  const library = await openedLibrary();
  await add(library, 2, 'Menu', `${'e\u0301'.repeat(60)} un cafe\u0301 noir`);
  await add(library, 3, 'Cafe\u0301', 'something else');
  for (const query of ['caf\u00e9', 'CAFE\u0301']) {
    const { count, prompts } = await createPromptSearch(library.db)(query);
    expect(count).toBe(2);
    expect(prompts.map(({ id, snippet }) => [id, snippet])).toEqual([
      [3, 'something else'],
      [2, `…${'e\u0301'.repeat(23)} un cafe\u0301 noir`],
    ]);
  }
});

test('what changed since the last search is found as it is now', async () => {
  const library = await openedLibrary();
  for (const id of [2, 3, 4]) await add(library, id, `T${id}`, 'before');
  const search = createPromptSearch(library.db);
  const found = async (query: string) => (await search(query)).prompts.map(({ id }) => id);
  expect(await found('before')).toEqual([2, 3, 4]);
  await commit(library, 'setContent', { id: 3, content: 'after' });
  await commit(library, 'deletePrompt', { id: 2 });
  await commit(library, 'updatePrompt', { id: 4, title: 'after all' });
  await add(library, 5, 'T5', 'after');
  expect(await found('before')).toEqual([4]);
  expect(await found('after')).toEqual([4, 3, 5]);
  await commit(library, 'setContent', { id: 3, content: 'once more' });
  expect(await found('once more')).toEqual([3]);
});

test('an edit right after the newest prompt was deleted is not overlooked', async () => {
  const library = await openedLibrary();
  for (const id of [2, 3]) await add(library, id, `T${id}`, 'before');
  const search = createPromptSearch(library.db);
  await search('before');
  await commit(library, 'deletePrompt', { id: 3 });
  await commit(library, 'setContent', { id: 2, content: 'after' });
  expect(await search('after')).toMatchObject({ count: 1 });
});

test('the log of changes stays bounded, and a search that is further behind reads everything', async () => {
  const library = await openedLibrary();
  await add(library, 2, 'T2', 'before');
  const search = createPromptSearch(library.db);
  expect(await search('before')).toMatchObject({ count: 1 });
  const { db } = library;
  await commit(library, 'setContent', { id: 2, content: 'after' });
  await db.transaction('rw', db.promptChanges, async () => {
    for (let turn = 0; turn < 1_500; turn += 1) await recordPromptChanges(db, [9]);
  });
  expect(await db.promptChanges.count()).toBeLessThan(1_300);
  expect(await search('after')).toMatchObject({ count: 1 });
});

test('the text of a deleted prompt is released by the next search', async () => {
  const library = await openedLibrary();
  for (const id of [2, 3]) await add(library, id, `T${id}`, 'before');
  const prompts = new SearchedPrompts();
  const search = createPromptSearch(library.db, { prompts });
  await search('before');
  expect(prompts.size).toBe(2);
  await commit(library, 'deletePrompt', { id: 2 });
  await search('before');
  expect(prompts.size).toBe(1);
});

test('a prompt that is brought back under its id is found again', async () => {
  const library = await openedLibrary();
  for (const id of [2, 3]) await add(library, id, `T${id}`, 'before');
  const search = createPromptSearch(library.db);
  await search('before');
  await commit(library, 'deletePrompt', { id: 3 });
  await search('before');
  await add(library, 3, 'T3', 'returned');
  expect(await search('returned')).toMatchObject({ count: 1 });
});

test('only as much as a person reads is handed over, and everything is counted', async () => {
  const library = await openedLibrary();
  for (let id = 2; id < mostShown + 12; id += 1) await add(library, id, `T${id}`, 'same');
  const { count, prompts } = await createPromptSearch(library.db)('same');
  expect([count, prompts.length]).toEqual([mostShown + 10, mostShown]);
});

test('a word in a note, a tag or an old version is found, with its place, its snippet and what to look for there', async () => {
  const library = await openedLibrary();
  const search = createPromptSearch(library.db);
  const found = async (query: string) =>
    (await search(query)).prompts.map(({ id, snippet, match, words }) => [id, match.place, snippet, words]);
  await add(library, 2, 'Linux', 'the text');
  expect(await found('penguin')).toEqual([]);
  await commit(library, 'updatePrompt', { id: 2, notes: 'for the Penguin' });
  expect(await found('PENGUIN')).toEqual([[2, 'note', 'for the Penguin', []]]);
  await commit(library, 'setAttributes', { id: 2, addTags: ['seabird'] });
  expect(await found('seabird penguin')).toEqual([[2, 'tag', 'the text', []]]);
  const content = 'an Albatross here';
  await commit(library, 'saveVersion', { id: 9, promptId: 2, content, description: 'second try' });
  await commit(library, 'setContent', { id: 2, content: 'the text' });
  const version = { id: 9, version: 1 };
  expect(await search('linux albatross')).toMatchObject({
    count: 1,
    prompts: [
      { id: 2, match: { place: 'version', version }, snippet: 'an Albatross here', words: ['albatross'] },
    ],
  });
  expect(await found('"second try"')).toEqual([[2, 'version', 'second try', []]]);
  await commit(library, 'editVersion', { id: 9, promptId: 2, content: 'an auk' });
  expect(await found('albatross')).toEqual([]);
  expect(await found('auk')).toHaveLength(1);
  await commit(library, 'deleteVersion', { id: 9, promptId: 2 });
  expect(await found('auk')).toEqual([]);
});

test('the words to look for are the query as it was typed where the text has it so, or else those that it has', async () => {
  const library = await openedLibrary();
  await add(library, 2, 'Linux', 'act as a Terminal');
  const search = createPromptSearch(library.db);
  const words = async (query: string) => (await search(query)).prompts.map((found) => found.words);
  expect(await words('AS a terminal')).toEqual([['AS a terminal']]);
  expect(await words('Terminal act linux')).toEqual([['Terminal', 'act']]);
});

test('a search of some prompts alone counts these, and hands over as many as it is asked for', async () => {
  const library = await openedLibrary();
  await commit(library, 'createProject', { id: 8, name: 'Other', color: 'red' });
  for (const id of [2, 3, 4]) await add(library, id, `T${id}`, 'same');
  await commit(library, 'createPrompt', { id: 5, title: 'T5', content: 'same', projectId: 8 });
  const filter = { projectId: 1, tag: null, label: null, since: null };
  const { count, prompts } = await createPromptSearch(library.db)('same', { filter, most: 2 });
  expect([count, prompts.map(({ id }) => id)]).toEqual([3, [2, 3]]);
});
