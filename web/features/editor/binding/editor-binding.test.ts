// Dexie's live queries stay silent where the global IndexedDB was missing when Dexie was loaded.
import 'fake-indexeddb/auto';
import { expect, test, vi } from 'vitest';
import { limits } from '#shared/model/limits.ts';
import { commit } from '../../../data/commit/commit.ts';
import { closeForCommits, reopenForCommits } from '../../../data/database/leaving.ts';
import { libraryWithPrompt, openTab, plainEditor, promptId, rowText, versionTexts } from './editor-scene.ts';

const soon = { interval: 1 };

test('a text is saved 500 ms after the last key, and not before', async () => {
  const library = await libraryWithPrompt('one');
  const tab = openTab(library, 'one');
  tab.type('one t');
  tab.clock.pass(100);
  tab.type('one two');
  tab.clock.pass(499);
  expect(tab.state()).toEqual({ kind: 'waiting' });
  expect(await rowText(library)).toBe('one');
  tab.clock.pass(1);
  await vi.waitFor(() => expect(tab.state()).toEqual({ kind: 'saved' }), soon);
  expect(await rowText(library)).toBe('one two');
});

test('a text that is typed without a pause is saved within 800 ms of each first key that is not saved', async () => {
  const library = await libraryWithPrompt('');
  const tab = openTab(library, '');
  const beginsAfter = limits.autosaveLatestMs - limits.autosaveWriteMs;
  expect(beginsAfter).toBe(600);
  const typeFor = (word: string, milliseconds: number) => {
    for (let passed = 0; passed < milliseconds; passed += 100) {
      tab.type(`${word} ${passed}`);
      tab.clock.pass(100);
    }
  };
  typeFor('first', 500);
  tab.type('first 500');
  tab.clock.pass(99);
  expect(tab.state()).toEqual({ kind: 'waiting' });
  expect(await rowText(library)).toBe('');
  tab.clock.pass(1);
  await vi.waitFor(() => expect(tab.state()).toEqual({ kind: 'saved' }), soon);
  expect(await rowText(library)).toBe('first 500');
  typeFor('second', 500);
  expect(tab.state()).toEqual({ kind: 'waiting' });
  typeFor('third', 100);
  await vi.waitFor(() => expect(tab.state()).toEqual({ kind: 'saved' }), soon);
  expect(await rowText(library)).toBe('third 0');
});

test('a flush writes at once, and closing writes the last words', async () => {
  const library = await libraryWithPrompt('one');
  const tab = openTab(library, 'one');
  tab.type('one two');
  await tab.binding.flush();
  expect(await rowText(library)).toBe('one two');
  tab.type('one two three');
  await tab.binding.close();
  expect(await rowText(library)).toBe('one two three');
  expect(tab.binding.unsaved()).toBeNull();
});

test('empty and blank texts are not saved, and the editor says so', async () => {
  const library = await libraryWithPrompt('one');
  const tab = openTab(library, 'one');
  for (const blank of ['', ' \n\t']) {
    tab.type(blank);
    await tab.binding.flush();
    expect(tab.state()).toEqual({ kind: 'blank' });
    expect(await rowText(library)).toBe('one');
  }
  expect(await tab.binding.saveVersion('nothing')).toBe('blank');
  tab.type('two');
  await tab.binding.flush();
  expect(tab.state()).toEqual({ kind: 'saved' });
  expect(await rowText(library)).toBe('two');
});

test('half a character pair is written as a replacement character, and the prompt counts as saved', async () => {
  const library = await libraryWithPrompt('one');
  const tab = openTab(library, 'one');
  tab.type('one \ud83d');
  await tab.binding.flush();
  expect(tab.state()).toEqual({ kind: 'saved' });
  expect(await rowText(library)).toBe('one \ufffd');
});

test('characters that cannot be stored are replaced on the screen as well, and reported once', async () => {
  const library = await libraryWithPrompt('one');
  let notified = 0;
  const tab = openTab(library, 'one', { onReplaced: () => (notified += 1) });
  tab.type('one \ud83d two \0 three');
  await tab.binding.flush();
  expect(tab.editor.text()).toBe('one \ufffd two \ufffd three');
  expect(await rowText(library)).toBe('one \ufffd two \ufffd three');
  await tab.binding.flush();
  expect(notified).toBe(1);
});

