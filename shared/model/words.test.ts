import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { splitLines, splitWords } from './words.ts';

describe('splitLines', () => {
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

describe('splitWords', () => {
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

test('the tokens of any text joined are that text, to the unit', () => {
  const units = fc.string({
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
      '\u00a0',
      '\ufeff',
    ),
  });
  fc.assert(
    fc.property(fc.oneof(units, fc.string({ unit: 'binary' })), (text) => {
      expect(splitLines(text).join('')).toBe(text);
      expect(splitWords(text).join('')).toBe(text);
    }),
    { numRuns: 3000 },
  );
});
