import { expect, test } from 'vitest';
import { limits } from '#shared/model/limits.ts';
import { commit } from '../commit/commit.ts';
import type { Library } from '../database/library.ts';
import { openedLibrary, projectChange, promptChange, pullPage } from '../testing/server-rows-scene.ts';
import { readOutbox, settleAnswer, takeBatch } from './outbox-store.ts';

async function known(): Promise<Library> {
  const library = await openedLibrary();
  await pullPage(library, [projectChange(), promptChange(), promptChange({ id: 2 })]);
  return library;
}
const rename = (library: Library, id: number, title: string) =>
  commit(library, 'updatePrompt', { id, title });
/** Answers the mutations of these numbers with these statuses. */
const answer = (library: Library, statuses: Record<number, number>) =>
  settleAnswer(library, {
    seq: 20,
    results: Object.entries(statuses).map(([number, status]) => ({
      key: `${library.client}:${number}`,
      status,
    })),
  });

test('what is taken is marked as sent, with the revision that it names, and is taken again until it is answered', async () => {
  const library = await known();
  await rename(library, 1, 'N');
  await rename(library, 1, 'M');
  const first = await takeBatch(library);
  expect(first?.mutations.map(({ key, ifMatch }) => [key, ifMatch])).toEqual([
    [`${library.client}:1`, 1],
    [`${library.client}:2`, 'previous'],
  ]);
  expect((await readOutbox(library)).map(({ state, ifMatch }) => [state, ifMatch])).toEqual([
    ['sent', 1],
    ['sent', null],
  ]);
  expect(await takeBatch(library)).toEqual(first);
});

test('there is nothing to send where everything was answered', async () => {
  const library = await known();
  expect(await takeBatch(library)).toBeNull();
  await rename(library, 1, 'N');
  await takeBatch(library);
  await answer(library, { 1: 200 });
  expect(await takeBatch(library)).toBeNull();
});

test('what waits for a refused change is not sent', async () => {
  const library = await known();
  await rename(library, 1, 'N');
  await takeBatch(library);
  await answer(library, { 1: 422 });
  await rename(library, 1, 'M');
  expect(await takeBatch(library)).toBeNull();
});

test('a batch is no larger than it may be, in mutations and in bytes', async () => {
  const library = await known();
  await pullPage(library, [promptChange({ id: 3 })], 11);
  for (const id of [1, 2, 3]) {
    await commit(library, 'setContent', { id, content: 'x'.repeat(limits.pushBytes * 0.4) });
  }
  expect((await takeBatch(library))?.mutations).toHaveLength(2);
  const another = await known();
  for (const id of [1, 2]) await rename(another, id, 'N');
  expect((await takeBatch(another, { mutations: 1 }))?.mutations).toHaveLength(1);
});

test('a push acknowledges the answers up to the largest number that all have arrived for', async () => {
  const library = await known();
  const acknowledgedUpTo = async () => (await takeBatch(library))?.acknowledged;
  await rename(library, 1, 'N');
  expect(await acknowledgedUpTo()).toBe(0);
  await rename(library, 2, 'N');
  expect(await acknowledgedUpTo()).toBe(0);
  await answer(library, { 1: 200 });
  expect(await acknowledgedUpTo()).toBe(1);
  await answer(library, { 2: 422 });
  await rename(library, 1, 'M');
  expect(await acknowledgedUpTo()).toBe(2);
});

test('an entry that cannot be read is sent by its name, so that the server names the reason', async () => {
  const library = await known();
  await rename(library, 1, 'N');
  const [entry] = await readOutbox(library);
  await library.db.outboxArgs.update(entry?.position ?? 0, { args: { title: 7 } });
  expect((await takeBatch(library))?.mutations).toMatchObject([
    { method: 'POST', path: '/api/unreadable/updatePrompt', body: { title: 7 } },
  ]);
});

const settled = {
  signIn: false,
  stale: false,
  changed: 2,
  finished: 2,
  acknowledged: 2,
  failed: [],
  busy: null,
};

test.each<[Record<number, number>, object]>([
  [{ 1: 200, 2: 200 }, settled],
  [
    { 1: 200, 2: 412 },
    { ...settled, stale: true, finished: 1, acknowledged: 1 },
  ],
  [
    { 1: 200, 2: 422 },
    { ...settled, acknowledged: 1 },
  ],
  [
    { 1: 200, 2: 401 },
    { ...settled, signIn: true, changed: 1, finished: 1, acknowledged: 1 },
  ],
  [
    { 1: 500, 2: 200 },
    { ...settled, changed: 1, finished: 1, acknowledged: 1, failed: [1] },
  ],
  [
    { 1: 507, 2: 200 },
    { ...settled, changed: 1, finished: 1, acknowledged: 1, busy: 'full' },
  ],
  [{ 9: 200 }, { ...settled, changed: 0, finished: 0, acknowledged: 0 }],
])('answers of %j mean %j', async (statuses, expected) => {
  const library = await known();
  for (const id of [1, 2]) await rename(library, id, 'N');
  await takeBatch(library);
  expect(await answer(library, statuses)).toEqual(expected);
});