test('a text over the limit stays in the editor and is saved once it is shorter', async () => {
  const library = await libraryWithPrompt('one');
  const tab = openTab(library, 'one');
  tab.type('€'.repeat(limits.contentMaxBytes / 3 + 1));
  await tab.binding.flush();
  expect(tab.state()).toEqual({ kind: 'tooLarge', isDraft: true });
  expect(await rowText(library)).toBe('one');
  expect(await tab.binding.saveVersion('large')).toBe('tooLarge');
  tab.type('shorter');
  await tab.binding.flush();
  expect(await rowText(library)).toBe('shorter');
});

test('a change from another tab comes in beside what is being typed', async () => {
  const base = 'first line\n\nlast line\n';
  const library = await libraryWithPrompt(base);
  const tab = openTab(library, base);
  const watching = openTab(library, base);
  watching.type('first line, mine\n\nlast line\n');
  tab.type('first line\n\nlast line, theirs\n');
  await tab.binding.flush();
  const both = 'first line, mine\n\nlast line, theirs\n';
  await vi.waitFor(() => expect(watching.editor.text()).toBe(both), soon);
  expect(await rowText(library)).toBe('first line\n\nlast line, theirs\n');
  watching.clock.pass(limits.autosaveDebounceMs);
  await vi.waitFor(async () => expect(await rowText(library)).toBe(both), soon);
  expect(await versionTexts(library)).toEqual([]);
});

test("two tabs that write the same words: this tab's stay in the editor, the other's become a version", async () => {
  const library = await libraryWithPrompt('the colour is red');
  const [mine, theirs] = [openTab(library, 'the colour is red'), openTab(library, 'the colour is red')];
  mine.type('the colour is blue');
  theirs.type('the colour is green');
  await theirs.binding.flush();
  await vi.waitFor(async () => expect(await rowText(library)).toBe('the colour is blue'), soon);
  expect(mine.editor.text()).toBe('the colour is blue');
  expect(await versionTexts(library)).toEqual(['the colour is green']);
  await vi.waitFor(() => expect(theirs.editor.text()).toBe('the colour is blue'), soon);
});

test('nothing is put under an IME that composes; it comes in when the composition ends', async () => {
  const library = await libraryWithPrompt('one\n\ntwo\n');
  const composing = openTab(library, 'one\n\ntwo\n');
  const other = openTab(library, 'one\n\ntwo\n');
  composing.editor.compose(true);
  composing.type('one n\n\ntwo\n');
  other.type('one\n\ntwo three\n');
  await other.binding.flush();
  await composing.binding.flush();
  composing.clock.pass(1000);
  await composing.binding.flush();
  expect(composing.editor.text()).toBe('one n\n\ntwo\n');
  expect(await rowText(library)).toBe('one n\n\ntwo three\n');
  composing.editor.compose(false);
  composing.type('one 你\n\ntwo\n');
  composing.clock.pass(1000);
  await vi.waitFor(() => expect(composing.editor.text()).toBe('one 你\n\ntwo three\n'), soon);
});

test('a text that the browser cannot write stays, is reported, becomes a draft, and is retried', async () => {
  const library = await libraryWithPrompt('one');
  let isFull = true;
  const quota = new Error('AbortError');
  Object.assign(quota, { inner: new DOMException('full', 'QuotaExceededError') });
  const plain = openTab(library, 'one').store;
  const tab = openTab(library, 'one', {
    store: { ...plain, setContent: (text) => (isFull ? Promise.reject(quota) : plain.setContent(text)) },
  });
  tab.type('one two');
  await tab.binding.flush();
  expect(tab.state()).toEqual({ kind: 'failed', reason: 'full', isDraft: true });
  expect(tab.kept.unsaved).toEqual({ text: 'one two', base: 'one' });
  expect(await tab.binding.saveVersion('v')).toBe('failed');
  isFull = false;
  tab.clock.pass(2000);
  await vi.waitFor(() => expect(tab.state()).toEqual({ kind: 'saved' }), soon);
  expect(await rowText(library)).toBe('one two');
  expect(tab.kept.unsaved).toBeNull();
});

