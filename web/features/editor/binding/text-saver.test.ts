import { expect, test } from 'vitest';
import { limits } from '#shared/model/limits.ts';
import type { ProblemCode } from '#shared/model/problem.ts';
import { gate, quiet, scriptedTab } from './scripted-text-scene.ts';

test('while a text is written the state is saving, and afterwards saved', async () => {
  const tab = scriptedTab('one');
  tab.type('two');
  await tab.binding.flush();
  expect(tab.kinds()).toEqual(['waiting', 'saving', 'saved']);
  expect(tab.script.writes).toEqual([{ content: 'two', base: 'one' }]);
});

test('an editor that opens with the text of its row reports nothing and writes nothing', async () => {
  const tab = scriptedTab('one');
  await tab.pass(10_000);
  await tab.binding.flush();
  expect(tab.states).toEqual([]);
  expect(tab.script.writes).toEqual([]);
});

test('an editor that opens with another text than its row saves it after the pause', async () => {
  const tab = scriptedTab('one', { shown: 'kept in memory' });
  expect(tab.kinds()).toEqual(['waiting']);
  await tab.pass(limits.autosaveDebounceMs);
  expect(tab.script.row).toBe('kept in memory');
  expect(tab.state()).toEqual({ kind: 'saved' });
});

test('a draft stays one on the screen until the row has it', async () => {
  const tab = scriptedTab('one', { shown: 'a draft', isDraft: true });
  await tab.pass(limits.autosaveDebounceMs);
  expect(tab.script.row).toBe('a draft');
  expect(tab.kinds()).toEqual(['saved']);
});

test('a text that is changed back to that of the row counts as saved, and nothing is written', async () => {
  const tab = scriptedTab('one');
  tab.type('two');
  tab.type('one');
  await tab.pass(limits.autosaveDebounceMs);
  expect(tab.kinds()).toEqual(['waiting', 'saved']);
  expect(tab.script.writes).toEqual([]);
});

test('what is typed while a save runs waits for a pause of its own', async () => {
  const tab = scriptedTab('one');
  const writing = gate();
  tab.script.onWrite = writing.wait;
  tab.type('two');
  const flushed = tab.binding.flush();
  await tab.pass(100);
  tab.type('three');
  writing.release();
  await flushed;
  expect(tab.kinds()).toEqual(['waiting', 'saving', 'waiting']);
  await tab.pass(limits.autosaveDebounceMs - 1);
  expect(tab.script.row).toBe('two');
  await tab.pass(1);
  expect(tab.script.row).toBe('three');
  expect(tab.script.writes.map(({ base }) => base)).toEqual(['one', 'two']);
  expect(tab.state()).toEqual({ kind: 'saved' });
});

test('a text that changed during a save without a key is saved as well', async () => {
  const tab = scriptedTab('one');
  const writing = gate();
  tab.script.onWrite = writing.wait;
  tab.type('two');
  const flushed = tab.binding.flush();
  await quiet();
  tab.editor.type('three');
  writing.release();
  await flushed;
  expect(tab.state()).toEqual({ kind: 'waiting' });
  await tab.pass(limits.autosaveDebounceMs);
  expect(tab.script.row).toBe('three');
});

test('once a text counts as saved, the next key has 600 ms of its own', async () => {
  const tab = scriptedTab('one');
  tab.type('two');
  await tab.pass(400);
  tab.script.change('two');
  await quiet();
  expect(tab.state()).toEqual({ kind: 'saved' });
  tab.type('three');
  await tab.pass(limits.autosaveDebounceMs - 1);
  expect(tab.script.writes).toEqual([]);
  await tab.pass(1);
  expect(tab.script.row).toBe('three');
});

test('a text of exactly the limit is saved, and one byte more is not', async () => {
  const tab = scriptedTab('one');
  tab.type('a'.repeat(limits.contentMaxBytes));
  await tab.binding.flush();
  expect(tab.state()).toEqual({ kind: 'saved' });
  tab.type('a'.repeat(limits.contentMaxBytes + 1));
  await tab.binding.flush();
  expect(tab.state()).toEqual({ kind: 'tooLarge', isDraft: true });
  expect(tab.copies).toEqual([
    { text: 'a'.repeat(limits.contentMaxBytes + 1), base: 'a'.repeat(limits.contentMaxBytes) },
  ]);
});

