import { describe, expect, test } from 'vitest';
import type { RowKey, Stored } from '#shared/kinds/row.ts';
import type { Prompt } from '#shared/model/prompt.ts';
import { EntryGraph } from './entry-graph.ts';
import type { OutboxEntry } from './outbox.ts';
import { entryExample } from './outbox-entry-example.ts';
import { isIncluded, rebase, replayOwn } from './rebase.ts';

const preserveAs = () => ({ id: 99, description: 'theirs', conflict: 'unreviewed' as const });
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
  const rebased = rebase({ confirmed, entries, client: 'c', preserveAs, foreign: new Set(foreign) });
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

  test('both edits if another device changed another line, and the pending one gets a new number', () => {
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
    expect(rewritten[0]?.args).toMatchObject({
      content: 'my word',
      base: 'their word',
      preserve: { id: 99 },
    });
  });

  test('a conflict, where a text that was to be kept anyway overlaps with what is kept now', () => {
    const preserve = { id: 44, description: 'Before', conflict: null };
    const typedEntry = entryExample(1, 'setContent', { id: 1, content: 'my word', base: 'a word', preserve });
    const { rewritten, shown } = shownText([prompt('their word')], [typedEntry]);
    expect(rewritten[0]?.args).toMatchObject({
      preserve: { id: 44, description: 'theirs', conflict: 'unreviewed' },
    });
    expect(shown.live('version', 44)).toMatchObject({ content: 'their word', conflict: 'unreviewed' });
  });

  test('no conflict, where such a text can be merged: it is kept as it was to be kept', () => {
    const preserve = { id: 44, description: 'Before', conflict: null };
    const [content, base] = ['my word\n\nend', 'a word\n\nend'];
    const typedEntry = entryExample(1, 'setContent', { id: 1, content, base, preserve });
    const { rewritten, text } = shownText([prompt('a word\n\nthe end')], [typedEntry]);
    expect(text).toBe('my word\n\nthe end');
    expect(rewritten[0]?.args).toMatchObject({ preserve });
  });

  test('a merge, but no new words, while the outcome of what was sent is unknown', () => {
    const { text, rewritten } = shownText(
      [prompt('their word')],
      [typed(1, 'my word', 'a word', { state: 'sent' })],
    );
    expect(text).toBe('my word');
    expect(rewritten).toEqual([]);
  });

  test('nothing of what the server refused', () => {
    const { text, shown } = shownText([prompt('a')], [typed(1, 'b', 'a', { state: 'refused' })]);
    expect(text).toBe('a');
    expect(shown.live('version', 99)).toBeUndefined();
  });

  test('what was acknowledged word for word as it was sent, until its row comes', () => {
    const typedEntry = typed(1, 'ONE\ntwo\nthree\n', 'one\ntwo\nthree\n', {
      state: 'acknowledged',
      seq: 71,
      revs: { 'prompt:1': 8 },
    });
    expect(shownText([prompt('one\ntwo\nTHREE\n')], [typedEntry]).text).toBe('ONE\ntwo\nthree\n');
  });

  test('a row that the server has and whose row has not come yet', () => {
    const made = entryExample(
      1,
      'createProject',
      { id: 5, name: 'P', color: 'red' },
      { state: 'acknowledged', seq: 71, revs: { 'project:5': 1 } },
    );
    expect(shownText([], [made]).shown.live('project', 5)?.name).toBe('P');
  });

  test('a stale change merged, and it gets a new number', () => {
    const { text, rewritten } = shownText(
      [prompt('one\ntwo\nTHREE\n')],
      [typed(1, 'ONE\ntwo\nthree\n', 'one\ntwo\nthree\n', { state: 'stale' })],
    );
    expect(text).toBe('ONE\ntwo\nTHREE\n');
    expect(rewritten).toHaveLength(1);
  });

  test('a change that waits upon one row that somebody else changed, in the same words under a new number', () => {
    const saved = entryExample(1, 'saveVersion', { promptId: 1, id: 9, content: 'a', description: 'd' });
    const { rewritten, widened } = shownText([prompt('a')], [saved], ['prompt:1']);
    expect(rewritten).toEqual([{ entry: saved, args: saved.args }]);
    expect(widened).toEqual([]);
    expect(shownText([prompt('a')], [saved], ['prompt:2']).rewritten).toEqual([]);
  });

  test('nothing of a change that cannot be read, which is reported', () => {
    const unreadable = { ...typed(1, 'b', 'a'), args: { id: 1 } };
    const { text, overtaken, rewritten } = shownText([prompt('a')], [unreadable]);
    expect(text).toBe('a');
    expect(overtaken).toEqual([{ entry: unreadable, code: 'invalid_fields' }]);
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
    const deleting = entryExample(1, 'deletePrompt', { id: 1, seen: { seq: 60, beforeNumber: 1 } });
    const { text, overtaken } = shownText([prompt('newer')], [deleting]);
    expect(text).toBe('newer');
    expect(overtaken).toMatchObject([{ code: 'changed_since' }]);
  });

  test("a delete after one's own edit is one act, until a merge puts foreign words into it", () => {
    const deleting = entryExample(2, 'deletePrompt', { id: 1, seen: { seq: 70, beforeNumber: 2 } });
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
      preserveAs,
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
    preserveAs,
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

  test('is unknown where the mutation is not here any more, or cannot be read', () => {
    expect(replay(4, [])).toBeUndefined();
    expect(replay(4, [typed(1, 'b', 'a', { state: 'sent' })])).toBeUndefined();
    expect(replay(1, [{ ...typed(1, 'b', 'a', { state: 'sent' }), args: {} }])).toBeUndefined();
  });

  test('is the result of all own mutations that the server may have received, if none is named', () => {
    const entries = [
      typed(1, 'ab', 'a', { state: 'acknowledged', seq: 71, revs: { 'prompt:1': 8 } }),
      entryExample(2, 'updatePrompt', { id: 1, title: 'waits' }),
      entryExample(3, 'updatePrompt', { id: 1, title: 'refused' }, { state: 'refused' }),
      typed(4, 'abc', 'ab', { state: 'sent' }),
      entryExample(5, 'createPrompt', { id: 1, projectId: 5, title: 'U', content: '' }, { state: 'sent' }),
    ];
    const rows = replayOwn({ confirmed: [prompt('a')], entries, client: 'c' });
    expect(rows?.stored('prompt', 1)).toMatchObject({
      row: { content: 'abc', title: 'T' },
      by: { client: 'c', number: 4 },
    });
  });

  test('takes nothing back that the row already has', () => {
    const included = typed(1, 'older', '', { state: 'acknowledged', seq: 60, revs: { 'prompt:1': 6 } });
    expect(replay(1, [included])).toBe('a');
  });

  test('is that of a row that is not here yet, as it was sent and when it was made', () => {
    const making = entryExample(
      1,
      'createProject',
      { id: 5, name: 'P', color: 'red' },
      { state: 'acknowledged', seq: 71, revs: { 'project:5': 1 } },
    );
    const renaming = typed(2, 'ONE\ntwo\nthree\n', 'one\ntwo\nthree\n', { state: 'sent' });
    const confirmed = [prompt('one\ntwo\nTHREE\n')];
    const rows = replayOwn({ confirmed, entries: [making, renaming], client: 'c' });
    expect(rows?.live('project', 5)).toMatchObject({ name: 'P', createdAt: at });
    expect(rows?.live('prompt', 1)?.content).toBe('ONE\ntwo\nthree\n');
  });
});

test('entries that share rows through others are rebased together', () => {
  const entries = [
    entryExample(1, 'createProject', { id: 5, name: 'P', color: 'red' }),
    entryExample(2, 'createPrompt', { id: 2, projectId: 5, title: 'T', content: '' }),
    entryExample(3, 'setContent', { id: 2, content: 'x' }),
    entryExample(4, 'setContent', { id: 3, content: 'x' }),
  ];
  expect(new EntryGraph(entries).connectedTo(['prompt:2']).entries.map(({ position }) => position)).toEqual([
    1, 2, 3,
  ]);
  expect(new EntryGraph(entries).connectedTo(['prompt:2']).keys).toEqual(new Set(['prompt:2', 'project:5']));
  expect(new EntryGraph(entries).connectedTo(['prompt:7'])).toEqual({
    entries: [],
    keys: new Set(['prompt:7']),
  });
  expect(new EntryGraph(entries).connectedTo(['prompt:3']).entries.map(({ position }) => position)).toEqual([
    4,
  ]);
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
  expect(isIncluded({ ...entry, revs: {} }, () => 99)).toBe(false);
  const { revs: _revs, ...unknown } = entry;
  expect(isIncluded(unknown, () => 99)).toBe(false);
});
