import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cutText, partsPair } from './cut-text.ts';

test.each([
  ['short', 10, 'short'],
  ['exact', 5, 'exact'],
  ['longer', 3, 'lon'],
  ['ab😀cd', 3, 'ab'],
  ['ab😀cd', 4, 'ab😀'],
  ['e\u0301e\u0301', 3, 'e\u0301'],
  ['x👩‍🚀y', 4, 'x'],
  ['👩‍🚀y', 3, '👩\u200d'],
  ['😀', 1, ''],
])('the beginning of %j in %i units is %j', (text, units, cut) => {
  expect(cutText(text, units)).toBe(cut);
});

test('a cut text is a beginning of it, no longer than allowed, and parts no pair', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 12 }), (text, units) => {
      const cut = cutText(text, units);
      expect(cut.length).toBeLessThanOrEqual(units);
      expect(text.startsWith(cut)).toBe(true);
      expect(cut.length > 0 && partsPair(text, cut.length)).toBe(false);
    }),
    { numRuns: 2000 },
  );
});
