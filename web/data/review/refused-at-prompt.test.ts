import { expect, test } from 'vitest';
import { commit } from '../commit/commit.ts';
import type { Library } from '../database/library.ts';
import { settleAnswer, takeBatch } from '../outbox/outbox-store.ts';
import {
  openedLibrary,
  projectChange,
  promptChange,
  pullPage,
  versionChange,
} from '../testing/server-rows-scene.ts';
import { refusedAtPrompt } from './refused-at-prompt.ts';

async function filled(): Promise<Library> {
  const library = await openedLibrary();
  await pullPage(library, [projectChange(), promptChange(), promptChange({ id: 2 }), versionChange()]);
  return library;
}

/** The server has no room for anything that waits. */
async function refused(library: Library): Promise<void> {
  const results = ((await takeBatch(library))?.mutations ?? []).map(({ key }) => ({
    ...{ key, status: 413 },
    body: { type: 't', title: 't', status: 413, code: 'account_full' },
  }));
  await settleAnswer(library, { seq: 20, results });
}

const full = { problem: { code: 'account_full' } };

test('a prompt knows what the server refuses of its text, and its neighbour of nothing', async () => {
  const library = await filled();
  await commit(library, 'setContent', { id: 1, content: 'mine', base: 'a' });
  expect(await refusedAtPrompt(library, 1)).toBeNull();
  await refused(library);
  expect(await refusedAtPrompt(library, 1)).toEqual(full);
  expect(await refusedAtPrompt(library, 2)).toBeNull();
});

test('a prompt knows what the server refuses of its versions', async () => {
  const library = await filled();
  await commit(library, 'editVersion', { promptId: 1, id: 9, content: 'mine', base: 'v' });
  await refused(library);
  expect(await refusedAtPrompt(library, 1)).toEqual(full);
  expect(await refusedAtPrompt(library, 2)).toBeNull();
});

test('a new prompt knows that its project was refused', async () => {
  const library = await filled();
  await commit(library, 'createProject', { id: 50, name: 'Mine', color: 'red' });
  await refused(library);
  await commit(library, 'createPrompt', { id: 60, projectId: 50, title: 'Mine', content: 'words' });
  expect(await refusedAtPrompt(library, 60)).toEqual(full);
  expect(await refusedAtPrompt(library, 1)).toBeNull();
});
