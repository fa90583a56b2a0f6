import fc from 'fast-check';
import { expect, test } from 'vitest';
import { foldedMatch, foldText, searchable } from './fold-text.ts';

function found(text: string, query: string): string | null {
  const span = foldedMatch(searchable(text), foldText(query));
  return span === null ? null : text.slice(span.start, span.end);
}

test.each([
  ['a letter with a mark', 'un cafe\u0301 noir', 'caf\u00e9', 'cafe\u0301'],
  ['a composed letter', 'un CAF\u00c9 noir', 'cafe\u0301', 'CAF\u00c9'],
  ['a letter of two marks in another order', 'Vie\u0323\u0302t', 'vi\u1ec7t', 'Vie\u0323\u0302t'],
  [
    'a Korean syllable in its parts',
    '\u1112\u1161\u11ab\u1100\u1173\u11af',
    '\ud55c\uae00',
    '\u1112\u1161\u11ab\u1100\u1173\u11af',
  ],
  ['a word behind composed and growing letters', 'e\u0301 \u0130 \u212b word', 'WORD', 'word'],
  ['a part of a letter that grows', '\u0130x', 'i', '\u0130'],
  ['nothing', 'cafe', 'caf\u00e9', null],
])('the search finds %s at its place in the text', (_what, text, query, expected) => {
  expect(found(text, query)).toBe(expected);
});

test('a word is found in either form of a text, and what is marked folds to the word', () => {
  const piece = fc.constantFrom(
    'a',
    'E',
    'e\u0301',
    '\u00c9',
    '\u0130',
    '\u1ec7',
    '\ud55c',
    '\u{1f600}',
    ' ',
    '\u0915\u093c',
    '\u212b',
  );
  const word = fc.array(piece, { minLength: 1, maxLength: 4 }).map((pieces) => pieces.join(''));
  const around = fc.array(piece, { maxLength: 6 }).map((pieces) => `${pieces.join('')}.`);
  fc.assert(
    fc.property(around, word, around, (before, query, after) => {
      for (const form of ['NFC', 'NFD'] as const) {
        const marked = found((before + query + after).normalize(form), query.normalize('NFD'));
        expect(foldText(marked ?? '')).toContain(foldText(query));
      }
    }),
  );
});
