import 'fake-indexeddb/auto';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { expect, test, vi } from 'vitest';
import { limits } from '#shared/model/limits.ts';
import { commit } from '../commit/commit.ts';
import { type Library, openLibrary } from '../database/library.ts';
import { applyPull } from '../feed/apply-pull.ts';
import { memoryDrafts } from '../testing/memory-drafts-scene.ts';
import {
  countDrafts,
  forgetDrafts,
  recoverDrafts,
  recoverDraftsOnceRead,
  tabDrafts,
} from './unsaved-drafts.ts';

async function libraryWith(content: string): Promise<Library> {
  let word = 100;
  const library = await openLibrary(
    { id: 7, username: 'ada', displayName: 'Ada' },
    {
      random: (words) => words.map(() => word++),
      now: () => 0,
      indexedDb: { indexedDB: new IDBFactory(), IDBKeyRange },
    },
  );
  await commit(library, 'createProject', { id: 1, name: 'Project', color: 'red' });
  await commit(library, 'createPrompt', { id: 2, title: 'Prompt', content, projectId: 1 });
  return library;
}

async function rowText(library: Library): Promise<string | undefined> {
  return (await library.db.prompts.get(2))?.row.content;
}

const mine = { userId: 7, tab: 'a' };

test('a draft that an earlier page left is in the library after the next start, and is gone as a draft', async () => {
  const storage = memoryDrafts();
  const library = await libraryWith('one');
  tabDrafts(storage, mine).keep({ promptId: 2, versionId: null, text: 'one two', base: 'one' });
  expect(countDrafts(storage, 7)).toBe(1);
  await recoverDrafts(library, storage);
  expect(await rowText(library)).toBe('one two');
  expect(countDrafts(storage, 7)).toBe(0);
});

test('a draft waits for a library that is fetched once more, and is recovered as soon as all of it is here', async () => {
  const storage = memoryDrafts();
  const emptied = await libraryWith('one');
  for (const table of emptied.db.everything) await table.clear();
  tabDrafts(storage, mine).keep({ promptId: 2, versionId: null, text: 'one two', base: 'one' });
  await recoverDrafts(emptied, storage);
  const stop = recoverDraftsOnceRead(emptied, storage);
  const at = '2026-01-01T00:00:00.000Z';
  const project = { id: 1, name: 'P', color: 'red', createdAt: at };
  const prompt = {
    id: 2,
    projectId: 1,
    title: 'T',
    content: 'one',
    notes: '',
    createdAt: at,
    lastVersion: 0,
  };
  const first = { type: 'project' as const, id: 1, seq: 1, rev: 1, row: project };
  const second = { type: 'prompt' as const, id: 2, seq: 2, rev: 1, row: prompt };
  await applyPull(emptied, { cursor: 'e.1', more: true, changes: [first] }, { allowRemovals: false });
  expect(countDrafts(storage, 7)).toBe(1);
  await applyPull(emptied, { cursor: 'e.2', more: false, changes: [second] }, { allowRemovals: false });
  await vi.waitFor(async () => expect(await rowText(emptied)).toBe('one two'));
  await vi.waitFor(() => expect(countDrafts(storage, 7)).toBe(0));
  stop();
});

test('a draft is merged into what came since', async () => {
  const storage = memoryDrafts();
  const library = await libraryWith('one\n\nlast, changed elsewhere\n');
  tabDrafts(storage, mine).keep({
    promptId: 2,
    versionId: null,
    text: 'one, typed\n\nlast\n',
    base: 'one\n\nlast\n',
  });
  await recoverDrafts(library, storage);
  expect(await rowText(library)).toBe('one, typed\n\nlast, changed elsewhere\n');
});

test('a draft that goes on from what the row has of it takes its place', async () => {
  const storage = memoryDrafts();
  const library = await libraryWith('one two');
  tabDrafts(storage, mine).keep({ promptId: 2, versionId: null, text: 'one two three', base: 'one' });
  await recoverDrafts(library, storage);
  expect(await rowText(library)).toBe('one two three');
  expect(await library.db.versions.count()).toBe(0);
});

test.each([
  { place: 'at the end', base: 'one', row: 'one tw', text: 'one two three' },
  { place: 'between others', base: 'one nine', row: 'one tw nine', text: 'one two three nine' },
  { place: 'in a second place', base: 'one nine', row: 'one tw nine', text: 'one two three nine ten' },
])('a draft goes on from a save that came in the middle of a word, $place', async ({ base, row, text }) => {
  const storage = memoryDrafts();
  const library = await libraryWith(row);
  tabDrafts(storage, mine).keep({ promptId: 2, versionId: null, text, base });
  await recoverDrafts(library, storage);
  expect(await rowText(library)).toBe(text);
  expect(await library.db.versions.count()).toBe(0);
});

