import 'fake-indexeddb/auto';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { expect, test } from 'vitest';
import { commit } from '../commit/commit.ts';
import type { DraftStorage } from '../database/draft-storage.ts';
import { type Library, openLibrary } from '../database/library.ts';
import { memoryDrafts } from '../testing/memory-drafts-scene.ts';
import { editDraftOf, keepNoteDraft, noteDraftChanges, noteDraftOf } from './note-drafts.ts';
import { countDrafts, forgetDrafts, recoverDrafts } from './unsaved-drafts.ts';
import { namedDrafts } from './watched-drafts.ts';

async function scene(): Promise<{ library: Library; drafts: DraftStorage }> {
  const drafts = memoryDrafts();
  let word = 100;
  const library = await openLibrary(
    { id: 7, username: 'ada', displayName: 'Ada' },
    {
      random: (words) => words.map(() => word++),
      now: () => Date.parse('2026-11-21T12:00:00Z'),
      indexedDb: { indexedDB: new IDBFactory(), IDBKeyRange },
      drafts,
    },
  );
  await commit(library, 'createProject', { id: 1, name: 'Project', color: 'red' });
  await commit(library, 'createPrompt', { id: 2, title: 'Prompt', content: 'one', projectId: 1 });
  return { library, drafts };
}

test('a note that is being written is there again, for its prompt alone, until it is emptied', async () => {
  const { library, drafts } = await scene();
  keepNoteDraft(library, 2, 'half a th');
  expect(noteDraftOf(library, 2)).toBe('half a th');
  expect(noteDraftOf(library, 3)).toBe('');
  expect(countDrafts(drafts, 7)).toBe(1);
  keepNoteDraft(library, 2, ' \n');
  expect([noteDraftOf(library, 2), drafts.length]).toEqual(['', 0]);
});

test('a note that is being written stays where its prompt is, and is forgotten with everything of a person', async () => {
  const { library, drafts } = await scene();
  keepNoteDraft(library, 2, 'half a th');
  await recoverDrafts(library, drafts, { now: true });
  expect(noteDraftOf(library, 2)).toBe('half a th');
  forgetDrafts(drafts, 70);
  expect(drafts.length).toBe(1);
  forgetDrafts(drafts, 7);
  expect(drafts.length).toBe(0);
});

test('a note whose prompt is gone becomes a prompt of its own, once', async () => {
  const { library, drafts } = await scene();
  keepNoteDraft(library, 2, 'half a th');
  await commit(library, 'deletePrompt', { id: 2 });
  await recoverDrafts(library, drafts);
  expect(drafts.length).toBe(1);
  const now = { now: true };
  await Promise.all([recoverDrafts(library, drafts, now), recoverDrafts(library, drafts, now)]);
  const prompts = (await library.db.prompts.toArray()).map(({ row }) => [row.title, row.content]);
  expect(prompts).toEqual([['Recovered: a note', 'half a th']]);
  expect(drafts.length).toBe(0);
});

test('notes that are being written go into a file as changes that add them', async () => {
  const { library, drafts } = await scene();
  const one = JSON.stringify([{ id: '1', content: 'one', createdAt: '' }]);
  await commit(library, 'updatePrompt', { id: 2, notes: one });
  expect(await noteDraftChanges(library)).toEqual([]);
  keepNoteDraft(library, 2, ' half a th ');
  drafts.setItem('promptory-draft-note:7:3', 'damaged');
  const [change, ...more] = await noteDraftChanges(library);
  expect(more).toEqual([]);
  expect(change).toMatchObject({ name: 'updatePrompt', args: { id: 2, baseNotes: one } });
  if (change !== undefined) await commit(library, change.name, change.args);
  const notes = JSON.parse((await library.db.prompts.get(2))?.row.notes ?? '');
  expect(notes).toMatchObject([{ content: 'one' }, { content: 'half a th', createdAt: change?.createdAt }]);
});

test('without a storage, or with a full one, a note is on the screen alone', async () => {
  const { library, drafts } = await scene();
  drafts.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  keepNoteDraft(library, 2, 'half a th');
  expect(noteDraftOf(library, 2)).toBe('');
  const without = { ...library, deps: { ...library.deps } };
  delete without.deps.drafts;
  keepNoteDraft(without, 2, 'half a th');
  expect([noteDraftOf(without, 2), await noteDraftChanges(without)]).toEqual(['', []]);
});

test('two tabs that write a note to the same prompt keep both', async () => {
  const { library, drafts } = await scene();
  const other = { ...library, tab: 'other' };
  keepNoteDraft(library, 2, 'mine');
  keepNoteDraft(other, 2, 'theirs');
  expect(noteDraftOf(library, 2)).toBe('mine');
  expect(noteDraftOf(other, 2)).toBe('theirs');
  expect((await namedDrafts(library)).map(({ text, promptTitle }) => [text, promptTitle])).toEqual([
    ['mine', 'Prompt'],
    ['theirs', 'Prompt'],
  ]);
  keepNoteDraft(library, 2, '');
  expect(countDrafts(drafts, 7)).toBe(1);
});

test('a note that an earlier page left behind, of whichever release, is the next page’s', async () => {
  const { library, drafts } = await scene();
  const left = JSON.stringify({ promptId: 2, text: 'half a th', recoverAs: 9 });
  drafts.setItem('promptory-draft-note:7:2', left);
  expect(noteDraftOf(library, 2)).toBe('half a th');
  keepNoteDraft(library, 2, '');
  expect(countDrafts(drafts, 7)).toBe(0);
});

test('a note that is being changed is there again beside a new one, with what it was, until it is saved', async () => {
  const { library, drafts } = await scene();
  const edits = { id: '1', was: 'Try a shorter one' };
  keepNoteDraft(library, 2, 'Try a lon', edits);
  keepNoteDraft(library, 2, 'half a th');
  expect(editDraftOf(library, 2, '1')).toEqual({ text: 'Try a lon', was: 'Try a shorter one' });
  expect(editDraftOf(library, 2, '2')).toBeNull();
  expect(noteDraftOf(library, 2)).toBe('half a th');
  expect(countDrafts(drafts, 7)).toBe(2);
  keepNoteDraft(library, 2, '', edits);
  expect([editDraftOf(library, 2, '1'), noteDraftOf(library, 2)]).toEqual([null, 'half a th']);
});
