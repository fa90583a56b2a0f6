/** A library of several portions is taken over in several transactions, and a tab may be closed between them. */
import { expect, test } from 'vitest';
import type { Change } from '#shared/sync/wire.ts';
import { commit } from '../commit/commit.ts';
import { type Library, readCursor } from '../database/library.ts';
import { outboxCounts } from '../outbox/outbox-counts.ts';
import { readOutbox, takeBatch } from '../outbox/outbox-store.ts';
import { outlineOf, promptOf } from '../queries/queries.ts';
import {
  openedLibrary,
  projectChange,
  promptChange,
  pullPage,
  versionChange,
} from '../testing/server-rows-scene.ts';
import { takeOverFeed } from './take-over-feed.ts';
import { endTakeOver, unfinishedTakeOver, type WhoseWords } from './take-over-plan.ts';

const prompts = 180;

/** Oldest last, so that no order of ids is taken for the order of creation. */
function rows(text: (id: number) => string): Change[] {
  const made = (id: number) => new Date(Date.UTC(2026, 0, 1, 0, prompts - id)).toISOString();
  const ids = Array.from({ length: prompts }, (_, index) => index + 1);
  return [
    projectChange(),
    ...ids.map((id) => promptChange({ id, content: text(id), createdAt: made(id), lastVersion: 1 })),
    ...ids.map((id) => versionChange({ id: 1000 + id, promptId: id, content: `version of ${text(id)}` })),
  ];
}

async function known(): Promise<Library> {
  const library = await openedLibrary();
  await pullPage(
    library,
    rows((id) => `mine ${id}`),
  );
  return library;
}

const cursor = { epoch: 'new', seq: 4 };

/** The tab is closed when so many portions are on the disk. */
async function closedAfter(library: Library, portions: number, keep: WhoseWords, changes: Change[]) {
  const { db } = library;
  const transaction = db.transaction.bind(db);
  let begun = 0;
  const connection: typeof db = Object.create(db);
  const closing = { ...library, db: connection };
  Object.defineProperty(closing.db, 'transaction', {
    value: (mode: unknown, ...rest: unknown[]) => {
      if (mode === 'rw') begun += 1;
      if (begun > portions) throw new Error('The tab was closed.');
      return Reflect.apply(transaction, db, [mode, ...rest]);
    },
  });
  await expect(takeOverFeed(closing, { changes, cursor, keep })).rejects.toThrow('The tab was closed.');
}

const texts = async (library: Library) =>
  (await library.db.prompts.toArray()).map(({ row }) => row.content).sort();

test('a server that lost everything gets everything in the order of creation, whatever the portions', async () => {
  const library = await known();
  await takeOverFeed(library, { changes: [], cursor, keep: 'mine' });
  const entries = await readOutbox(library);
  expect(entries.map(({ name }) => name).filter((name) => name === 'createPrompt')).toHaveLength(prompts);
  expect(entries.filter(({ name }) => name === 'saveVersion')).toHaveLength(prompts);
  const created = entries.filter(({ name }) => name === 'createPrompt').map(({ target }) => target);
  expect(created).toEqual(Array.from({ length: prompts }, (_, index) => `prompt:${prompts - index}`));
  expect(await outboxCounts(library)).toMatchObject({ waiting: 1 + 2 * prompts, refused: 0 });
  expect(await readCursor(library)).toEqual(cursor);
  expect(await unfinishedTakeOver(library)).toBeNull();
});

test.each([1, 2, 3])(
  'after %i portions a closed tab leaves every text, and the next one goes on',
  async (portions) => {
    const library = await known();
    await closedAfter(library, portions, 'mine', []);
    expect(await texts(library)).toEqual(
      rows((id) => `mine ${id}`)
        .flatMap(({ type, row }) => (type === 'prompt' ? [row?.content] : []))
        .sort(),
    );
    const place = await unfinishedTakeOver(library);
    expect(place).toMatchObject({ keep: 'mine', of: prompts + 3 });
    expect(place?.done).toBeGreaterThan(0);
    const before = await readOutbox(library);

    await takeOverFeed(library, { changes: [], cursor: { epoch: 'new', seq: 9 }, keep: 'server' });
    const after = await readOutbox(library);
    // What was done is not done again, and it stays what the person chose.
    expect(after.slice(0, before.length)).toEqual(before);
    expect(after).toHaveLength(1 + 2 * prompts);
    expect(await readCursor(library)).toEqual(cursor);
    expect(await unfinishedTakeOver(library)).toBeNull();
  },
);

test('what is typed between two portions is kept, in rows that were gone through and in others', async () => {
  const library = await known();
  const theirs = rows((id) => `theirs ${id}`);
  await closedAfter(library, 2, 'mine', theirs);
  for (const id of [1, prompts]) {
    await commit(library, 'setContent', { id, content: `typed ${id}`, base: `mine ${id}` });
  }
  await commit(library, 'createPrompt', { id: 999, projectId: 5, title: 'New', content: 'made meanwhile' });
  await takeOverFeed(library, { changes: theirs, cursor, keep: 'mine' });
  for (const id of [1, prompts]) expect((await promptOf(library, id))?.content).toBe(`typed ${id}`);
  const queuedText = JSON.stringify((await readOutbox(library)).map(({ args }) => args));
  for (const word of ['typed 1"', `typed ${prompts}"`, 'made meanwhile']) expect(queuedText).toContain(word);
  expect((await outboxCounts(library)).refused).toBe(0);
});

test("the server's rows are shown after the last portion, and pending entries are rebased upon them", async () => {
  const library = await known();
  await commit(library, 'updatePrompt', { id: 7, title: 'Renamed' });
  await closedAfter(
    library,
    2,
    'server',
    rows((id) => `theirs ${id}`),
  );
  await takeOverFeed(library, { changes: rows((id) => `theirs ${id}`), cursor, keep: 'server' });
  expect((await texts(library)).every((text) => text.startsWith('theirs'))).toBe(true);
  expect(await promptOf(library, 7)).toMatchObject({ title: 'Renamed', content: 'theirs 7' });
  expect((await takeBatch(library))?.mutations).toMatchObject([{ path: '/api/prompts/7' }]);
  expect((await outlineOf(library)).prompts).toHaveLength(prompts);
});

test('a take-over that was forgotten is begun once more from the beginning', async () => {
  const library = await known();
  await closedAfter(
    library,
    2,
    'mine',
    rows((id) => `theirs ${id}`),
  );
  await endTakeOver(library);
  await takeOverFeed(library, { changes: [], cursor: { epoch: 'third', seq: 1 }, keep: 'mine' });
  const creations = (await readOutbox(library)).filter(({ name }) => name === 'createPrompt');
  expect(new Set(creations.map(({ target }) => target)).size).toBe(prompts);
  expect(creations).toHaveLength(prompts);
  expect(await readCursor(library)).toEqual({ epoch: 'third', seq: 1 });
  expect((await texts(library)).every((text) => text.startsWith('mine'))).toBe(true);
});
