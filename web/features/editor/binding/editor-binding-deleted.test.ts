/** Covers an editor whose prompt is deleted: the text is locked, and unsaved text becomes a prompt of its own. */
// Dexie's live queries stay silent where the global IndexedDB was missing when Dexie was loaded.
import 'fake-indexeddb/auto';
import { expect, test, vi } from 'vitest';
import { limits } from '#shared/model/limits.ts';
import { commit } from '../../../data/commit/commit.ts';
import type { Library } from '../../../data/database/library.ts';
import { outlineOf } from '../../../data/queries/queries.ts';
import { libraryWithPrompt, openTab, promptId } from './editor-scene.ts';

const soon = { interval: 1 };

async function recoveredOf({ db }: Library) {
  const prompts = (await db.prompts.toArray()).map(({ row }) => row);
  return prompts
    .filter(({ title }) => title.startsWith('Recovered: '))
    .map(({ title, projectId, content }) => ({ title, projectId, content }));
}

test('a prompt deleted elsewhere can be read and not changed, until it comes back', async () => {
  const library = await libraryWithPrompt('one');
  const tab = openTab(library, 'one');
  await commit(library, 'deletePrompt', { id: promptId });
  await vi.waitFor(() => expect(tab.state()).toEqual({ kind: 'gone', unsaved: false, keptAs: null }), soon);
  expect(tab.editor.isEditable()).toBe(false);
  expect(tab.editor.text()).toBe('one');
  expect(await tab.binding.saveVersion('v')).toBe('gone');
  expect((await outlineOf(library)).prompts).toEqual([]);
  await commit(library, 'createPrompt', { id: promptId, title: 'Back', content: 'one', projectId: 1 });
  await vi.waitFor(() => expect(tab.state()).toEqual({ kind: 'saved' }), soon);
  expect(tab.editor.isEditable()).toBe(true);
});

test('text that was not saved when its prompt was deleted becomes a prompt of its own', async () => {
  const library = await libraryWithPrompt('one');
  const tab = openTab(library, 'one');
  await vi.waitFor(() => expect(tab.reads()).toBeGreaterThan(0), soon);
  tab.type('one two');
  await commit(library, 'deletePrompt', { id: promptId });
  const kept = { kind: 'gone', unsaved: false, keptAs: 'Recovered: Prompt' };
  await vi.waitFor(() => expect(tab.state()).toEqual(kept), soon);
  expect(await recoveredOf(library)).toEqual([
    { title: 'Recovered: Prompt', projectId: 1, content: 'one two' },
  ]);
  expect(tab.binding.unsaved()).toBeNull();
  expect(tab.editor.text()).toBe('one two');
  await commit(library, 'createPrompt', { id: promptId, title: 'Back', content: 'one', projectId: 1 });
  await vi.waitFor(() => expect(tab.editor.text()).toBe('one'), soon);
  expect(await recoveredOf(library)).toHaveLength(1);
});

test('a key that is pressed while the words go into a prompt of their own goes after them', async () => {
  const library = await libraryWithPrompt('one');
  const tab = openTab(library, 'one');
  await vi.waitFor(() => expect(tab.reads()).toBeGreaterThan(0), soon);
  await commit(library, 'deletePrompt', { id: promptId });
  tab.type('one two');
  const writing = tab.binding.flush();
  tab.type('one two!');
  await writing;
  await tab.binding.flush();
  await vi.waitFor(() => expect(tab.state()).toMatchObject({ kind: 'gone', unsaved: false }), soon);
  expect(await recoveredOf(library)).toMatchObject([{ content: 'one two!' }]);
});

test('a word that an IME composes is finished before a text whose prompt is gone is locked', async () => {
  const library = await libraryWithPrompt('one');
  const tab = openTab(library, 'one');
  tab.editor.compose(true);
  tab.type('one n');
  await commit(library, 'deletePrompt', { id: promptId });
  await vi.waitFor(() => expect(tab.state()).toMatchObject({ kind: 'gone', unsaved: true }), soon);
  expect(tab.editor.isEditable()).toBe(true);
  tab.type('one 你');
  tab.editor.compose(false);
  tab.clock.pass(1000);
  await vi.waitFor(() => expect(tab.state()).toMatchObject({ kind: 'gone', unsaved: false }), soon);
  expect(tab.editor.isEditable()).toBe(false);
  expect(await recoveredOf(library)).toMatchObject([{ content: 'one 你' }]);
});

test('text of a closed editor whose prompt was deleted becomes a prompt of its own', async () => {
  const library = await libraryWithPrompt('one');
  const tab = openTab(library, 'one', { store: { ...openTab(library, 'one').store, watch: () => () => {} } });
  tab.type('one two');
  await commit(library, 'deletePrompt', { id: promptId });
  await tab.binding.close();
  expect(tab.binding.unsaved()).toBeNull();
  expect(await recoveredOf(library)).toMatchObject([{ content: 'one two' }]);
});

test('text of a deleted prompt that the browser does not write becomes a draft and is retried', async () => {
  const library = await libraryWithPrompt('one');
  const plain = openTab(library, 'one').store;
  let isFull = true;
  const tab = openTab(library, 'one', {
    store: {
      ...plain,
      recover: (unsaved) => (isFull ? Promise.reject(new Error('full')) : plain.recover(unsaved)),
    },
  });
  tab.type('one two');
  await commit(library, 'deletePrompt', { id: promptId });
  await vi.waitFor(() => expect(tab.state()).toMatchObject({ kind: 'failed' }), soon);
  expect(tab.kept.unsaved).toEqual({ text: 'one two', base: 'one' });
  isFull = false;
  tab.clock.pass(2000);
  await vi.waitFor(() => expect(tab.state()).toMatchObject({ kind: 'gone', unsaved: false }), soon);
  expect(tab.kept.unsaved).toBeNull();
  expect(await recoveredOf(library)).toMatchObject([{ content: 'one two' }]);
});

test('blanks and texts over the limit of a deleted prompt make no other one, and the editor says so', async () => {
  const library = await libraryWithPrompt('one');
  const tab = openTab(library, 'one');
  tab.type(' ');
  await commit(library, 'deletePrompt', { id: promptId });
  await vi.waitFor(() => expect(tab.state()).toMatchObject({ kind: 'gone', unsaved: false }), soon);
  await tab.binding.flush();
  expect(tab.state()).toMatchObject({ kind: 'gone', unsaved: false });
  tab.type('€'.repeat(limits.contentMaxBytes / 3 + 1));
  await tab.binding.flush();
  expect(tab.state()).toMatchObject({ kind: 'gone', unsaved: true });
  expect(await recoveredOf(library)).toEqual([]);
});
