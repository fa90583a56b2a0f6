import { expect, test } from 'vitest';
import { initialLoopState } from '#shared/sync/status.ts';
import { commit } from '../commit/commit.ts';
import { readOutbox, settleAnswer, takeBatch } from '../outbox/outbox-store.ts';
import { changeLoopState } from '../queries/queries.ts';
import {
  openedLibrary,
  projectChange,
  promptChange,
  pullPage,
  resourceChange,
  versionChange,
} from '../testing/server-rows-scene.ts';
import { countUnsent, isInDoubt } from './unsent.ts';

const drafts = (keys: string[]) => ({
  length: keys.length,
  key: (index: number) => keys[index] ?? null,
  getItem: () => null,
  setItem: () => undefined,
  removeItem: () => undefined,
});
const none = drafts([]);

async function known() {
  const library = await openedLibrary();
  await pullPage(library, [projectChange(), promptChange(), versionChange(), resourceChange()]);
  return library;
}

test('entries that wait or were refused, files that the server lacks and drafts are what would be lost', async () => {
  const library = await known();
  expect(await countUnsent(library, none)).toBe(0);
  await commit(library, 'updatePrompt', { id: 1, title: 'N' });
  await takeBatch(library);
  const [entry] = await readOutbox(library);
  const key = `${library.client}:${entry?.number ?? 0}`;
  await settleAnswer(library, { seq: 11, results: [{ key, status: 422 }] });
  await commit(library, 'renameProject', { id: 5, name: 'Q' });
  expect(await countUnsent(library, none)).toBe(2);
  await library.db.uploads.put({ sha256: 'b'.repeat(64), sent: 0, total: 3, state: 'waiting' });
  expect(await countUnsent(library, none)).toBe(3);
  const left = drafts(['promptory-draft:1:1:tab', 'promptory-draft:1:2:tab', 'promptory-draft:2:1:tab']);
  expect(await countUnsent(library, left)).toBe(5);
});

test.each([
  ['reset', 4],
  ['removals', 4],
  ['auth', 4],
  ['update', 0],
  [null, 0],
] as const)('where the loop waits for a person because of "%s", %i rows count', async (paused, count) => {
  const library = await known();
  await changeLoopState(library, { ...initialLoopState, paused });
  expect(await countUnsent(library, none)).toBe(count);
  expect(await isInDoubt(library)).toBe(count > 0);
});
