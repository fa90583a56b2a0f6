import { expect, test } from 'vitest';
import { limits } from '#shared/model/limits.ts';
import { gate, quiet, scriptedTab } from './scripted-text-scene.ts';

const lines = 'one\n\ntwo\n';

test('a text from elsewhere comes in, and the next save is upon it', async () => {
  const tab = scriptedTab(lines);
  tab.script.change('one\n\ntwo there\n');
  await quiet();
  expect(tab.editor.text()).toBe('one\n\ntwo there\n');
  expect(tab.states).toEqual([]);
  tab.type('one here\n\ntwo there\n');
  await tab.binding.flush();
  expect(tab.script.writes).toEqual([{ content: 'one here\n\ntwo there\n', base: 'one\n\ntwo there\n' }]);
});

test('several changes of a row at once are one reading', async () => {
  const tab = scriptedTab('one');
  tab.script.change('one');
  tab.script.change('one');
  await quiet();
  expect(tab.script.reads).toBe(1);
  tab.script.change('one');
  await quiet();
  expect(tab.script.reads).toBe(2);
  await tab.binding.flush();
  expect(tab.script.reads).toBe(2);
});

test('a row that comes with its change is taken without a reading', async () => {
  const tab = scriptedTab(lines);
  tab.type('one here\n\ntwo\n');
  tab.script.arrive('one\n\ntwo there\n');
  await quiet();
  expect(tab.editor.text()).toBe('one here\n\ntwo there\n');
  expect(tab.script.reads).toBe(0);
});

test('a row that comes with its change is read all the same if it changed once more before its turn', async () => {
  const tab = scriptedTab(lines);
  const writing = gate();
  tab.script.onWrite = writing.wait;
  tab.type('one here\n\ntwo\n');
  const saved = tab.binding.flush();
  tab.script.arrive('one\n\ntwo there\n');
  // The save of this editor is stored after that row, and is the newest now.
  tab.script.change('one here\n\ntwo\n');
  writing.release();
  await saved;
  await quiet();
  expect(tab.script.reads).toBe(1);
  expect(tab.editor.text()).toBe('one here\n\ntwo\n');
});

test('a row that came before a save of this editor was stored is not taken for the newest', async () => {
  const tab = scriptedTab(lines);
  const writing = gate();
  tab.script.onWrite = writing.wait;
  tab.type('one here\n\ntwo\n');
  const saved = tab.binding.flush();
  tab.script.arrive('one\n\ntwo there\n');
  // Nobody has been told yet that the save is stored.
  writing.release();
  await saved;
  await quiet();
  expect(tab.editor.text()).toBe('one here\n\ntwo\n');
  expect(tab.script.reads).toBe(1);
});

test('a reading of the row does not hurry a text that waits for its pause', async () => {
  const tab = scriptedTab('one');
  tab.type('one two');
  tab.script.change('one');
  await quiet();
  expect(tab.script.writes).toEqual([]);
  await tab.pass(limits.autosaveDebounceMs);
  expect(tab.script.row).toBe('one two');
});

test('what comes in beside typed words is saved with them after the pause', async () => {
  const tab = scriptedTab(lines);
  tab.type('one here\n\ntwo\n');
  tab.script.change('one\n\ntwo there\n');
  await quiet();
  expect(tab.editor.text()).toBe('one here\n\ntwo there\n');
  expect(tab.script.writes).toEqual([]);
  await tab.pass(limits.autosaveDebounceMs);
  expect(tab.script.writes).toEqual([{ content: 'one here\n\ntwo there\n', base: 'one\n\ntwo there\n' }]);
});

test('nothing comes in under an IME that composes; it does once the word is finished', async () => {
  const tab = scriptedTab('one');
  tab.editor.compose(true);
  tab.script.change('two');
  await quiet();
  await tab.pass(50);
  await tab.pass(50);
  expect(tab.editor.text()).toBe('one');
  tab.editor.compose(false);
  await tab.pass(49);
  expect(tab.editor.text()).toBe('one');
  await tab.pass(1);
  expect(tab.editor.text()).toBe('two');
});

test('what an IME kept out comes in with the next save as well', async () => {
  const tab = scriptedTab('one');
  tab.editor.compose(true);
  tab.script.change('two');
  await quiet();
  tab.editor.compose(false);
  await tab.binding.flush();
  expect(tab.editor.text()).toBe('two');
  const { reads } = tab.script;
  await tab.binding.flush();
  expect(tab.script.reads).toBe(reads);
});

