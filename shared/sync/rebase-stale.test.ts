/** Tests what becomes of entries that were answered 412, and of those that these rows do not take. */
import { expect, test } from 'vitest';
import type { Stored } from '#shared/kinds/row.ts';
import type { OutboxEntry } from './outbox.ts';
import { entryExample } from './outbox-entry-example.ts';
import { type EntriesToRebase, rebaseEntries } from './rebase-entries.ts';

const at = '2026-01-01T00:00:00.000Z';
const project: Stored = {
  ...{ type: 'project', id: 5, rev: 1, seq: 1, by: null, deleted: false },
  row: { id: 5, name: 'P', color: 'red', createdAt: at },
};
const prompt = (rev: number, changes: Partial<Stored<'prompt'>> = {}, content = 'text'): Stored => ({
  ...{ type: 'prompt', id: 1, rev, seq: 10 + rev, by: null, deleted: false },
  row: { id: 1, projectId: 5, title: 'T', content, notes: '', createdAt: at, lastVersion: 0 },
  ...changes,
});

const stale = { state: 'stale', ifMatch: 1 } as const;
const title = (changes: Partial<OutboxEntry> = {}) =>
  entryExample(3, 'updatePrompt', { id: 1, title: 'Mine' }, { ...stale, ...changes });
const deletion = (changes: Partial<OutboxEntry> = {}) =>
  entryExample(3, 'deletePrompt', { id: 1, seen: { seq: 11, beforeNumber: 3 } }, { ...stale, ...changes });
const creation = (changes: Partial<OutboxEntry> = {}) =>
  entryExample(
    3,
    'createPrompt',
    { id: 2, title: 'New', content: 'text', projectId: 5 },
    { ...stale, ifMatch: null, ...changes },
  );

function rebase(confirmed: readonly Stored[], options: Partial<EntriesToRebase>) {
  let number = 100;
  return rebaseEntries({
    ...{ confirmed: [project, ...confirmed], entries: [], client: 'c', isEnd: true },
    ...{ foreign: new Set(), held: new Set() },
    preserveAs: () => ({ id: 9, description: 'theirs', conflict: 'unreviewed' }),
    next: () => {
      number += 1;
      return number;
    },
    ...options,
  });
}

test('what was refused for a row that has moved is sent again under a new number', () => {
  const { entries, renewed, shown } = rebase([prompt(2)], { entries: [title({ attempts: 4 })] });
  expect(entries).toMatchObject([{ state: 'queued', number: 101, attempts: 0, ifMatch: null }]);
  expect(renewed).toBe(1);
  expect(shown.live('prompt', 1)?.title).toBe('Mine');
});

test('before the end of the feed it waits as it is', () => {
  const entry = title();
  const { entries, renewed } = rebase([prompt(2)], { entries: [entry], isEnd: false });
  expect(entries).toEqual([entry]);
  expect(renewed).toBe(0);
});

test.each([0, 9])(
  'what nothing in the feed explains is counted and sent again, after %i tries',
  (attempts) => {
    const { entries, renewed } = rebase([prompt(1)], { entries: [title({ attempts })] });
    expect(entries).toMatchObject([{ state: 'queued', number: 101, attempts: attempts + 1, ifMatch: null }]);
    expect(renewed).toBe(1);
  },
);

test.each([
  ['an edit', title, 'not_found', 'Mine'],
  ['a deletion, which is not shown then', deletion, 'changed_since', 'T'],
  ['a creation', creation, 'id_taken', 'T'],
] as const)(
  'after ten tries that nothing explains a person decides about %s',
  (_what, made, code, shownTitle) => {
    const { entries, renewed, shown } = rebase([prompt(1)], { entries: [made({ attempts: 10 })] });
    expect(entries).toMatchObject([{ state: 'refused', number: 3, problem: { code } }]);
    expect(renewed).toBe(0);
    expect(shown.live('prompt', 1)?.title).toBe(shownTitle);
  },
);

test('a change of the row while it is tried explains it', () => {
  const { entries } = rebase([prompt(2)], { entries: [title({ attempts: 10 })] });
  expect(entries).toMatchObject([{ state: 'queued', attempts: 0 }]);
});

test('one that waits for a refused one is queued and not counted, whatever its row is like', () => {
  const held = new Set([3]);
  for (const confirmed of [[prompt(1)], [prompt(2)], []]) {
    const { entries, renewed } = rebase(confirmed, { entries: [title({ attempts: 10 })], held });
    expect(entries).toMatchObject([{ state: 'queued', number: 101, attempts: 0, ifMatch: null }]);
    expect(renewed).toBe(0);
  }
});

test('a deletion gives way to a change that its author had not seen', () => {
  const entry = deletion();
  const { entries, letGo, shown } = rebase([prompt(2, { seq: 12 })], { entries: [entry] });
  expect([entries, letGo]).toEqual([[], [entry]]);
  expect(shown.live('prompt', 1)).toBeDefined();
});

test('what the rows do not take is refused with the reason at the end of the feed, and before it waits', () => {
  const entry = title();
  expect(rebase([], { entries: [entry] })).toMatchObject({
    ...{ entries: [{ state: 'refused', number: 3, problem: { code: 'not_found' } }], letGo: [], renewed: 0 },
  });
  expect(rebase([], { entries: [entry], isEnd: false }).entries).toEqual([entry]);
});

test('a refused deletion hides nothing, and a refused edit is shown', () => {
  const refused = { state: 'refused', problem: { code: 'not_found' } } as const;
  const entry = deletion(refused);
  const after = rebase([prompt(2)], { entries: [entry] });
  expect(after.entries).toEqual([entry]);
  expect(after.shown.live('prompt', 1)).toBeDefined();
  expect(rebase([prompt(2)], { entries: [title(refused)] }).shown.live('prompt', 1)?.title).toBe('Mine');
});

test('what the server accepted is shown as it was sent, and what waits is merged', () => {
  const edit = (changes: Partial<OutboxEntry>) =>
    entryExample(
      3,
      'setContent',
      { id: 1, content: 'one\n\nmiddle\n\nmine', base: 'one\n\nmiddle\n\ntwo' },
      changes,
    );
  const theirs = prompt(2, {}, 'theirs\n\nmiddle\n\ntwo');
  const shownBy = (entry: OutboxEntry) => rebase([theirs], { entries: [entry] }).shown.live('prompt', 1);
  expect(shownBy(edit({}))?.content).toBe('theirs\n\nmiddle\n\nmine');
  const accepted = { state: 'acknowledged', seq: 20, revs: { 'prompt:1': 3 } } as const;
  expect(shownBy(edit(accepted))?.content).toBe('one\n\nmiddle\n\nmine');
});

test('an entry of several rows is sent under a new number when one of them was changed by somebody else', () => {
  const save = entryExample(3, 'saveVersion', { promptId: 1, id: 7, content: 'text', description: 'v' });
  const foreign = new Set(['prompt:1'] as const);
  expect(rebase([prompt(2)], { entries: [save], foreign, isEnd: false })).toMatchObject({
    entries: [{ number: 101, state: 'queued' }],
    renewed: 1,
  });
  expect(rebase([prompt(2)], { entries: [save], isEnd: false }).entries).toEqual([save]);
});
