import { expect, test } from 'vitest';
import { inSearchOrder, matchOf } from './search-order.ts';

test.each([
  ['Linux Terminal', 'act as…', 'terminal', 'title'],
  ['Linux', 'Act as a TERMINAL', 'terminal', 'content'],
  ['Terminal', 'a terminal', 'TERM', 'title'],
  ['Größe', 'İstanbul', 'istanbul', null],
  ['Größe', 'x', 'GRÖ', 'title'],
  ['Linux', 'nothing', 'terminal', null],
  ['100%', 'a_b', 'a%b', null],
  ['T', '日本語の文', '語の', 'content'],
  ['cafe\u0301', 'x', 'caf\u00e9', 'title'],
  ['T', 'au caf\u00e9', 'CAFE\u0301', 'content'],
])('%s / %s is found by %s in its %s', (title, content, query, expected) => {
  expect(matchOf({ title, content }, query)).toBe(expected);
});

test('titles come before texts, then the alphabet, then the older id', () => {
  const found = [
    { id: 4, title: 'B', match: 'content' as const },
    { id: 3, title: 'A', match: 'content' as const },
    { id: 2, title: 'Z', match: 'title' as const },
    { id: 1, title: 'Z', match: 'title' as const },
  ];
  expect(inSearchOrder(found).map(({ id }) => id)).toEqual([1, 2, 3, 4]);
});
