import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type WordDiffPart, wordDiff } from './word-diff.ts';

const same = (text: string): WordDiffPart => ({ kind: 'same', text });
const current = (text: string): WordDiffPart => ({ kind: 'current', text });
const kept = (text: string): WordDiffPart => ({ kind: 'kept', text });

const joined = (parts: WordDiffPart[], kind: 'current' | 'kept') =>
  parts.map((part) => (part.kind === 'same' || part.kind === kind ? part.text : '')).join('');

describe('wordDiff', () => {
  test.each<[string, string, string, WordDiffPart[]]>([
    ['nothing for two empty texts', '', '', []],
    ['one part for equal texts', 'a b\nc', 'a b\nc', [same('a b\nc')]],
    [
      'one changed word',
      'be kind now',
      'be brave now',
      [same('be '), current('kind '), kept('brave '), same('now')],
    ],
    ['an added line', 'a\nc\n', 'a\nb\nc\n', [same('a\n'), kept('b\n'), same('c\n')]],
    ['a removed line', 'a\nb\nc\n', 'a\nc\n', [same('a\n'), current('b\n'), same('c\n')]],
    ['all of two unlike texts', 'one two', 'three four five', [current('one two'), kept('three four five')]],
    [
      'a rewritten sentence as one hunk',
      'see the old cat sit',
      'hear the new dog run',
      [current('see the old cat sit'), kept('hear the new dog run')],
    ],
    ['another line end', 'a\r\nb', 'a\nb', [current('a\r\n'), kept('a\n'), same('b')]],
  ])('shows %s', (_title, one, other, parts) => {
    expect(wordDiff(one, other)).toEqual(parts);
  });

  test('both texts can be read off it, hunk by hunk', () => {
    const text = fc
      .array(fc.constantFrom('a ', 'b ', 'c', '\n', '\r\n', '😀 ', '\uD83D', '中'), {
        maxLength: 40,
        size: 'max',
      })
      .map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(text, text, (one, other) => {
        const parts = wordDiff(one, other);
        expect(joined(parts, 'current')).toBe(one);
        expect(joined(parts, 'kept')).toBe(other);
        parts.forEach((part, at) => {
          expect(part.text).not.toBe('');
          expect(part.kind).not.toBe(parts[at + 1]?.kind);
          expect([part.kind, parts[at + 1]?.kind]).not.toEqual(['kept', 'current']);
        });
      }),
      { numRuns: 3000 },
    );
  });

  test('two large texts that differ everywhere are still shown whole', () => {
    const large = (factor: number) =>
      Array.from({ length: 250_000 }, (_, at) => (((at * factor) >>> 3) % 2 ? 'a ' : 'b ')).join('');
    const parts = wordDiff(large(5), large(11));
    expect(joined(parts, 'current') === large(5)).toBe(true);
    expect(joined(parts, 'kept') === large(11)).toBe(true);
  });
});
