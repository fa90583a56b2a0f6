import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { commit } from '../commit/commit.ts';
import { openedLibrary } from '../testing/server-rows-scene.ts';
import { readViewedPrompts, setPromptViewed } from './viewed-prompts.ts';

async function withPrompts() {
  const library = await openedLibrary();
  await commit(library, 'createProject', { id: 1, name: 'Letters', color: 'teal' });
  for (const id of [2, 3]) {
    await commit(library, 'createPrompt', { id, title: `Prompt ${id}`, content: 'text', projectId: 1 });
  }
  return library;
}

test('the prompts that are viewed are stored one by one', async () => {
  const library = await withPrompts();
  expect(await readViewedPrompts(library)).toEqual([]);
  await setPromptViewed(library, { promptId: 3, viewed: true });
  await setPromptViewed(library, { promptId: 2, viewed: true });
  await setPromptViewed(library, { promptId: 2, viewed: true });
  expect(await readViewedPrompts(library)).toEqual([2, 3]);
  await setPromptViewed(library, { promptId: 3, viewed: false });
  expect(await readViewedPrompts(library)).toEqual([2]);
});

test('a deleted prompt leaves nothing behind, and brings nothing back', async () => {
  const library = await withPrompts();
  await setPromptViewed(library, { promptId: 2, viewed: true });
  await commit(library, 'deletePrompt', { id: 2 });
  expect(await readViewedPrompts(library)).toEqual([]);
  expect(await library.db.meta.get('viewedPrompts')).toBeUndefined();
  await setPromptViewed(library, { promptId: 2, viewed: true });
  expect(await library.db.meta.get('viewedPrompts')).toBeUndefined();
});

test('a row that does not parse counts as absent', async () => {
  const library = await withPrompts();
  await library.db.meta.put({ key: 'viewedPrompts', value: 'two' });
  expect(await readViewedPrompts(library)).toEqual([]);
});