test('where both changed the same words mine are written at once, upon the old text', async () => {
  const tab = scriptedTab('red');
  tab.type('blue');
  tab.script.change('green');
  await quiet();
  expect(tab.script.writes).toEqual([{ content: 'blue', base: 'red' }]);
  expect(tab.editor.text()).toBe('blue');
  expect(tab.state()).toEqual({ kind: 'saved' });
});

test('somebody who writes the same words after each save is answered four times, and then at the next change', async () => {
  const tab = scriptedTab('red');
  let round = 0;
  tab.script.onWrite = async () => {
    tab.editor.type(`blue ${round}`);
  };
  tab.script.onRead = async () => {
    round += 1;
    tab.script.row = `green ${round}`;
  };
  tab.type('blue');
  tab.script.change('green');
  await quiet();
  expect(tab.script.writes).toHaveLength(4);
});

test('a save of the same words that fails is tried again later, and not at once', async () => {
  const tab = scriptedTab('red');
  tab.script.onWrite = () => Promise.reject(new Error('aborted'));
  tab.type('blue');
  tab.script.change('green');
  await quiet();
  expect(tab.script.writes).toHaveLength(1);
  expect(tab.state()).toMatchObject({ kind: 'failed' });
});

test('a change that comes in during a pause after a failure leaves the pause as it is', async () => {
  const tab = scriptedTab(lines);
  tab.script.onWrite = () => Promise.reject(new Error('aborted'));
  tab.type('one here\n\ntwo\n');
  await tab.binding.flush();
  await tab.pass(500);
  expect(tab.script.writes).toHaveLength(2);
  tab.script.change('one\n\ntwo there\n');
  await quiet();
  await tab.pass(999);
  expect(tab.script.writes).toHaveLength(2);
  await tab.pass(1);
  expect(tab.script.writes).toHaveLength(3);
});

test('a row that cannot be read is read again after growing pauses, and after a success the first is short', async () => {
  const tab = scriptedTab('one');
  const fail = () => Promise.reject(new Error('aborted'));
  tab.script.onRead = fail;
  tab.script.change('two');
  await quiet();
  await tab.pass(499);
  expect(tab.script.reads).toBe(1);
  await tab.pass(1);
  expect(tab.script.reads).toBe(2);
  await tab.pass(999);
  expect(tab.script.reads).toBe(2);
  tab.script.onRead = async () => {};
  await tab.pass(1);
  expect(tab.editor.text()).toBe('two');
  tab.script.onRead = fail;
  tab.script.change('three');
  await quiet();
  tab.script.onRead = async () => {};
  await tab.pass(500);
  expect(tab.editor.text()).toBe('three');
});

test('a row that comes back takes in what was typed while it was gone, after the pause', async () => {
  const tab = scriptedTab(lines);
  tab.script.canRecover = false;
  tab.type('one here\n\ntwo\n');
  tab.script.change(undefined);
  await quiet();
  expect(tab.state()).toEqual({ kind: 'gone', unsaved: true, keptAs: null });
  expect(tab.editor.isEditable()).toBe(false);
  tab.script.change('one\n\ntwo there\n');
  await quiet();
  expect(tab.editor.isEditable()).toBe(true);
  expect(tab.state()).toEqual({ kind: 'waiting' });
  await tab.pass(limits.autosaveDebounceMs);
  expect(tab.script.row).toBe('one here\n\ntwo there\n');
  expect(tab.state()).toEqual({ kind: 'saved' });
});

test('a word that an IME composes keeps the editor of a lost row open until it is finished', async () => {
  const tab = scriptedTab('one');
  tab.editor.compose(true);
  tab.script.change(undefined);
  await quiet();
  expect(tab.editor.isEditable()).toBe(true);
  tab.editor.compose(false);
  await tab.pass(50);
  expect(tab.editor.isEditable()).toBe(false);
  expect(tab.state()).toEqual({ kind: 'gone', unsaved: false, keptAs: null });
});

