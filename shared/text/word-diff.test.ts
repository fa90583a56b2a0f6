import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chosenText, type WordDiffPart, wordDiff } from './word-diff.ts';

const same = (text: string): WordDiffPart => ({ kind: 'same', text });
const mine = (text: string): WordDiffPart => ({ kind: 'mine', text });
const theirs = (text: string): WordDiffPart => ({ kind: 'theirs', text });

const joined = (parts: WordDiffPart[], kind: 'mine' | 'theirs') =>
  parts.map((part) => (part.kind === 'same' || part.kind === kind ? part.text : '')).join('');

describe('wordDiff', () => {
  test.each<[string, string, string, WordDiffPart[]]>([
    ['nothing for two empty texts', '', '', []],
    ['one part for equal texts', 'a b\nc', 'a b\nc', [same('a b\nc')]],
    [
      'one changed word',
      'be kind now',
      'be brave now',
      [same('be '), mine('kind '), theirs('brave '), same('now')],
    ],
    ['an added line', 'a\nc\n', 'a\nb\nc\n', [same('a\n'), theirs('b\n'), same('c\n')]],
    ['a removed line', 'a\nb\nc\n', 'a\nc\n', [same('a\n'), mine('b\n'), same('c\n')]],
    ['all of two unlike texts', 'one two', 'three four five', [mine('one two'), theirs('three four five')]],
    [
      'a rewritten sentence as one hunk',
      'see the old cat sit',
      'hear the new dog run',
      [mine('see the old cat sit'), theirs('hear the new dog run')],
    ],
    ['another line end', 'a\r\nb', 'a\nb', [mine('a\r\n'), theirs('a\n'), same('b')]],
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
        expect(joined(parts, 'mine')).toBe(one);
        expect(joined(parts, 'theirs')).toBe(other);
        parts.forEach((part, at) => {
          expect(part.text).not.toBe('');
          expect(part.kind).not.toBe(parts[at + 1]?.kind);
          expect([part.kind, parts[at + 1]?.kind]).not.toEqual(['theirs', 'mine']);
        });
        const hunks = parts.map(() => 'theirs' as const);
        expect(chosenText(parts, hunks)).toBe(other);
        expect(chosenText(parts, [])).toBe(one);
      }),
      { numRuns: 3000 },
    );
  });

  test('two large texts that differ everywhere are still shown whole', () => {
    const large = (factor: number) =>
      Array.from({ length: 250_000 }, (_, at) => (((at * factor) >>> 3) % 2 ? 'a ' : 'b ')).join('');
    const parts = wordDiff(large(5), large(11));
    expect(joined(parts, 'mine') === large(5)).toBe(true);
    expect(joined(parts, 'theirs') === large(11)).toBe(true);
  });
});

test('chosenText takes each hunk from where the person chose', () => {
  const parts = wordDiff('one a two b three c four', 'one A two B three C four');
  expect(chosenText(parts, ['theirs', 'mine', 'both'])).toBe('one A two b three c C four');
});