test('a library that is closed by a sign-out takes nothing; the text is a draft, and is saved where nobody leaves', async () => {
  const library = await libraryWithPrompt('one');
  const tab = openTab(library, 'one');
  await closeForCommits(library);
  tab.type('one two');
  await tab.binding.flush();
  expect(tab.state()).toEqual({ kind: 'failed', reason: 'signingOut', isDraft: true });
  expect(tab.kept.unsaved).toEqual({ text: 'one two', base: 'one' });
  await reopenForCommits(library);
  tab.clock.pass(2000);
  await vi.waitFor(() => expect(tab.state()).toEqual({ kind: 'saved' }), soon);
  expect(await rowText(library)).toBe('one two');
  expect(tab.kept.unsaved).toBeNull();
});

test('a draft that another tab put into the row meanwhile is no conflict with what was typed since', async () => {
  const library = await libraryWithPrompt('one');
  let isFull = true;
  const quota = new DOMException('The disk is full.', 'QuotaExceededError');
  const plain = openTab(library, 'one').store;
  const tab = openTab(library, 'one', {
    store: { ...plain, setContent: (text) => (isFull ? Promise.reject(quota) : plain.setContent(text)) },
  });
  tab.type('two');
  await tab.binding.flush();
  await commit(library, 'setContent', { id: promptId, content: 'two', base: 'one' });
  tab.type('three');
  isFull = false;
  await tab.binding.flush();
  expect(await rowText(library)).toBe('three');
  expect(await versionTexts(library)).toEqual([]);
});

test('an editor that opens with a draft says so until the library has the text', async () => {
  const library = await libraryWithPrompt('one');
  const tab = openTab(library, 'one', { editor: plainEditor('one, drafted'), isDraft: true });
  await tab.binding.flush();
  expect(await rowText(library)).toBe('one, drafted');
  expect(tab.state()).toEqual({ kind: 'saved' });
});

test('a page that is going away leaves a copy behind until the row has the text', async () => {
  const library = await libraryWithPrompt('one');
  const tab = openTab(library, 'one');
  tab.type('one two');
  void tab.binding.flushForGood();
  expect(tab.kept.unsaved).toEqual({ text: 'one two', base: 'one' });
  await vi.waitFor(() => expect(tab.kept.unsaved).toBeNull(), soon);
  expect(await rowText(library)).toBe('one two');
});

test('a text whose library was taken away is a draft over what its editor opened with, saved or just being saved', async () => {
  const library = await libraryWithPrompt('one');
  const tab = openTab(library, 'one');
  tab.type('one two');
  await tab.binding.flush();
  tab.type('one two three');
  const saving = tab.binding.flush();
  tab.binding.rescue();
  await saving;
  await tab.binding.close();
  expect(tab.kept.unsaved).toEqual({ text: 'one two three', base: 'one' });
});

test('saving a version writes what was typed first, and keeps exactly that text', async () => {
  const library = await libraryWithPrompt('one');
  const tab = openTab(library, 'one');
  tab.type('one two');
  expect(await tab.binding.saveVersion('Two')).toBe('saved');
  const [version] = await library.db.versions.toArray();
  expect(version?.row).toMatchObject({ version: 1, content: 'one two', description: 'Two', conflict: null });
  expect(await rowText(library)).toBe('one two');
  expect(tab.state()).toEqual({ kind: 'saved' });
});

test('an editor that opens with a text kept in memory writes it upon what it was made from', async () => {
  const library = await libraryWithPrompt('one\n\ntwo changed elsewhere\n');
  const tab = openTab(library, 'one\n\ntwo\n');
  tab.type('one kept\n\ntwo\n');
  await tab.binding.flush();
  expect(await rowText(library)).toBe('one kept\n\ntwo changed elsewhere\n');
  await vi.waitFor(() => expect(tab.editor.text()).toBe('one kept\n\ntwo changed elsewhere\n'), soon);
});
