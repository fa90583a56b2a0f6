import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyText } from '../engine/source-samples.ts';
import { answerFind } from './answer-find.ts';
import { findMatches, replacedAt, replaceMatches } from './find-matches.ts';

function replaced(text: string, pattern: RegExp, insert: string, isPattern = true, caret = 0) {
  return replaceMatches(text, pattern, { replacement: { insert, isPattern }, caret, longest: 1_000_000 });
}

test('no more matches than are wanted are returned, and that there are more', () => {
  expect(findMatches('aaaa', /a/gu, 4)).toMatchObject({ starts: Int32Array.of(0, 1, 2, 3), isMore: false });
  expect(findMatches('aaaaa', /a/gu, 4)).toMatchObject({ ends: Int32Array.of(1, 2, 3, 4), isMore: true });
});

test.each([
  ['name: Ada', /(\w+): (\w+)/gu, '$2 is $1', 'Ada is name'],
  ['Ada', /(?<who>\w+)/gu, '<$<who>>$<no>', '<Ada>'],
  ['a', /a/gu, '$& $$1 $1 $9', 'a $1 $1 $9'],
  ['abcdefghijkl', /(a)(b)(c)(d)(e)(f)(g)(h)(i)(j)(k)/gu, '$11$12$0', 'ka2$0l'],
  ['a', /(b)?a/gu, '[$1]', '[]'],
  ['one\r\ntwo', /n/gu, '\\n\\t\\\\n', 'o\r\n\t\\ne\r\ntwo'],
])('%j with %s replaced by %s', (text, pattern, insert, result) => {
  expect(replaced(text, pattern, insert)?.text).toBe(result);
});

test('a plain replacement is taken as it is', () => {
  expect(replaced('a b', /[ab]/gu, '$&\\n', false)?.text).toBe('$&\\n $&\\n');
});

test('what no match covers stays to the code unit, and matches are counted', () => {
  fc.assert(
    fc.property(anyText({ pieces: 30 }), (text) => {
      expect(replaced(text, /[a-z]+/gu, '$&')?.text).toBe(text);
      expect(replaced(text, /x^/gu, '')).toEqual({ text, count: 0, caret: 0 });
      const all = replaced(text, /[a-z]/gu, '', false);
      expect(all?.text).toBe(text.replaceAll(/[a-z]/gu, ''));
      expect(all?.count).toBe([...text.matchAll(/[a-z]/gu)].length);
    }),
  );
});

test('the caret stays with the text that it is at', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('a', '|', 'b')), fc.nat(30), (units, at) => {
      const text = units.join('');
      const caret = Math.min(at, text.length);
      // Where a match lies over neither side of the caret, what is before it is replaced by itself.
      const before = text.slice(0, caret).replaceAll('a', '***');
      expect(replaced(text, /a/gu, '***', false, caret)?.caret).toBe(before.length);
    }),
  );
  expect(replaced('abcd', /bcd/gu, 'X', false, 3)?.caret).toBe(2);
});

test('a text that would become too long is not made', () => {
  const options = { replacement: { insert: 'x'.repeat(1_000), isPattern: false }, caret: 0, longest: 10_000 };
  expect(replaceMatches('a'.repeat(11), /a/gu, options)).toBeNull();
  expect(replaceMatches('a'.repeat(10), /a/gu, options)?.text).toHaveLength(10_000);
});

test('a single match is replaced with its surroundings in sight, and none where none begins', () => {
  const replacement = { insert: '<$1>', isPattern: true };
  expect(replacedAt('ab ab', /(?<= a)(b)/gu, { at: 4, replacement })).toEqual({
    from: 4,
    to: 5,
    insert: '<b>',
  });
  expect(replacedAt('ab ab', /(?<= a)(b)/gu, { at: 1, replacement })).toBeNull();
});

test('the answer to a request names what is wrong with its pattern', () => {
  const query = { text: '(', matchCase: false, wholeWords: false, isPattern: true };
  expect(answerFind({ kind: 'find', text: 'a', query })).toEqual({
    kind: 'invalid',
    reason: 'Unterminated group',
  });
  expect(answerFind({ kind: 'find', text: 'a(', query: { ...query, isPattern: false } })).toMatchObject({
    kind: 'found',
    starts: Int32Array.of(1),
  });
});
