import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Note } from '#shared/model/note.ts';
import { formatNotes, mergeNotes, parseNotes } from './merge-notes.ts';

const note = (id: string, content: string, extra: Record<string, unknown> = {}): Note => ({
  id,
  content,
  createdAt: `2026-01-01T00:00:0${id.length > 1 ? 0 : id}.000Z`,
  ...extra,
});
const text = (...notes: Note[]) => JSON.stringify(notes);
const contents = (notes: string) => parseNotes(notes).map(({ content }) => content);
const one = note('1', 'one');
const two = note('2', 'two');
const three = note('3', 'three');

describe('mergeNotes', () => {
  test.each<[string, string, string, string, string[]]>([
    ['what both added', text(one), text(one, three), text(one, two), ['one', 'two', 'three']],
    ['nothing of what one side removed', text(one, two), text(two), text(one, two, three), ['two', 'three']],
    [
      'an edited note that the other side removed',
      text(one, two),
      text(two),
      text(note('1', 'one more'), two),
      ['one more', 'two'],
    ],
    [
      'both edits of one note',
      text(note('1', 'be kind and patient now')),
      text(note('1', 'be very kind and patient now')),
      text(note('1', 'be kind and patient today')),
      ['be very kind and patient today'],
    ],
    [
      'both texts where the edits overlap',
      text(one),
      text(note('1', 'mine')),
      text(note('1', 'theirs')),
      ['mine', 'theirs'],
    ],
    ['both notes added under one id', text(), text(note('1', 'b')), text(note('1', 'a')), ['a', 'b']],
    [
      'one of two equal notes added under one id',
      text(),
      text(one, two),
      text(one, three),
      ['one', 'two', 'three'],
    ],
    ['nothing after both removed all', text(one), text(), '', []],
    [
      'plain text edited on both sides',
      'be kind and patient now',
      'be very kind and patient now',
      'be kind and patient today',
      ['be very kind and patient today'],
    ],
    [
      'plain text beside a note added elsewhere',
      'old words',
      text({ id: 'legacy', content: 'old words', createdAt: '' }, one),
      'old words, edited',
      ['old words, edited', 'one'],
    ],
    ['the words of a broken list', text(one), text(one, two), '[{"id":', ['[{"id":', 'two']],
  ])('keeps %s', (_title, base, mine, theirs, kept) => {
    expect(contents(mergeNotes(base, mine, theirs))).toEqual(kept);
    expect(new Set(contents(mergeNotes(base, theirs, mine)))).toEqual(new Set(kept));
  });

  test('where edits overlap both texts stay whole, although a part could be joined', () => {
    const base = note('1', 'first line\n\nsecond line\n');
    const mine = 'MINE line\n\nsecond line\n';
    const theirs = 'THEIRS line\n\nsecond longer line\n';
    const merged = mergeNotes(text(base), text(note('1', mine)), text(note('1', theirs)));
    expect(contents(merged)).toEqual([mine, theirs]);
  });

  test('plain text merged on both sides stays plain text', () => {
    expect(mergeNotes('a\nb\nc\n', 'A\nb\nc\n', 'a\nb\nC\n')).toBe('A\nb\nC\n');
  });

  test('where edits overlap mine keeps its id, and theirs gets one that is the same every time', () => {
    const merged = parseNotes(mergeNotes(text(one), text(note('1', 'mine')), text(note('1', 'theirs'))));
    expect(merged[0]).toEqual(note('1', 'mine'));
    expect(merged[1]?.id).toMatch(/^1-/);
    const again = formatNotes(merged);
    expect(mergeNotes(text(one), again, text(note('1', 'theirs')))).toBe(again);
  });

  test('different texts that cannot keep their id get different ones, even on devices that know nothing of each other', () => {
    const idOf = (theirs: string) =>
      parseNotes(mergeNotes(text(one), text(note('1', 'mine')), text(note('1', theirs))))[1]?.id;
    expect(new Set([idOf('first'), idOf('second'), idOf('firsu'), idOf('')]).size).toBe(4);
  });

  test('an id that is taken by another text is not given again', () => {
    const once = parseNotes(mergeNotes('', text(note('1', 'a')), text(note('1', 'b'))));
    const taken = text(note('1', 'a'), note(once[1]?.id ?? '', 'someone else'));
    const merged = parseNotes(mergeNotes('', taken, text(note('1', 'b'))));
    expect(new Set(merged.map(({ content }) => content))).toEqual(new Set(['a', 'b', 'someone else']));
    expect(new Set(merged.map(({ id }) => id)).size).toBe(3);
  });

  test('two notes added under one id get the same ids on both devices', () => {
    const a = text(note('1', 'a'));
    const b = text(note('1', 'b'));
    expect(mergeNotes('', a, b)).toBe(mergeNotes('', b, a));
  });

  test('fields of a newer client are kept, and merged one by one', () => {
    const base = text(note('1', 'x', { pinned: false, color: 'red', gone: 1 }));
    const mine = text(note('1', 'x', { pinned: true, color: 'red', gone: 1 }));
    const theirs = text(note('1', 'x y', { pinned: false, color: 'blue' }), two);
    expect(parseNotes(mergeNotes(base, mine, theirs))).toEqual([
      note('1', 'x y', { pinned: true, color: 'blue' }),
      two,
    ]);
  });

  test('order is by date, then by id', () => {
    const at = (id: string, createdAt: string) => ({ id, content: id, createdAt });
    const base = text();
    const mine = text(at('b', '2026-02-01'), at('c', '2026-01-01'));
    const theirs = text(at('a', '2026-02-01'));
    expect(contents(mergeNotes(base, mine, theirs))).toEqual(['c', 'a', 'b']);
  });
});