test.each(['one two, elsewhere', 'one two the'])(
  'a draft without some of the words of the row is kept beside it: %s',
  async (row) => {
    const storage = memoryDrafts();
    const library = await libraryWith(row);
    tabDrafts(storage, mine).keep({ promptId: 2, versionId: null, text: 'one two three', base: 'one' });
    await recoverDrafts(library, storage);
    expect(await rowText(library)).toBe(row);
    expect((await library.db.versions.toArray()).map(({ row }) => row.content)).toEqual(['one two three']);
  },
);

test('a draft whose words the row has already changes nothing', async () => {
  const storage = memoryDrafts();
  const library = await libraryWith('one, typed\n\nlast, changed elsewhere\n');
  tabDrafts(storage, mine).keep({
    promptId: 2,
    versionId: null,
    text: 'one, typed\n\nlast\n',
    base: 'one\n\nlast\n',
  });
  const before = await library.db.outbox.count();
  await recoverDrafts(library, storage);
  expect(await library.db.outbox.count()).toBe(before);
  expect(countDrafts(storage, 7)).toBe(0);
});

test("another person's draft is neither taken up nor removed", async () => {
  const storage = memoryDrafts();
  const library = await libraryWith('one');
  tabDrafts(storage, { userId: 70, tab: 'a' }).keep({
    promptId: 2,
    versionId: null,
    text: 'one two',
    base: 'one',
  });
  await recoverDrafts(library, storage);
  forgetDrafts(storage, 7);
  expect(await rowText(library)).toBe('one');
  expect(countDrafts(storage, 70)).toBe(1);
});

const gone = { promptId: 99, versionId: null, text: 'words', base: '' };

async function recoveredOf({ db }: Library) {
  const prompts = (await db.prompts.toArray()).map(({ row }) => row).filter(({ id }) => id !== 2);
  return prompts.map(({ title, content, projectId }) => ({ title, content, projectId }));
}

async function allIsRead(library: Library): Promise<void> {
  await applyPull(library, { cursor: 'e.1', more: false, changes: [] }, { allowRemovals: false });
}

test('a draft of a prompt that is gone becomes a prompt of its own once all of the feed is here', async () => {
  const storage = memoryDrafts();
  const library = await libraryWith('one');
  tabDrafts(storage, mine).keep({ ...gone, recoverAs: 50, title: 'Letter', projectId: 1 });
  await recoverDrafts(library, storage);
  expect(countDrafts(storage, 7)).toBe(1);
  expect(await recoveredOf(library)).toEqual([]);
  await allIsRead(library);
  await Promise.all([recoverDrafts(library, storage), recoverDrafts(library, storage)]);
  expect(await recoveredOf(library)).toEqual([
    { title: 'Recovered: Letter', content: 'words', projectId: 1 },
  ]);
  expect(countDrafts(storage, 7)).toBe(0);
});

test('a draft that names no title, of a library without a project, becomes a prompt too', async () => {
  const storage = memoryDrafts();
  const library = await libraryWith('one');
  await commit(library, 'deleteProject', { id: 1 });
  await allIsRead(library);
  tabDrafts(storage, mine).keep(gone);
  await recoverDrafts(library, storage);
  const [project] = await library.db.projects.toArray();
  expect(project?.row.name).toBe('Recovered');
  expect(await recoveredOf(library)).toEqual([
    { title: 'Recovered: a text', content: 'words', projectId: project?.id },
  ]);
});

test('a draft of an old version that is gone becomes a prompt, and the current text stays as it is', async () => {
  const storage = memoryDrafts();
  const library = await libraryWith('current');
  await allIsRead(library);
  tabDrafts(storage, mine).keep({ ...gone, promptId: 2, versionId: 3, title: 'Prompt' });
  await recoverDrafts(library, storage);
  expect(await rowText(library)).toBe('current');
  expect(await recoveredOf(library)).toEqual([
    { title: 'Recovered: Prompt', content: 'words', projectId: 1 },
  ]);
});

test('whoever leaves this device waits for no feed', async () => {
  const storage = memoryDrafts();
  const library = await libraryWith('one');
  tabDrafts(storage, mine).keep(gone);
  await recoverDrafts(library, storage, { now: true });
  expect(countDrafts(storage, 7)).toBe(0);
  expect(await recoveredOf(library)).toMatchObject([{ content: 'words' }]);
});

