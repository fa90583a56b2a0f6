import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readSearch } from './search-query.ts';
import { allMatches, firstMatch, searchSnippet } from './search-snippet.ts';

const digits = '0123456789'.repeat(30);

describe('searchSnippet', () => {
  test.each([
    ['a short text', 'short text', 'short', 'short text'],
    ['the first 100 characters', digits, '9', `${digits.slice(0, 100)}…`],
    ['the first 100 where nothing matches', digits, 'x', `${digits.slice(0, 100)}…`],
    [
      'a match that begins in the first 100',
      `${'a'.repeat(98)}match${'b'.repeat(90)}`,
      'match',
      `${'a'.repeat(98)}ma…`,
    ],
    [
      'the 100 around a match right after them',
      `${'a'.repeat(100)}match`,
      'MATCH',
      `…${'a'.repeat(50)}match`,
    ],
    [
      'the 100 around a far match',
      `${'a'.repeat(200)}Match${'b'.repeat(200)}`,
      'match',
      `…${'a'.repeat(50)}Match${'b'.repeat(45)}…`,
    ],
    [
      'whole characters at both ends',
      `${'😀'.repeat(80)}x${'😀'.repeat(80)}`,
      'x',
      `…${'😀'.repeat(25)}x${'😀'.repeat(24)}…`,
    ],
    ['whole characters after an odd start', `a${'😀'.repeat(80)}x`, 'x', `…${'😀'.repeat(25)}x`],
    [
      'the place of a match behind letters with marks',
      `${'e\u0301'.repeat(80)}x${'b'.repeat(80)}`,
      'X',
      `…${'e\u0301'.repeat(25)}x${'b'.repeat(49)}…`,
    ],
    [
      'the place of a match behind letters that grow',
      `${'İ'.repeat(150)}x${'b'.repeat(80)}`,
      'X',
      `…${'İ'.repeat(50)}x${'b'.repeat(49)}…`,
    ],
  ])('shows %s', (_title, content, query, snippet) => {
    expect(searchSnippet(content, readSearch(query))).toBe(snippet);
  });

  test('never has more than 100 characters of the text, nor parts a pair', () => {
    const contents = fc.array(fc.constantFrom('a', 'b', '😀', ' '), {
      minLength: 80,
      maxLength: 250,
      size: 'max',
    });
    fc.assert(
      fc.property(contents, fc.constantFrom('aa', 'ab', 'ba b', 'bbbb'), (characters, query) => {
        const content = characters.join('');
        const snippet = searchSnippet(content, readSearch(`"${query}"`));
        const shown = snippet.replace(/^…/, '').replace(/…$/, '');
        expect(shown.length).toBeLessThanOrEqual(100);
        expect(content).toContain(shown);
        expect(snippet.isWellFormed()).toBe(true);
      }),
    );
  });
});

test('an empty query matches nowhere', () => {
  expect(firstMatch('text', readSearch(''))).toBeNull();
});

test('the first match is that of the query as it was typed, or else of the first word', () => {
  const text = 'a terminal, then a linux terminal';
  expect(firstMatch(text, readSearch('linux terminal'))).toEqual({ start: 19, end: 33 });
  expect(firstMatch(text, readSearch('linux a terminal'))).toEqual({ start: 0, end: 1 });
});

test.each([
  ['each word in any order', 'Linux terminal, linux', 'terminal linux', ['Linux', 'terminal', 'linux']],
  ['the longer of two that begin alike', 'terminals', 'term terminal', ['terminal']],
  ['no word within another', 'abc', 'ab bc', ['ab']],
  ['letters in another form', 'un cafe\u0301 noir', 'caf\u00e9', ['cafe\u0301']],
  ['nothing', 'text', 'word', []],
])('of a text the places of %s are marked', (_what, text, query, expected) => {
  const spans = allMatches(text, readSearch(query));
  expect(spans.map(({ start, end }) => text.slice(start, end))).toEqual(expected);
});

test('a word that is typed twice is found where it stands once', () => {
  expect(firstMatch('it is very late', readSearch('very Very'))).toEqual({ start: 6, end: 10 });
});
