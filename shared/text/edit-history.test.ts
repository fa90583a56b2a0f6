import { describe, expect, test } from 'vitest';
import {
  type EditHistories,
  keepOpenHistories,
  maxHistoryUnits,
  noHistories,
  openHistory,
  recordEdit,
  redo,
  undo,
} from './edit-history.ts';

const promptId = 7;
const opened = openHistory(noHistories, { promptId, content: 'opened', now: 0 });
const edit = (histories: EditHistories, content: string, now: number) =>
  recordEdit(histories, { promptId, content, now });
const contents = (histories: EditHistories, id = promptId) =>
  histories.get(id)?.entries.map((entry) => entry.content);

describe('recordEdit', () => {
  test('the first edit never replaces the text that was opened, however soon it comes', () => {
    expect(contents(edit(opened, 'a', 1))).toEqual(['opened', 'a']);
  });

  test('an edit within a second of the previous one replaces it, and a later one does not', () => {
    const burst = edit(edit(edit(opened, 'a', 100), 'ab', 1099), 'abc', 2098);
    expect(contents(burst)).toEqual(['opened', 'abc']);
    expect(contents(edit(burst, 'abcd', 3098))).toEqual(['opened', 'abc', 'abcd']);
  });

  test('the same text again is no edit', () => {
    const histories = edit(opened, 'a', 100);
    expect(edit(histories, 'a', 5000)).toBe(histories);
  });

  test('an edit after an undo discards what could be redone, and keeps what was undone to', () => {
    const histories = edit(edit(opened, 'a', 1000), 'b', 3000);
    const undone = undo(histories, promptId).histories;
    const edited = edit(undone, 'c', 3100);
    expect(contents(edited)).toEqual(['opened', 'a', 'c']);
    expect(redo(edited, promptId).atLimit).toBe(true);
  });

  test('an edit of a prompt without history begins one', () => {
    expect(contents(edit(noHistories, 'a', 5))).toEqual(['a']);
  });

  test('a hundred entries are kept, the oldest go first', () => {
    let histories = opened;
    for (let at = 1; at <= 120; at++) histories = edit(histories, `${at}`, at * 2000);
    expect(contents(histories)).toHaveLength(100);
    expect(contents(histories)?.[0]).toBe('21');
    expect(histories.get(promptId)?.position).toBe(99);
  });

  test('very large texts leave fewer entries, but always a way back', () => {
    let histories = opened;
    for (let at = 1; at <= 5; at++)
      histories = edit(histories, `${at}`.repeat(maxHistoryUnits / 2), at * 2000);
    expect(contents(histories)?.map((content) => content[0])).toEqual(['4', '5']);
    histories = edit(histories, '6'.repeat(maxHistoryUnits), 20_000);
    expect(contents(histories)?.map((content) => content[0])).toEqual(['5', '6']);
  });

  test('twenty prompts are kept, the one edited longest ago goes', () => {
    let histories = noHistories;
    for (let id = 1; id <= 20; id++)
      histories = openHistory(histories, { promptId: id, content: '', now: id });
    histories = recordEdit(histories, { promptId: 1, content: 'edited', now: 100 });
    histories = openHistory(histories, { promptId: 21, content: '', now: 101 });
    expect(histories.size).toBe(20);
    expect(histories.has(1)).toBe(true);
    expect(histories.has(2)).toBe(false);
  });
});

describe('undo and redo', () => {
  const histories = edit(edit(opened, 'a', 1000), 'b', 3000);

  test('go back and forth one entry at a time, and say when there is no more', () => {
    const one = undo(histories, promptId);
    expect(one).toMatchObject({ content: 'a', atLimit: false });
    const two = undo(one.histories, promptId);
    expect(two).toMatchObject({ content: 'opened', atLimit: false });
    const three = undo(two.histories, promptId);
    expect(three).toEqual({ histories: two.histories, content: 'opened', atLimit: true });
    const again = redo(redo(three.histories, promptId).histories, promptId);
    expect(again).toMatchObject({ content: 'b', atLimit: false });
    expect(redo(again.histories, promptId)).toMatchObject({ content: 'b', atLimit: true });
  });

  test('have nothing to do without a history', () => {
    expect(undo(noHistories, 1)).toEqual({ histories: noHistories, content: null, atLimit: true });
  });

  test('change nothing of the histories they were given', () => {
    undo(histories, promptId);
    expect(contents(histories)).toEqual(['opened', 'a', 'b']);
    expect(histories.get(promptId)?.position).toBe(2);
  });
});

test('opening a prompt again keeps its history', () => {
  const histories = edit(opened, 'a', 1000);
  expect(openHistory(histories, { promptId, content: 'other', now: 9000 })).toBe(histories);
});

test('histories of closed prompts go, and nothing changes while all are open', () => {
  const two = openHistory(opened, { promptId: 8, content: '', now: 1 });
  expect([...keepOpenHistories(two, [8, 9]).keys()]).toEqual([8]);
  expect(keepOpenHistories(two, [7, 8])).toBe(two);
});