const anyNote = fc.record({
  id: fc.constantFrom('1', '2', '3', '4', 'legacy'),
  content: fc.oneof(
    fc
      .array(fc.constantFrom('a ', 'b ', 'c ', 'd ', 'e ', 'é', '\n'), { maxLength: 6 })
      .map((list) => list.join('')),
    fc.string({ unit: 'binary', maxLength: 4 }),
  ),
  createdAt: fc.constantFrom('', '2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z'),
});
const anyNotes = fc.oneof(
  { weight: 6, arbitrary: fc.array(anyNote, { maxLength: 5 }).map((notes) => JSON.stringify(notes)) },
  { weight: 1, arbitrary: fc.constantFrom('', 'plain words', 'plain other words', '[{"id":') },
);

describe('laws of mergeNotes', () => {
  test('an unchanged side yields, and equal sides are the result', () => {
    fc.assert(
      fc.property(anyNotes, anyNotes, (base, x) => {
        expect(mergeNotes(base, base, x)).toBe(x);
        expect(mergeNotes(base, x, base)).toBe(x);
        expect(mergeNotes(base, x, x)).toBe(x);
      }),
      { numRuns: 1000 },
    );
  });

  test('both devices come to the same set of note texts, with distinct ids', () => {
    fc.assert(
      fc.property(anyNotes, anyNotes, anyNotes, (base, x, y) => {
        const one = mergeNotes(base, x, y);
        const other = mergeNotes(base, y, x);
        expect(new Set(contents(one))).toEqual(new Set(contents(other)));
        const ids = parseNotes(one).map(({ id }) => id);
        expect(new Set(ids).size).toBe(ids.length);
      }),
      { numRuns: 5000 },
    );
  });

  test('what a side added or changed is in the result, alone or merged', () => {
    let checked = 0;
    fc.assert(
      fc.property(anyNotes, anyNotes, anyNotes, (base, x, y) => {
        const before = parseNotes(base);
        const after = contents(mergeNotes(base, x, y));
        const inBoth = (id: string) =>
          [before, parseNotes(x), parseNotes(y)].every((notes) => notes.some((note) => note.id === id));
        for (const added of [...parseNotes(x), ...parseNotes(y)]) {
          if (before.some((note) => note.id === added.id && note.content === added.content)) continue;
          if (inBoth(added.id)) continue;
          expect(after).toContain(added.content);
          checked += 1;
        }
      }),
      { numRuns: 3000 },
    );
    expect(checked).toBeGreaterThan(1000);
  });
});
