import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countText } from './text-counts.ts';

test.each([
  ['', 0, 0, 1],
  ['one', 1, 3, 1],
  ["don't re-use and/or 3.5%", 4, 24, 1],
  ['a — b ** 😀 !', 2, 12, 1],
  ['"(quoted)"', 1, 10, 1],
  ['a\r\nb\rc\nd\n', 4, 9, 5],
  ['a\u00a0b\u3000c', 3, 5, 1],
  ['漢字かなカナ', 6, 6, 1],
  ['コーヒー', 4, 4, 1],
  ['用GPT写作。ABC，DEF', 6, 14, 1],
  ['A漢B', 3, 3, 1],
  ['𠮷野家', 3, 3, 1],
  ['한국어 단어', 2, 6, 1],
  ['สวัสดี ครับ', 2, 11, 1],
  ['naïve nai\u0308ve', 2, 12, 1],
  ['👩‍👩‍👧', 0, 5, 1],
  ['\ud83d a', 1, 3, 1],
  ['{{first_name}} x', 2, 16, 1],
])('%j has %i words, %i characters and %i lines', (text, words, characters, lines) => {
  expect(countText(text)).toEqual({ words, characters, lines });
});

test('characters are code points, lines are divided by their breaks, and words add up over lines', () => {
  const texts = fc.string({
    unit: fc.constantFrom('a', ' ', '\n', '\r', '漢', 'ー', '。', '😀', '-', '\ud83d', '𠮷', 'สวัส'),
  });
  fc.assert(
    fc.property(texts, (text) => {
      const counts = countText(text);
      const lines = text.split(/\r\n|\r|\n/);
      expect(counts.characters).toBe([...text].length);
      expect(counts.lines).toBe(lines.length);
      expect(counts.words).toBe(lines.reduce((sum, line) => sum + countText(line).words, 0));
    }),
    { numRuns: 1000 },
  );
});

test('a megabyte of ideographs is counted', () => {
  expect(countText('漢'.repeat(1_000_000))).toEqual({ words: 1_000_000, characters: 1_000_000, lines: 1 });
});
