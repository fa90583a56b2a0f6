import { describe, expect, test } from 'vitest';
import {
  type EditHistories,
  keepOpenHistories,
  maxHistoryUnits,
  noHistories,
  openHistory,
  recordEdit,
  redo,
  takeInOthers,
  undo,
} from './edit-history.ts';

const promptId = 7;
const opened = openHistory(noHistories, { promptId, content: 'opened' });
const edit = (histories: EditHistories, content: string, now: number) =>
  recordEdit(histories, { promptId, content, now });
const others = (histories: EditHistories, content: string) => takeInOthers(histories, { promptId, content });
const shown = (histories: EditHistories) => histories.get(promptId)?.text;

/** The texts that undo comes back to, the oldest first, and the one that is shown. */
function texts(histories: EditHistories): (string | undefined)[] {
  const { histories: before, content } = undo(histories, promptId);
  return content === null ? [shown(histories)] : [...texts(before), shown(histories)];
}

describe('recordEdit', () => {
  test('the first edit never joins the text that was opened, however soon it comes', () => {
    expect(texts(edit(opened, 'a', 1))).toEqual(['opened', 'a']);
  });

  test('an edit within a second of the previous one replaces it, and a later one does not', () => {
    const burst = edit(edit(edit(opened, 'a', 100), 'ab', 1099), 'abc', 2098);
    expect(texts(burst)).toEqual(['opened', 'abc']);
    expect(texts(edit(burst, 'abcd', 3098))).toEqual(['opened', 'abc', 'abcd']);
  });

  test('the same text again is no edit', () => {
    const histories = edit(opened, 'a', 100);
    expect(edit(histories, 'a', 5000)).toBe(histories);
  });

  test('an edit after an undo discards what could be redone, and keeps what was undone to', () => {
    const histories = edit(edit(opened, 'a', 1000), 'b', 3000);
    const edited = edit(undo(histories, promptId).histories, 'c', 3100);
    expect(texts(edited)).toEqual(['opened', 'a', 'c']);
    expect(redo(edited, promptId).content).toBeNull();
  });

  test('an edit of a prompt without history begins one', () => {
    expect(texts(edit(noHistories, 'a', 5))).toEqual(['a']);
  });

  test('a hundred entries are kept, the oldest go first', () => {
    let histories = opened;
    for (let at = 1; at <= 120; at++) histories = edit(histories, `${at}`, at * 2000);
    expect(texts(histories)).toHaveLength(100);
    expect(texts(histories)[0]).toBe('21');
  });

  test('very large texts leave fewer entries, but always a way back', () => {
    const initials = (histories: EditHistories) => texts(histories).map((content) => content?.[0]);
    let histories = opened;
    for (let at = 3; at <= 5; at++)
      histories = edit(histories, `${at}`.repeat(maxHistoryUnits / 2), at * 2000);
    expect(initials(histories)).toEqual(['4', '5']);
    histories = edit(histories, '6', 20_000);
    expect(initials(histories)).toEqual(['5', '6']);
  });

  test('twenty prompts are kept, the one edited longest ago goes', () => {
    let histories = noHistories;
    for (let id = 1; id <= 20; id++) histories = openHistory(histories, { promptId: id, content: '' });
    histories = recordEdit(histories, { promptId: 1, content: 'edited', now: 100 });
    histories = openHistory(histories, { promptId: 21, content: '' });
    expect(histories.size).toBe(20);
    expect(histories.has(1)).toBe(true);
    expect(histories.has(2)).toBe(false);
  });
});

describe('undo and redo', () => {
  const histories = edit(edit(opened, 'a', 1000), 'b', 3000);

  test('go back and forth one entry at a time, and say when there is no more', () => {
    const one = undo(histories, promptId);
    expect(one.content).toBe('a');
    const two = undo(one.histories, promptId);
    expect(two.content).toBe('opened');
    const three = undo(two.histories, promptId);
    expect(three).toEqual({ histories: two.histories, content: null });
    const forth = redo(redo(three.histories, promptId).histories, promptId);
    expect(forth.content).toBe('b');
    expect(redo(forth.histories, promptId).content).toBeNull();
  });

  test('have nothing to do without a history', () => {
    expect(undo(noHistories, 1)).toEqual({ histories: noHistories, content: null });
  });

  test('change nothing of the histories they were given', () => {
    undo(histories, promptId);
    expect(texts(histories)).toEqual(['opened', 'a', 'b']);
  });
});

describe('beside others', () => {
  const from = (content: string) => openHistory(noHistories, { promptId, content });
  const undone = (histories: EditHistories) => undo(histories, promptId).content;

  test.each([
    ['a line below', 'a\nb', 'a mine\nb', 'a mine\nb\nTHEIRS', 'a\nb\nTHEIRS'],
    ['a line above', 'a', 'a mine', 'THEIRS\na mine', 'THEIRS\na'],
    ['a word within what was typed', 'a', 'a one two', 'a one THEIRS two', 'a THEIRS '],
    ['a word right behind what was typed', 'a', 'a mine', 'a mine THEIRS', 'a THEIRS'],
    ['a word of ours made theirs', 'a b', 'a mine b', 'a minerals b', null],
    ['a word where one was taken out', 'a gone b', 'a b', 'a THEIRS b', 'a gone THEIRS b'],
    ['a word in place of one next to what was taken out', 'a gone b', 'a b', 'a THEIRS', 'a gone THEIRS'],
    [
      'the line below what was typed, where its break was typed too',
      'a',
      'a\nmine\n',
      'a\nmine\nTHEIRS',
      'a\nTHEIRS',
    ],
    ['a character of Han', '中国', '中大国', '中大新国', '中新国'],
    ['words between those of Replace all', 'x a x b x', 'y a y b y', 'y THEIRS y b y', 'x THEIRS x b x'],
  ])('%s stays as it is', (_what, before, mine, theirs, expected) => {
    expect(undone(others(edit(from(before), mine, 1000), theirs))).toBe(expected);
  });

  test('what was undone comes back beside them', () => {
    const step = undo(edit(from('a\nb'), 'a mine\nb', 1000), promptId);
    expect(redo(others(step.histories, 'a\nTHEIRS b'), promptId).content).toBe('a mine\nTHEIRS b');
  });

  test('a history that is told the text it knows is the same one', () => {
    expect(others(opened, 'opened')).toBe(opened);
    expect(others(noHistories, 'a')).toBe(noHistories);
  });
});

test('opening a prompt again keeps its history', () => {
  const histories = edit(opened, 'a', 1000);
  expect(openHistory(histories, { promptId, content: 'a' })).toBe(histories);
});

test('histories of closed prompts go, and nothing changes while all are open', () => {
  const two = openHistory(opened, { promptId: 8, content: '' });
  expect([...keepOpenHistories(two, [8, 9]).keys()]).toEqual([8]);
  expect(keepOpenHistories(two, [7, 8])).toBe(two);
});
