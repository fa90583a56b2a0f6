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
    prompts: [
      { id: 3, title: 'Terminal', snippet: 'something else', projectId: 1, projectName: 'Tools' },
      {
        id: 2,
        title: 'Linux',
        snippet: expect.stringMatching(/^…x+ a TERMINAL here$/),
        projectId: 1,
        projectName: 'Tools',
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
