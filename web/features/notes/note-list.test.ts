import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseNotes } from '#shared/merge/merge-notes.ts';
import { shownNotes, withNote, withoutNote } from './note-list.ts';

const now = Date.parse('2026-11-21T12:00:00Z');

test('a note has the time as its id, its trimmed words and its date', () => {
  expect(JSON.parse(withNote('', { content: '  try a shorter one \n', now }) ?? '')).toEqual([
    { id: String(now), content: 'try a shorter one', createdAt: '2026-11-21T12:00:00.000Z' },
  ]);
});

test.each(['', ' ', '\n\t', '\u3000\u00a0'])('%j adds nothing', (content) => {
  expect(withNote('', { content, now })).toBeNull();
});

test('two notes of the same moment have two ids', () => {
  const one = withNote('', { content: 'one', now }) ?? '';
  const two = withNote(one, { content: 'two', now }) ?? '';
  expect(parseNotes(two).map(({ id }) => id)).toEqual([String(now), String(now + 1)]);
});

test("an old client's plain text is one note, stays beside a new one and can be deleted", () => {
  expect(shownNotes('written long ago')).toEqual([
    { id: 'legacy', content: 'written long ago', createdAt: '' },
  ]);
  const both = withNote('written long ago', { content: 'new', now }) ?? '';
  expect(shownNotes(both).map(({ content }) => content)).toEqual(['new', 'written long ago']);
  expect(shownNotes(withoutNote(both, 'legacy')).map(({ content }) => content)).toEqual(['new']);
  expect(withoutNote('written long ago', 'legacy')).toBe('');
});

test('the newest note comes first, and the one without a date last', () => {
  const stored = JSON.stringify([
    { id: 'a', content: 'oldest', createdAt: '2026-01-01T00:00:00Z' },
    { id: 'b', content: 'undated', createdAt: '' },
    { id: 'c', content: 'newest', createdAt: '2026-03-01T00:00:00Z' },
    { id: 'd', content: 'newer', createdAt: '2026-02-01T00:00:00Z' },
  ]);
  expect(shownNotes(stored).map(({ content }) => content)).toEqual(['newest', 'newer', 'oldest', 'undated']);
});

test('fields of newer clients are kept when a note is added or deleted beside them', () => {
  const stored = JSON.stringify([{ id: '1', content: 'one', createdAt: '', pinned: true }]);
  const added = withNote(stored, { content: 'two', now }) ?? '';
  expect(parseNotes(withoutNote(added, String(now)))).toEqual(parseNotes(stored));
});

test('whatever notes there are, adding one and deleting it again leaves them as they were', () => {
  const note = fc.record({ id: fc.string(), content: fc.string(), createdAt: fc.string() });
  const stored = fc.oneof(
    fc.string(),
    fc.array(note).map((notes) => JSON.stringify(notes)),
  );
  fc.assert(
    fc.property(stored, fc.string({ minLength: 1 }), (before, content) => {
      const added = withNote(before, { content, now });
      if (added === null) return;
      const mine = parseNotes(added).find(({ id }) => !parseNotes(before).some((old) => old.id === id));
      expect(parseNotes(withoutNote(added, mine?.id ?? ''))).toEqual(parseNotes(before));
    }),
    { numRuns: 500 },
  );
});
