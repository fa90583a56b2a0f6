// Dexie's live queries stay silent where the global IndexedDB was missing when Dexie was loaded.
import 'fake-indexeddb/auto';
import Dexie from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterEach, expect, test } from 'vitest';
import { commit } from '../commit/commit.ts';
import { type Library, openLibrary } from '../database/library.ts';
import { promptReadAhead, readAhead } from './read-ahead.ts';

const opened: Library[] = [];

afterEach(() => {
  for (const library of opened.splice(0)) library.db.close();
});

/** Opens a library with the prompts 2 and 3. */
async function library(indexedDB = new IDBFactory()): Promise<Library> {
  let word = 1;
  const made = await openLibrary(
    { id: 1, username: 'ada', displayName: 'Ada' },
    { random: (words) => words.map(() => word++), now: () => 0, indexedDb: { indexedDB, IDBKeyRange } },
  );
  opened.push(made);
  return made;
}

async function filled(indexedDB = new IDBFactory()): Promise<Library> {
  const made = await library(indexedDB);
  await commit(made, 'createProject', { id: 1, name: 'P', color: 'red' });
  for (const id of [2, 3])
    await commit(made, 'createPrompt', { id, title: 'T', content: `${id}`, projectId: 1 });
  return made;
}

/** Counts the readings of rows from now on. */
function countReads({ db }: Library): () => number {
  let reads = 0;
  const get = db.prompts.get.bind(db.prompts);
  db.prompts.get = ((id: number) => {
    reads += 1;
    return get(id);
  }) as typeof db.prompts.get;
  return () => reads;
}

test('a row that is read ahead is not read again when it is asked for, once', async () => {
  const here = await filled();
  const reads = countReads(here);
  readAhead(here, 2);
  expect((await promptReadAhead(here, 2))?.content).toBe('2');
  expect(reads()).toBe(1);
  expect((await promptReadAhead(here, 2))?.content).toBe('2');
  expect(reads()).toBe(2);
});

test('another row than the one that was read ahead is read', async () => {
  const here = await filled();
  readAhead(here, 2);
  expect((await promptReadAhead(here, 3))?.content).toBe('3');
  expect(await promptReadAhead(here, 4)).toBeUndefined();
});

test('a row that changes after it was read ahead is read as it is, wherever it was changed', async () => {
  const indexedDB = new IDBFactory();
  const here = await filled(indexedDB);
  const there = await library(indexedDB);
  for (const [library, content] of [
    [here, 'here'],
    [there, 'there'],
  ] as const) {
    readAhead(here, 2);
    await commit(library, 'setContent', {
      id: 2,
      content,
      base: (await promptReadAhead(here, 2))?.content ?? '',
    });
    readAhead(here, 2);
    readAhead(here, 3);
    expect((await promptReadAhead(here, 2))?.content).toBe(content);
  }
  readAhead(here, 2);
  await commit(here, 'setContent', { id: 2, content: 'last', base: 'there' });
  expect((await promptReadAhead(here, 2))?.content).toBe('last');
});

test('a row that cannot be read ahead rejects for the one who asks, and no one else', async () => {
  const here = await filled();
  here.db.prompts.get = (() =>
    Dexie.Promise.reject(new Error('refused'))) as unknown as typeof here.db.prompts.get;
  readAhead(here, 2);
  await Promise.resolve();
  await expect(promptReadAhead(here, 2)).rejects.toThrow('refused');
});
