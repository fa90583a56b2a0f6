import 'fake-indexeddb/auto';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { expect, test, vi } from 'vitest';
import { commit } from '../commit/commit.ts';
import type { DraftStorage } from '../database/draft-storage.ts';
import { openLibrary } from '../database/library.ts';
import { retryDrafts } from './retry-drafts.ts';
import { tabDrafts } from './unsaved-drafts.ts';
import { draftCounts, watchDrafts } from './watched-drafts.ts';

function observedStorage(): DraftStorage {
  const items = new Map<string, string>();
  const listeners = new Set<() => void>();
  const notify = () => {
    for (const listener of listeners) listener();
  };
  return {
    get length() {
      return items.size;
    },
    key: (index) => [...items.keys()][index] ?? null,
    getItem: (key) => items.get(key) ?? null,
    setItem(key, value) {
      items.set(key, value);
      notify();
    },
    removeItem(key) {
      items.delete(key);
      notify();
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

let names = 0;

/** A library with one prompt, and a draft of it that an earlier page left while the device was full. */
async function withDraft() {
  const drafts = observedStorage();
  names += 1;
  let word = 100;
  const library = await openLibrary(
    { id: 7, username: `ada${names}`, displayName: 'Ada' },
    {
      random: (words) => words.map(() => word++),
      now: () => 0,
      indexedDb: { indexedDB: new IDBFactory(), IDBKeyRange },
      drafts,
    },
  );
  await commit(library, 'createProject', { id: 1, name: 'Project', color: 'red' });
  await commit(library, 'createPrompt', { id: 2, title: 'Prompt', content: 'one', projectId: 1 });
  const draft = { promptId: 2, versionId: null, text: 'one two', base: 'one' };
  tabDrafts(drafts, { userId: 7, tab: 'gone' }).keep(draft);
  let due = () => {};
  const stop = retryDrafts(library, drafts, (_milliseconds, run) => {
    due = run;
    return () => {
      due = () => {};
    };
  });
  const text = async () => (await library.db.prompts.get(2))?.row.content;
  return { library, drafts, draft, stop, text, timePasses: () => due() };
}

test('a draft is counted where it lies, also while the database takes nothing', async () => {
  const { library, drafts, draft, stop } = await withDraft();
  const seen: number[] = [];
  watchDrafts(library, () => seen.push(draftCounts(library).texts));
  expect(draftCounts(library)).toEqual({ texts: 1, notes: 0, settings: 0 });
  library.db.close();
  const other = tabDrafts(drafts, { userId: 7, tab: 'b' });
  other.keep(draft);
  other.drop(draft);
  expect(seen).toEqual([2, 1]);
  stop();
});

test('a draft is in the library as soon as its storage is well again', async () => {
  const { library, stop, text } = await withDraft();
  library.storage.report(false);
  library.storage.report(true);
  await vi.waitFor(async () => expect(await text()).toBe('one two'));
  await vi.waitFor(() => expect(draftCounts(library).texts).toBe(0));
  stop();
});

test('a draft is in the library after any commit that went well', async () => {
  const { library, stop, text } = await withDraft();
  await commit(library, 'createProject', { id: 5, name: 'Other', color: 'red' });
  await vi.waitFor(async () => expect(await text()).toBe('one two'));
  stop();
});

test('a draft that nobody touches is tried again from time to time', async () => {
  const { library, stop, text, timePasses } = await withDraft();
  timePasses();
  await vi.waitFor(async () => expect(await text()).toBe('one two'));
  expect(draftCounts(library)).toEqual({ texts: 0, notes: 0, settings: 0 });
  stop();
});

test('a draft that is being written on belongs to its tab, and this page’s own to its editor', async () => {
  const { library, drafts, draft, stop, text, timePasses } = await withDraft();
  drafts.removeItem('promptory-draft:7:2:gone');
  tabDrafts(drafts, { userId: 7, tab: library.tab }).keep(draft);
  const alive = tabDrafts(drafts, { userId: 7, tab: 'alive' });
  alive.keep({ ...draft, text: 'one tw' });
  await commit(library, 'createProject', { id: 5, name: 'Other', color: 'red' });
  timePasses();
  alive.keep(draft);
  timePasses();
  await commit(library, 'createProject', { id: 6, name: 'Another', color: 'red' });
  expect(await text()).toBe('one');
  expect(draftCounts(library).texts).toBe(2);
  stop();
});

test('a commit that the browser does not take makes the storage unwell, and the next one well', async () => {
  const { library, stop } = await withDraft();
  const full = () => {
    throw new DOMException('The disk is full.', 'QuotaExceededError');
  };
  library.db.prompts.hook('creating', full);
  await expect(
    commit(library, 'createPrompt', { id: 3, title: 'New', content: '', projectId: 1 }),
  ).rejects.toThrow();
  expect(library.storage.isWell()).toBe(false);
  library.db.prompts.hook('creating').unsubscribe(full);
  await commit(library, 'createPrompt', { id: 3, title: 'New', content: '', projectId: 1 });
  expect(library.storage.isWell()).toBe(true);
  stop();
});

test('an older draft of an earlier page does not take back what was typed since', async () => {
  const { library, stop, text, timePasses } = await withDraft();
  await commit(library, 'setContent', { id: 2, content: 'one two three', base: 'one' });
  timePasses();
  await commit(library, 'setContent', { id: 2, content: 'one two three, and since', base: 'one two three' });
  await vi.waitFor(() => expect(draftCounts(library).texts).toBe(0));
  expect(await text()).toBe('one two three, and since');
  expect((await library.db.versions.toArray()).map(({ row }) => [row.content, row.conflict])).toEqual([
    ['one two', 'unreviewed'],
  ]);
  stop();
});
