import { expect, test } from 'vitest';
import { commit } from '../commit/commit.ts';
import {
  openedLibrary,
  projectChange,
  promptChange,
  pullPage,
  versionChange,
} from '../testing/server-rows-scene.ts';
import { conflictedPrompts } from './conflicted-prompts.ts';

test('a prompt is listed as long as one of its conflicts is not reviewed', async () => {
  const library = await openedLibrary();
  const ids = async () => [...(await conflictedPrompts(library))];
  await pullPage(library, [
    projectChange(),
    ...[1, 2, 3].map((id) => promptChange({ id })),
    versionChange({ id: 11, promptId: 1, version: 1, conflict: 'unreviewed' }),
    versionChange({ id: 12, promptId: 1, version: 2, conflict: 'unreviewed' }),
    versionChange({ id: 21, promptId: 2, conflict: 'reviewed' }),
    versionChange({ id: 31, promptId: 3 }),
  ]);
  expect(await ids()).toEqual([1]);
  await commit(library, 'reviewVersion', { promptId: 1, id: 11 });
  expect(await ids()).toEqual([1]);
  await commit(library, 'reviewVersion', { promptId: 1, id: 12 });
  expect(await ids()).toEqual([]);
});
