import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Note } from '#shared/model/note.ts';
import { formatNotes, parseNotes } from './merge-notes.ts';

const note = (id: string, content: string, createdAt = '2026-01-01T00:00:00.000Z'): Note => ({
  id,
  content,
  createdAt,
});
const legacy = (content: string) => [{ id: 'legacy', content, createdAt: '' }];

describe('parseNotes', () => {
  test.each<[string, string, Note[]]>([
    ['nothing', '', []],
    ['blank text', ' \n', []],
    ['an empty list', '[]', []],
    ['plain text', 'remember this', legacy('remember this')],
    ['broken JSON', '[{"id":"1","content":"x"', legacy('[{"id":"1","content":"x"')],
    ['JSON that is no list', '{"id":"1"}', legacy('{"id":"1"}')],
    [
      'a list with something else in it',
      '[{"id":"1","content":"x"},"words"]',
      legacy('[{"id":"1","content":"x"},"words"]'),
    ],
    ['a note without a date', '[{"id":"1","content":"x"}]', [note('1', 'x', '')]],
    ['a number as id', '[{"id":17,"content":"x","createdAt":""}]', [note('17', 'x', '')]],
    [
      'fields of a newer client',
      '[{"id":"1","content":"x","createdAt":"","pinned":true}]',
      [{ ...note('1', 'x', ''), pinned: true }],
    ],
  ])('reads %s', (_title, text, notes) => {
    expect(parseNotes(text)).toEqual(notes);
  });

  test('gives two notes of one id different ids, the same ones in any order', () => {
    const one = parseNotes(JSON.stringify([note('1', 'b'), note('1', 'a')]));
    const other = parseNotes(JSON.stringify([note('1', 'a'), note('1', 'b')]));
    expect(one.map(({ content }) => content)).toEqual(['b', 'a']);
    expect(one[1]?.id).toBe('1');
    expect(one[0]?.id).toMatch(/^1-/);
    expect([...one].reverse()).toEqual(other);
  });

  test('gives each of several equal notes of one id an id of its own', () => {
    const notes = [note('1', 'b'), note('1', 'a'), note('1', 'b'), note('1', 'b')];
    const read = parseNotes(JSON.stringify(notes));
    expect(read.map(({ content }) => content)).toEqual(['b', 'a', 'b', 'b']);
    expect(new Set(read.map(({ id }) => id)).size).toBe(4);
  });

  test('gives no note an id that another one of the list has', () => {
    const twice = [note('1', 'a'), note('1', 'b')];
    const given = parseNotes(JSON.stringify(twice))[1]?.id ?? '';
    const read = parseNotes(JSON.stringify([...twice, note(given, 'c')]));
    expect(read[2]).toEqual(note(given, 'c'));
    expect(new Set(read.map(({ id }) => id)).size).toBe(3);
  });
});

describe('formatNotes', () => {
  test.each([
    ['no notes', '', ''],
    ['plain text', 'remember this ', 'remember this '],
    [
      'a list',
      '[{"id":"1","content":"x","createdAt":"","pinned":true}]',
      '[{"id":"1","content":"x","createdAt":"","pinned":true}]',
    ],
  ])('writes %s as it was read', (_title, text, written) => {
    expect(formatNotes(parseNotes(text))).toBe(written);
  });

  test('what it writes reads back as the same notes', () => {
    const anyNote = fc.record({
      id: fc.constantFrom('legacy', '1', '2'),
      content: fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.constantFrom('', ' ', '[]', '[{"id":"1","content":""}]'),
      ),
      createdAt: fc.constantFrom('', '2026-01-01T00:00:00.000Z'),
    });
    fc.assert(
      fc.property(fc.uniqueArray(anyNote, { selector: ({ id }) => id }), (notes) => {
        expect(parseNotes(formatNotes(notes))).toEqual(notes);
      }),
      { numRuns: 2000 },
    );
  });

  test('a single note that came as plain text and carries a field of a newer client stays a list', () => {
    const pinned = [{ id: 'legacy', content: 'remember this', createdAt: '', pinned: true }];
    expect(parseNotes(formatNotes(pinned))).toEqual(pinned);
  });

  test('never writes half of a character pair', () => {
    expect(formatNotes([note('1', '\uD83D')]).isWellFormed()).toBe(true);
  });
});
