import fc from 'fast-check';
import { expect, test } from 'vitest';
import { linesOf } from './lines.ts';

function linesIn(text: string): string[] {
  return Array.from(linesOf(text), ({ start, end }) => text.slice(start, end));
}

test.each([
  ['', ['']],
  ['a', ['a']],
  ['a\n', ['a', '']],
  ['a\r\nb\rc\nd', ['a', 'b', 'c', 'd']],
  ['\r\r\n\n\r', ['', '', '', '', '']],
  ['a\n\rb', ['a', '', 'b']],
])('the lines of %j are %j', (text, lines) => {
  expect(linesIn(text)).toEqual(lines);
});

test('lines are what the breaks LF, CRLF and CR divide, and lie one after the other', () => {
  const texts = fc.array(fc.constantFrom('a', '\n', '\r', '\r\n', '😀'), { maxLength: 30 });
  fc.assert(
    fc.property(texts, (pieces) => {
      const text = pieces.join('');
      expect(linesIn(text)).toEqual(text.split(/\r\n|\r|\n/));
      expect(Array.from(linesOf(text), ({ start, next }) => text.slice(start, next)).join('')).toBe(text);
    }),
  );
});
