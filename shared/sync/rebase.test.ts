import { describe, expect, test } from 'vitest';
import type { Prompt } from '#shared/model/prompt.ts';
import type { RowKey, Stored } from '#shared/model/row.ts';
import type { OutboxEntry } from './outbox.ts';
import { entryExample } from './outbox-entry-example.ts';
import { closure, isIncluded, rebase, replayOwn } from './rebase.ts';

const keepAs = () => ({ id: 99, description: 'theirs', conflict: 'unreviewed' as const });
const at = '2026-01-01T00:00:00.000Z';

function prompt(
  content: string,
  changes: Partial<Stored<'prompt'>> = {},
  row: Partial<Prompt> = {},
): Stored<'prompt'> {
  const values: Prompt = {
    id: 1,
    projectId: 5,
    title: 'T',
    content,
    notes: '',
    createdAt: at,
    lastVersion: 0,
    ...row,
  };
  return { type: 'prompt', id: 1, row: values, rev: 7, seq: 70, deleted: false, by: null, ...changes };
}

const typed = (position: number, content: string, base: string, changes = {}) =>
  entryExample(position, 'setContent', { id: 1, content, base }, changes);

function shownText(
  confirmed: Stored[],
  entries: Parameters<typeof rebase>[0]['entries'],
  foreign: RowKey[] = [],
) {
  const rebased = rebase({ confirmed, entries, client: 'c', keepAs, foreign: new Set(foreign) });
  return { ...rebased, text: rebased.shown.live('prompt', 1)?.content };
}

describe('what the screen shows', () => {
  test('the confirmed row where nothing waits', () => {
    expect(shownText([prompt('a')], []).text).toBe('a');
  });

  test('what waits, on top of what is confirmed', () => {
    const { text, rewritten } = shownText([prompt('a')], [typed(1, 'b', 'a'), typed(2, 'c', 'b')]);
    expect(text).toBe('c');
    expect(rewritten).toEqual([]);
  });

  test('both edits, where another device changed another line, and the waiting one is said anew', () => {
    const { text, rewritten } = shownText(
      [prompt('one\ntwo\nTHREE\n')],
      [typed(1, 'ONE\ntwo\nthree\n', 'one\ntwo\nthree\n')],
    );
    expect(text).toBe('ONE\ntwo\nTHREE\n');
    expect(rewritten[0]?.args).toEqual({ id: 1, content: 'ONE\ntwo\nTHREE\n', base: 'one\ntwo\nTHREE\n' });
  });

  test("this person's words, where both changed the same ones, and the other text whole as a version", () => {
    const { text, rewritten, shown } = shownText([prompt('their word')], [typed(1, 'my word', 'a word')]);
    expect(text).toBe('my word');
    expect(shown.live('version', 99)).toMatchObject({ content: 'their word', conflict: 'unreviewed' });
    expect(rewritten[0]?.args).toMatchObject({ content: 'my word', base: 'their word', keep: { id: 99 } });
  });

  test('a merge, but no new words, while the outcome of what was sent is unknown', () => {
    const { text, rewritten } = shownText(
      [prompt('their word')],
      [typed(1, 'my word', 'a word', { state: 'sent' })],
    );
    expect(text).toBe('my word');
    expect(rewritten).toEqual([]);
  });

  test('no effect twice: what the confirmed row includes is not applied again', () => {
    const saved = entryExample(
      1,
      'saveVersion',
      { promptId: 1, id: 9, content: 'a', description: 'd' },
      {
        state: 'acknowledged',
        seq: 70,
        revs: { 'prompt:1': 7 },
      },
    );
    expect(
      shownText([prompt('a', {}, { lastVersion: 1 })], [saved]).shown.live('prompt', 1)?.lastVersion,
    ).toBe(1);
  });

  test('an edit that waits brings back what another device deleted', () => {
    const { text } = shownText([prompt('a', { deleted: true, rev: 8 })], [typed(1, 'b', 'a')]);
    expect(text).toBe('b');
  });

  test('a delete that waits does not take what its author had not seen', () => {
    const deleting = entryExample(1, 'deletePrompt', { id: 1, seen: { seq: 60, own: 1 } });
    const { text, overtaken } = shownText([prompt('newer')], [deleting]);
    expect(text).toBe('newer');
    expect(overtaken).toMatchObject([{ code: 'changed_since' }]);
  });

  test("a delete after one's own edit is one act, until a merge puts foreign words into it", () => {
    const deleting = entryExample(2, 'deletePrompt', { id: 1, seen: { seq: 70, own: 2 } });
    expect(shownText([prompt('a')], [typed(1, 'b', 'a'), deleting]).text).toBeUndefined();
    const renamed = entryExample(1, 'updatePrompt', { id: 1, title: 'U' });
    expect(shownText([prompt('newer', { seq: 90 })], [renamed, deleting], ['prompt:1']).text).toBe('newer');
    const repeated = typed(1, 'b', 'a', { number: 3 });
    expect(shownText([prompt('a')], [repeated, deleting]).text).toBe('b');
  });

  test('a project that was deleted elsewhere comes back for the prompt that was made in it', () => {
    const project: Stored = {
      type: 'project',
      id: 5,
      row: { id: 5, name: 'P', color: 'red', createdAt: at },
      rev: 2,
      seq: 90,
      deleted: true,
      by: null,
    };
    const making = entryExample(1, 'createPrompt', { id: 2, projectId: 5, title: 'T', content: 'x' });
    const { shown, widened } = rebase({
      confirmed: [project],
      entries: [making],
      client: 'c',
      keepAs,
      foreign: new Set(),
    });
    expect(shown.live('project', 5)?.name).toBe('P');
    expect(widened[0]?.writes).toContain('project:5');
  });
});

