import { expect, test } from 'vitest';
import { isSlowToLayOut, textPieces } from './text-pieces.ts';

test.each([
  ['thousands of combining marks', `a${'\u0301'.repeat(20_000)}`],
  ['a joined word of thousands of letters', '\u0628'.repeat(20_000)],
])('%s are cut into small pieces, which joined are the text', (_, text) => {
  const pieces = [...textPieces(`words before\n${text}`)];
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThanOrEqual(1_000);
  expect(pieces.join('')).toBe(`words before\n${text}`);
});

test.each([
  ['long words of plain letters', 'a'.repeat(20_000)],
  ['ideographs without spaces', '中文'.repeat(10_000)],
  ['joined words with spaces between them', '\u0628\u0627\u0628 '.repeat(5_000)],
])('%s are laid out quickly, and stay in large pieces', (_, text) => {
  expect(isSlowToLayOut(text)).toBe(false);
  expect([...textPieces(text)].length).toBeLessThan(3);
});