test.each<ProblemCode>(['account_full', 'invalid_fields', 'last_version'])(
  'a text that the library refuses as %s stays in the editor, as a draft and with that reason',
  async (code) => {
    const tab = scriptedTab('one');
    tab.script.refusal = { ok: false, code };
    tab.type('two');
    await tab.binding.flush();
    expect(tab.state()).toEqual({ kind: 'refused', code, isDraft: true });
    expect(tab.copies).toEqual([{ text: 'two', base: 'one' }]);
    expect(await tab.binding.saveVersion('v')).toBe('failed');
    expect(tab.script.versions).toEqual([]);
  },
);

test('each failed write waits twice as long for the next one', async () => {
  const tab = scriptedTab('one');
  tab.script.onWrite = () => Promise.reject(new Error('aborted'));
  tab.type('two');
  await tab.binding.flush();
  expect(tab.state()).toEqual({ kind: 'failed', reason: 'browser', isDraft: true });
  const writes = () => tab.script.writes.length;
  for (const wait of [500, 1000, 2000]) {
    const before = writes();
    await tab.pass(wait - 1);
    expect(writes()).toBe(before);
    await tab.pass(1);
    expect(writes()).toBe(before + 1);
  }
  tab.script.onWrite = async () => {};
  await tab.pass(4000);
  expect(tab.state()).toEqual({ kind: 'saved' });
  expect(tab.copies.at(-1)).toBeNull();
  tab.script.onWrite = () => Promise.reject(new Error('aborted'));
  tab.type('three');
  await tab.binding.flush();
  const before = writes();
  await tab.pass(500);
  expect(writes()).toBe(before + 1);
});

test('a save that needs no copy reads nothing', async () => {
  const tab = scriptedTab('one');
  tab.type('two');
  await tab.binding.flush();
  expect(tab.script.reads).toBe(0);
});

test('a text whose row is gone and that no prompt can be made of is reported as nowhere else', async () => {
  const tab = scriptedTab('one');
  tab.script.row = undefined;
  tab.script.canRecover = false;
  tab.type('two');
  await tab.binding.flush();
  expect(tab.state()).toEqual({ kind: 'gone', unsaved: true, keptAs: null });
  expect(tab.editor.isEditable()).toBe(false);
  expect(await tab.binding.saveVersion('v')).toBe('gone');
  expect(tab.script.versions).toEqual([]);
});

test('a key that is pressed while a text becomes a prompt of its own goes into another one', async () => {
  const tab = scriptedTab('one');
  tab.script.row = undefined;
  const recovering = gate();
  tab.script.onRecover = recovering.wait;
  tab.type('two');
  const flushed = tab.binding.flush();
  await quiet();
  tab.editor.type('two!');
  recovering.release();
  await flushed;
  expect(tab.state()).toEqual({ kind: 'gone', unsaved: true, keptAs: 'Recovered 1' });
  await tab.pass(limits.autosaveDebounceMs);
  expect(tab.script.recovered).toEqual(['two', 'two!']);
  expect(tab.state()).toEqual({ kind: 'gone', unsaved: false, keptAs: 'Recovered 2' });
});

test('after a text became a prompt of its own a failed write is the first again', async () => {
  const tab = scriptedTab('one');
  tab.script.onWrite = () => Promise.reject(new Error('aborted'));
  tab.type('two');
  await tab.binding.flush();
  tab.script.onWrite = async () => {};
  tab.script.row = undefined;
  await tab.pass(500);
  expect(tab.script.recovered).toEqual(['two']);
  expect(tab.copies.at(-1)).toBeNull();
});

test('a version of what is in the row is saved without another write', async () => {
  const tab = scriptedTab('one');
  expect(await tab.binding.saveVersion('v')).toBe('saved');
  expect(tab.script.versions).toEqual(['one']);
  expect(tab.script.writes).toEqual([]);
});

test('no version is saved of a text that is blank, also where the row is', async () => {
  const tab = scriptedTab('');
  expect(await tab.binding.saveVersion('v')).toBe('blank');
  expect(tab.script.versions).toEqual([]);
});

test.each([
  ['gone', { ok: false, code: 'not_found' }],
  ['failed', { ok: false, code: 'account_full' }],
] as const)('a version that the library refuses ends as %s', async (outcome, refusal) => {
  const tab = scriptedTab('one');
  tab.script.versionOutcome = async () => refusal;
  expect(await tab.binding.saveVersion('v')).toBe(outcome);
});

test('a version that the browser does not write ends as failed', async () => {
  const tab = scriptedTab('one');
  tab.script.versionOutcome = () => Promise.reject(new Error('aborted'));
  expect(await tab.binding.saveVersion('v')).toBe('failed');
});