test('a draft that its prompt cannot hold waits for the editor, and becomes prompts only where the device is left', async () => {
  const storage = memoryDrafts();
  const library = await libraryWith('one');
  await allIsRead(library);
  const text = 'x'.repeat(limits.contentMaxBytes + 1);
  tabDrafts(storage, mine).keep({ promptId: 2, versionId: null, text, base: 'one' });
  await recoverDrafts(library, storage);
  expect(await library.db.prompts.count()).toBe(1);
  expect(countDrafts(storage, 7)).toBe(1);
  await recoverDrafts(library, storage, { now: true });
  expect(await library.db.prompts.count()).toBeGreaterThan(1);
  expect(countDrafts(storage, 7)).toBe(0);
});

test('a draft that no prompt can hold becomes several, without a word lost or a character cut in two', async () => {
  const storage = memoryDrafts();
  const library = await libraryWith('one');
  await allIsRead(library);
  const tooMany = limits.contentMaxBytes / 4 + 1;
  const lines = `${'\u{1F600}'.repeat(1000)}\n`.repeat(Math.ceil(tooMany / 1000));
  for (const text of [lines, `.${'\u{1F600}'.repeat(tooMany)}`]) {
    tabDrafts(storage, mine).keep({ ...gone, text, base: 'one' });
    await recoverDrafts(library, storage);
    const pieces = (await library.db.prompts.toArray()).filter(({ id }) => id !== 2);
    expect(pieces.length).toBeGreaterThan(1);
    const kept = pieces.sort((a, b) => a.id - b.id).map(({ row }) => row.content);
    expect(kept.join('') === text).toBe(true);
    for (const { id } of pieces) await commit(library, 'deletePrompt', { id });
  }
  expect(countDrafts(storage, 7)).toBe(0);
});

test('a blank draft and one that cannot be read are removed', async () => {
  const storage = memoryDrafts();
  const library = await libraryWith('one');
  tabDrafts(storage, mine).keep({ ...gone, text: ' \n' });
  storage.setItem('promptory-draft:7:2:b', '{"promptId": 2');
  await recoverDrafts(library, storage);
  expect(countDrafts(storage, 7)).toBe(0);
  expect(await rowText(library)).toBe('one');
});

test("a draft of an old version's text goes into that version, and leaves the current text alone", async () => {
  const storage = memoryDrafts();
  const library = await libraryWith('current');
  await commit(library, 'saveVersion', { promptId: 2, id: 3, content: 'current', description: 'First' });
  tabDrafts(storage, mine).keep({ promptId: 2, versionId: 3, text: 'current, as it was', base: 'current' });
  await recoverDrafts(library, storage);
  expect((await library.db.versions.get(3))?.row.content).toBe('current, as it was');
  expect(await rowText(library)).toBe('current');
  expect(countDrafts(storage, 7)).toBe(0);
});

test('an editor that is opened takes over the draft that an earlier page left of its text, and of no other', async () => {
  const storage = memoryDrafts();
  const draft = { promptId: 2, versionId: null, text: 'one two', base: 'one' };
  tabDrafts(storage, { userId: 7, tab: 'gone' }).keep(draft);
  const here = tabDrafts(storage, mine);
  expect(here.adopt({ promptId: 3, versionId: null })).toBeNull();
  expect(here.adopt({ promptId: 2, versionId: 4 })).toBeNull();
  expect(here.adopt(draft)).toEqual(draft);
  expect(countDrafts(storage, 7)).toBe(1);
  here.drop(draft);
  expect(countDrafts(storage, 7)).toBe(0);
});

test('a draft is taken over where the storage has no room for a second one', () => {
  const storage = memoryDrafts();
  const draft = { promptId: 2, versionId: null, text: 'one two', base: 'one' };
  tabDrafts(storage, { userId: 7, tab: 'gone' }).keep(draft);
  const full = { ...storage, key: storage.key, getItem: storage.getItem, removeItem: storage.removeItem };
  Object.defineProperty(full, 'length', { get: () => storage.length });
  let isFull = true;
  full.setItem = (key, value) => {
    if (isFull && storage.length > 0) throw new DOMException('full', 'QuotaExceededError');
    storage.setItem(key, value);
  };
  expect(tabDrafts(full, mine).adopt(draft)).toEqual(draft);
  isFull = false;
  tabDrafts(full, mine).drop(draft);
  expect(countDrafts(storage, 7)).toBe(0);
});
