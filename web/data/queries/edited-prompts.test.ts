import { expect, test } from 'vitest';
import { commit } from '../commit/commit.ts';
import { openedLibrary, projectChange, promptChange, pullPage } from '../testing/server-rows-scene.ts';
import { promptsByEdit } from './edited-prompts.ts';

test('prompts come by their place in the feed, newest first, and before them what waits here', async () => {
  const library = await openedLibrary();
  await pullPage(library, [
    projectChange(),
    promptChange({ id: 1 }, { seq: 7 }),
    promptChange({ id: 2 }, { seq: 9 }),
    promptChange({ id: 3 }, { seq: 8 }),
  ]);
  expect(await promptsByEdit(library)).toEqual([2, 3, 1]);
  await commit(library, 'setContent', { id: 3, content: 'later' });
  await commit(library, 'setContent', { id: 1, content: 'last' });
  expect(await promptsByEdit(library)).toEqual([1, 3, 2]);
});
