import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyText } from '../source-samples.ts';
import { countEnds, dominantEnd, joinLines, splitLines } from './line-ends.ts';

describe('line ends', () => {
  it('splitting into lines gives every text back to the code unit', () => {
    fc.assert(
      fc.property(anyText({ pieces: 60 }), (text) => {
        expect(joinLines(splitLines(text))).toBe(text);
      }),
      { numRuns: 2_000 },
    );
  });

  it('splitting into lines leaves no break in a line, and a break before every line but the first', () => {
    fc.assert(
      fc.property(anyText({ pieces: 60 }), (text) => {
        const [first, ...others] = splitLines(text);
        expect(first?.breakBefore).toBe('');
        for (const line of others) expect(line.breakBefore).not.toBe('');
        for (const line of [first, ...others]) expect(line?.text).not.toMatch(/[\r\n]/);
      }),
    );
  });

  it.each([
    ['', '\n'],
    ['one line', '\n'],
    ['a\nb', '\n'],
    ['a\r\nb', '\r\n'],
    ['a\rb', '\r'],
    ['a\nb\r\nc\r\nd', '\r\n'],
    ['a\nb\r\nc', '\n'],
    ['a\rb\r\nc', '\r\n'],
    ['a\rb\rc\nd', '\r'],
  ])('splitting into lines gives a new line in %j the end %j', (text, end) => {
    expect(dominantEnd(countEnds(splitLines(text).map((line) => line.breakBefore)))).toBe(end);
  });
});