test('a version keeps the very text that was saved, and only the current text is merged', () => {
  const saved = entryExample(1, 'saveVersion', {
    promptId: 1,
    id: 9,
    content: 'ONE\ntwo\nthree\n',
    description: 'd',
    base: 'one\ntwo\nthree\n',
  });
  const { shown } = rebase({
    confirmed: [prompt('one\ntwo\nTHREE\n')],
    entries: [saved],
    client: 'c',
    keepAs,
    foreign: new Set(),
  });
  expect(shown.live('version', 9)?.content).toBe('ONE\ntwo\nthree\n');
  expect(shown.live('prompt', 1)?.content).toBe('ONE\ntwo\nTHREE\n');
});

describe('the text that the feed leaves out', () => {
  const replay = (number: number, entries: OutboxEntry[]) =>
    replayOwn({ number, confirmed: [prompt('a')], entries, client: 'c' })?.live('prompt', 1)?.content;

  test('is the one that the named mutation gave, whatever waits behind it', () => {
    const entries = [
      typed(1, 'b', 'a', { state: 'acknowledged', seq: 71, revs: { 'prompt:1': 8 } }),
      typed(2, 'c', 'b', { state: 'sent' }),
      typed(3, 'd', 'c'),
    ];
    expect([replay(1, entries), replay(2, entries)]).toEqual(['b', 'c']);
  });

  test('is unknown where the mutation is not here any more', () => {
    expect(replay(4, [])).toBeUndefined();
  });
});

test('entries that share rows through others are rebased together', () => {
  const entries = [
    entryExample(1, 'createProject', { id: 5, name: 'P', color: 'red' }),
    entryExample(2, 'createPrompt', { id: 2, projectId: 5, title: 'T', content: '' }),
    entryExample(3, 'setContent', { id: 2, content: 'x' }),
    entryExample(4, 'setContent', { id: 3, content: 'x' }),
  ];
  expect(closure(['prompt:2'], entries).entries.map(({ position }) => position)).toEqual([1, 2, 3]);
  expect(closure(['prompt:3'], entries).entries.map(({ position }) => position)).toEqual([4]);
});

test('an effect is included once every row it wrote has come', () => {
  const entry = typed(1, 'b', 'a', {
    state: 'acknowledged',
    seq: 71,
    revs: { 'prompt:1': 8, 'version:9': 1 },
  });
  expect(isIncluded(entry, (key) => (key === 'prompt:1' ? 8 : undefined))).toBe(false);
  expect(isIncluded(entry, (key) => (key === 'prompt:1' ? 9 : 1))).toBe(true);
  expect(isIncluded({ ...entry, state: 'sent' }, () => 99)).toBe(false);
});
