import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lineTokenizer, type Tokenizer, wordTokenizer } from './tokenizers.ts';

function split(text: string, { endAt }: Tokenizer): string[] {
  const tokens: string[] = [];
  for (let at = 0; at < text.length; ) {
    const end = endAt(text, at);
    tokens.push(text.slice(at, end));
    at = end;
  }
  return tokens;
}
const splitLines = (text: string) => split(text, lineTokenizer());
const splitWords = (text: string) => split(text, wordTokenizer());

describe('lineTokenizer', () => {
  test.each<[string, string[]]>([
    ['', []],
    ['a', ['a']],
    ['a\nb', ['a\n', 'b']],
    ['a\r\nb\rc\n', ['a\r\n', 'b\r', 'c\n']],
    ['\n\n', ['\n', '\n']],
    ['a\u2028b', ['a\u2028b']],
  ])('keeps the line end with its line: %j', (text, lines) => {
    expect(splitLines(text)).toEqual(lines);
  });
});

describe('wordTokenizer', () => {
  test.each<[string, string[]]>([
    ['', []],
    ['one  two\n\tthree', ['one  ', 'two\n\t', 'three']],
    ['  one', ['  ', 'one']],
    ['{name}, **bold**', ['{name}, ', '**bold**']],
    ['e\u0301 👩‍🚀 x', ['e\u0301 ', '👩‍🚀 ', 'x']],
    ['你好，世界 ok', ['你', '好', '，', '世', '界 ', 'ok']],
    ['ภาษาที่', ['ภ', 'า', 'ษ', 'า', 'ที่']],
    ['a\uD83D b', ['a\uD83D ', 'b']],
  ])('keeps the white space with the word before it: %j', (text, words) => {
    expect(splitWords(text)).toEqual(words);
  });
});

const anyText = fc.oneof(
  fc.string({
    unit: fc.constantFrom(
      'a',
      ' ',
      '\n',
      '\r',
      '\t',
      '中',
      'ั',
      '\u0301',
      '\uD83D',
      '\uDE00',
      '😀',
      '\uD840',
      '\uDC00',
      '𠀀',
      '\u00a0',
      '\ufeff',
    ),
  }),
  fc.string({ unit: 'binary' }),
);

test('the tokens of any text joined are that text, to the unit', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(splitLines(text).join('')).toBe(text);
      expect(splitWords(text).join('')).toBe(text);
    }),
    { numRuns: 3000 },
  );
});

test('the tokens are those that an expression for them finds', () => {
  const unspaced =
    '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}]';
  const word = new RegExp(`^\\s+|${unspaced}\\p{M}*\\s*|(?:(?!${unspaced})\\S)+\\s*`, 'gu');
  const line = /[^\r\n]*(?:\r\n|\n|\r)|[^\r\n]+/g;
  fc.assert(
    fc.property(anyText, (text) => {
      expect(splitLines(text)).toEqual(text.match(line) ?? []);
      expect(splitWords(text)).toEqual(text.match(word) ?? []);
    }),
    { numRuns: 3000 },
  );
});

test.each([
  ['lines', lineTokenizer],
  ['words', wordTokenizer],
])('of %s a place that counts as a start is one, whatever stands further away', (_, tokenizer) => {
  fc.assert(
    fc.property(anyText, anyText, anyText, (before, between, after) => {
      const { startsAt, endAt } = tokenizer();
      const text = `${before}${between}${after}`;
      const starts = new Set([0]);
      for (let at = 0; at < text.length; ) {
        at = endAt(text, at);
        starts.add(at);
      }
      for (let at = 1; at < text.length; at += 1) {
        const end = at + ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1);
        const beside = text.slice(at - 1, end);
        if (startsAt(text, at)) expect(starts).toContain(at);
        // With a pair before it only half is seen, which stands for no character that the rule asks about.
        expect(startsAt(beside, 1)).toBe(startsAt(text, at));
      }
    }),
    { numRuns: 1000 },
  );
});
