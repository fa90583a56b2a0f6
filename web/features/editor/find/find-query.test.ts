import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findMatches } from './find-matches.ts';
import { type FindQuery, patternOf, queryOfWords } from './find-query.ts';

const plain: FindQuery = { text: '', matchCase: false, wholeWords: false, isPattern: false };

function found(text: string, query: Partial<FindQuery>): string[] {
  const read = patternOf({ ...plain, ...query });
  if ('invalid' in read) throw new Error(read.invalid);
  const { starts, ends } = findMatches(text, read.pattern, 1_000);
  return Array.from(starts, (start, at) => text.slice(start, ends[at]));
}

test('words are found whatever their case, unless it is to match', () => {
  expect(found('Ask, ask and ÄSK äsk', { text: 'ask' })).toEqual(['Ask', 'ask']);
  expect(found('Ask, ask', { text: 'ask', matchCase: true })).toEqual(['ask']);
  expect(found('ÄSK äsk', { text: 'äsk' })).toEqual(['ÄSK', 'äsk']);
});

test.each([
  ['caf\u00e9', 'cafe\u0301 CAF\u00c9 cafe', ['cafe\u0301', 'CAF\u00c9']],
  ['cafe\u0301', 'caf\u00e9 cafe', ['caf\u00e9']],
  [
    'vi\u1ec7t',
    'Vi\u1ec7t Vie\u0323\u0302t Vie\u0302\u0323t Vi\u00ea\u0323t',
    ['Vi\u1ec7t', 'Vie\u0323\u0302t', 'Vie\u0302\u0323t', 'Vi\u00ea\u0323t'],
  ],
  ['\ud55c', '\u1112\u1161\u11ab', ['\u1112\u1161\u11ab']],
])('%s is found in either Unicode form in %s', (text, within, matches) => {
  expect(found(within, { text })).toEqual(matches);
});

test.each([
  ['cat', 'cat concat cats cat_ cat', 2],
  ['{topic}', 'a {topic} b{topic}c', 2],
  ['größe', 'Größe größer', 1],
  ['日本', '日本 日本語', 1],
])('as a whole word %j is in %j %i times', (text, within, times) => {
  expect(found(within, { text, wholeWords: true })).toHaveLength(times);
});

test('plain text is found where it is, whatever it and its surroundings are', () => {
  const unit = fc.constantFrom(
    'a',
    'B',
    '.',
    '*',
    '(',
    '[',
    '{',
    '\\',
    '$',
    '^',
    '\r\n',
    '\u2028',
    '\ud83d',
    '\ude00',
    '😀',
    '-',
    '/',
  );
  const anyText = fc.array(unit, { maxLength: 8 }).map((units) => units.join(''));
  fc.assert(
    fc.property(anyText, anyText, fc.array(unit, { minLength: 1, maxLength: 3 }), (before, after, needle) => {
      const text = needle.join('');
      fc.pre(text.isWellFormed() && before.isWellFormed() && after.isWellFormed());
      expect(found(before + text + after, { text, matchCase: true })).toContain(text);
    }),
  );
  // Half of a pair is one only where its other half is not beside it.
  expect(found('a\ud83d b 😀', { text: '\ud83d' })).toEqual(['\ud83d']);
});

test.each([
  ['{{.*?}}', 'a {{topic}} b {{> P/T}}', ['{{topic}}', '{{> P/T}}']],
  ['{(\\w+)}', '{a} {b c}', ['{a}']],
  ['a{2,3}', 'a aa aaaa', ['aa', 'aaa']],
  ['^b.*$', 'a\r\nb1\r\nb2\rb3', ['b1', 'b2', 'b3']],
  ['b$', 'ab\u2028b\r\nb', ['b', 'b']],
  ['1\\n2', '1\r\n2 1\n2', ['1\r\n2', '1\n2']],
  ['[^\\]\\-"]+', 'a]b-c"d', ['a', 'b', 'c', 'd']],
  ['\\-\\"\\#', '-"#', ['-"#']],
  ['\\p{Lu}\\u{1F600}', 'Ä😀', ['Ä😀']],
  ['.', 'a😀', ['a', '😀']],
  ['(?<q>["\']).*?\\k<q>', `"a" 'b'`, [`"a"`, `'b'`]],
])('the pattern %s finds in %j', (text, within, matches) => {
  expect(found(within, { text, isPattern: true, matchCase: true })).toEqual(matches);
});

test('a break of two characters has no place in it', () => {
  const read = patternOf({ ...plain, text: '^|$', isPattern: true });
  const { starts } = 'pattern' in read ? findMatches('a\r\n\r\nb', read.pattern, 10) : { starts: [] };
  expect([...starts]).toEqual([0, 1, 3, 5, 6]);
});

test.each(['(', '[', 'a)', '*', '(?<a', '\\', 'a{2,1}', ')|('])(
  'the pattern %j is none, and its reason is told',
  (text) => {
    for (const wholeWords of [false, true]) {
      const read = patternOf({ ...plain, text, isPattern: true, wholeWords });
      expect('invalid' in read && read.invalid).toMatch(/^[^:]+$/);
    }
  },
);

test('any pattern is read or refused', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom(...'^$.*+?()[]{}|\\/-na1,:=!<>') }),
      fc.boolean(),
      (text, wholeWords) => {
        expect(Object.keys(patternOf({ ...plain, text, isPattern: true, wholeWords }))).toHaveLength(1);
      },
    ),
  );
});

test.each([
  ['one word as it is', ['a.b'], 'a.b a-b', ['a.b']],
  ['several words, each as it is', ['a.b', 'c|d'], 'c|d a-b A.B', ['c|d', 'A.B']],
  ['words with braces', ['{name}', 'x'], 'x {name}', ['x', '{name}']],
])('the query of words finds %s', (_what, words, text, expected) => {
  const read = patternOf(queryOfWords(words));
  expect('pattern' in read ? text.match(read.pattern) : read).toEqual(expected);
});