test('a closed editor follows its row no more', async () => {
  const tab = scriptedTab('one');
  expect(tab.script.watchers()).toBe(1);
  tab.editor.compose(true);
  tab.script.change('two');
  await quiet();
  await tab.binding.close();
  expect(tab.script.watchers()).toBe(0);
  const { reads } = tab.script;
  tab.editor.compose(false);
  await tab.pass(10_000);
  expect(tab.script.reads).toBe(reads);
  expect(tab.editor.text()).toBe('one');
});

test('a text that is read while its editor closes does not go into it', async () => {
  const tab = scriptedTab('one');
  const reading = gate();
  tab.script.onRead = reading.wait;
  tab.script.change('two');
  await quiet();
  const closed = tab.binding.close();
  reading.release();
  await closed;
  await quiet();
  expect(tab.editor.text()).toBe('one');
});

test('a change that arrives just before the editor closes is not read', async () => {
  const tab = scriptedTab('one');
  tab.script.change('two');
  await tab.binding.close();
  await quiet();
  expect(tab.editor.text()).toBe('one');
  expect(tab.script.reads).toBe(0);
});

test("undo beside what another device wrote next to it takes out this person's words alone, and redo brings them back", async () => {
  const tab = scriptedTab('a\nb');
  tab.type('a mine\nb');
  await tab.pass(limits.undoGroupingMs * 2);
  tab.script.arrive('a mine\nb\nTHEIRS');
  await quiet();
  expect(tab.step('undo')).toBe(true);
  expect(tab.editor.text()).toBe('a\nb\nTHEIRS');
  await tab.binding.flush();
  expect(tab.script.row).toBe('a\nb\nTHEIRS');
  expect(tab.step('undo')).toBe(false);
  expect(tab.step('redo')).toBe(true);
  expect(tab.editor.text()).toBe('a mine\nb\nTHEIRS');
});

test.each([1, 28, 33, 200])('undo after %i changes of another device leaves all of them', async (changes) => {
  const tab = scriptedTab('one\n\ntwo\n\nthree\n\nfour');
  tab.type('one mine\n\ntwo\n\nthree\n\nfour');
  await tab.pass(limits.undoGroupingMs * 2);
  let theirs = '';
  for (let count = 1; count <= changes; count += 1) {
    theirs += ` word${count}`;
    tab.script.arrive(`one mine\n\ntwo\n\nthree\n\nfour${theirs}`);
    await quiet();
  }
  expect(tab.step('undo')).toBe(true);
  expect(tab.editor.text()).toBe(`one\n\ntwo\n\nthree\n\nfour${theirs}`);
});

test.each([
  { what: 'a version was restored', put: 'as it was\n\nbefore', left: 'as it was\n\nbefore' },
  { what: 'an import was written below', put: 'one mine\n\ntwo\n\nin', left: 'one\n\ntwo\n\nin' },
  { what: 'an import took its place', put: 'imported', left: 'imported' },
])('after $what, undo takes out nothing of it', async ({ put, left }) => {
  const tab = scriptedTab('one\n\ntwo');
  tab.type('one mine\n\ntwo');
  await tab.pass(limits.undoGroupingMs * 2);
  await tab.binding.flush();
  tab.script.change(put);
  await quiet();
  expect(tab.editor.text()).toBe(put);
  tab.step('undo');
  expect(tab.editor.text()).toBe(left);
  await tab.binding.flush();
  expect(tab.script.row).toBe(left);
});

test('what was typed a moment before another text came in is a step all the same', async () => {
  const tab = scriptedTab(lines);
  tab.type('one here\n\ntwo\n');
  tab.script.arrive('one\n\ntwo there\n');
  await quiet();
  expect(tab.step('undo')).toBe(true);
  expect(tab.editor.text()).toBe('one\n\ntwo there\n');
});

test('of a word that another device has changed since, nothing is left to undo', async () => {
  const tab = scriptedTab(lines);
  tab.type('one here\n\ntwo\n');
  await tab.pass(limits.undoGroupingMs * 2);
  tab.script.arrive('one heretic\n\ntwo\n');
  await quiet();
  expect(tab.step('undo')).toBe(false);
  expect(tab.editor.text()).toBe('one heretic\n\ntwo\n');
});

test('characters that were replaced because they cannot be stored are undone with what was pasted', async () => {
  const tab = scriptedTab('one');
  tab.type('one \0 two');
  await tab.binding.flush();
  expect(tab.script.row).toBe('one \uFFFD two');
  expect(tab.step('undo')).toBe(true);
  expect(tab.editor.text()).toBe('one');
});
