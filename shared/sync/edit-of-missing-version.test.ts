import { expect, test } from 'vitest';
import type { Stored } from '#shared/kinds/row.ts';
import type { OutboxEntry } from './outbox.ts';
import { entryExample } from './outbox-entry-example.ts';
import { rebaseEntries } from './rebase-entries.ts';

const at = '2026-01-01T00:00:00.000Z';
const prompt = (content: string): Stored => ({
  ...{ type: 'prompt', id: 1, rev: 2, seq: 2, by: null, deleted: false },
  row: { id: 1, projectId: 1, title: 'T', content, notes: '', createdAt: at, lastVersion: 0 },
});
const preserve = { id: 7, description: 'theirs', conflict: 'unreviewed' } as const;
const edit = (changes: Partial<OutboxEntry> = {}) =>
  entryExample(
    2,
    'editVersion',
    { promptId: 1, id: 7, content: 'their text\nand more', base: 'their text' },
    changes,
  );

function rebased(content: string, entries: readonly OutboxEntry[]) {
  let number = 100;
  return rebaseEntries({
    ...{
      confirmed: [prompt(content)],
      entries,
      client: 'c',
      foreign: new Set(),
      held: new Set(),
      isEnd: true,
    },
    preserveAs: () => ({ id: 9, description: 'theirs', conflict: 'unreviewed' }),
    next: () => {
      number += 1;
      return number;
    },
  });
}

const saved = {
  position: 2,
  number: 101,
  name: 'saveVersion',
  state: 'queued',
  target: 'prompt:1',
  guarded: true,
  args: {
    promptId: 1,
    id: 7,
    content: 'their text\nand more',
    original: 'their text',
    description: 'Updated prompt content',
  },
} as const;

test('an edit of a version that no change creates any more saves that version with the edited text', () => {
  const { entries, shown } = rebased('current', [edit()]);
  expect(entries).toMatchObject([{ ...saved, args: { ...saved.args, head: 'current', base: 'current' } }]);
  expect(shown.live('version', 7)).toMatchObject({ content: 'their text\nand more', original: 'their text' });
  expect(shown.live('prompt', 1)).toMatchObject({ content: 'current' });
});

test('an edit of a preserved text is saved when the change that preserved it no longer replaces anything', () => {
  const replacing = entryExample(
    1,
    'setContent',
    { id: 1, content: 'my text', base: 'their text', preserve },
    { writes: ['prompt:1', 'version:7'] },
  );
  const kept = rebased('their text', [replacing, edit()]);
  expect(kept.entries).toMatchObject([{ name: 'setContent' }, { name: 'editVersion' }]);
  expect(kept.shown.live('version', 7)?.content).toBe('their text\nand more');

  const { entries, shown } = rebased('my text', [replacing, edit()]);
  expect(entries).toMatchObject([
    { name: 'setContent' },
    { name: 'saveVersion', writes: ['version:7', 'prompt:1'] },
  ]);
  expect(shown.live('version', 7)?.content).toBe('their text\nand more');
  expect(shown.live('prompt', 1)?.content).toBe('my text');
});

test.each(['sent', 'acknowledged', 'refused'] as const)(
  'an edit of a version waits while a change that is %s may have created it',
  (state) => {
    const replacing = entryExample(
      1,
      'setContent',
      { id: 1, content: 'my text', base: 'my text', preserve },
      { state, writes: ['prompt:1', 'version:7'] },
    );
    const waiting = edit();
    expect(rebased('my text', [replacing, waiting]).entries[1]).toBe(waiting);
  },
);

test('an edit of a missing version that was sent is repeated as it was sent', () => {
  const sent = edit({ state: 'sent', ifMatch: 1 });
  expect(rebased('current', [sent]).entries).toEqual([sent]);
});

test('a version that is saved for its edit becomes the text of a prompt that has none', () => {
  const { entries, shown } = rebased('', [edit()]);
  expect(entries).toMatchObject([saved]);
  expect(shown.live('prompt', 1)?.content).toBe('their text\nand more');
});

test.each([
  ['accepted before', { state: 'acknowledged', seq: 9, revs: { 'prompt:1': 9 } }, 'editVersion'],
  ['sent before', { state: 'sent' }, 'editVersion'],
  ['refused before', { state: 'refused' }, 'editVersion'],
  ['made after', { position: 3, state: 'sent' }, 'saveVersion'],
  ['made for another version', { state: 'sent', writes: ['prompt:1', 'version:8'] }, 'saveVersion'],
] as const)(
  'beside a change that may create its version and was %s, an edit becomes: %#',
  (_when, changes, name) => {
    const replacing = entryExample(1, 'setContent', { id: 1, content: 'same', base: 'same', preserve }, {
      writes: ['prompt:1', 'version:7'],
      ...changes,
    } as Partial<OutboxEntry>);
    const { entries } = rebased('same', [replacing, edit()]);
    expect(entries.find(({ position }) => position === 2)?.name).toBe(name);
  },
);

test.each([
  ['no base', {}],
  ['an empty base', { base: ' ' }],
  ['the same base', { base: 'their text\nand more' }],
])('an edit with %s is saved without an original', (_about, base) => {
  const args = { promptId: 1, id: 7, content: 'their text\nand more', ...base };
  const { entries } = rebased('current', [entryExample(2, 'editVersion', args)]);
  expect(entries).toMatchObject([{ name: 'saveVersion', needs: [] }]);
  expect(entries[0]?.args).not.toHaveProperty('original');
});

test('an edit in a prompt that is not there waits as it is', () => {
  const entry = edit();
  const { entries } = rebaseEntries({
    ...{ confirmed: [], entries: [entry], client: 'c', foreign: new Set(), held: new Set(), isEnd: true },
    preserveAs: () => ({ id: 9, description: 'theirs', conflict: 'unreviewed' }),
    next: () => 101,
  });
  expect(entries).toEqual([entry]);
});
