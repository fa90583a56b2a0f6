import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isolatedName } from './isolated-name.ts';

test.each([
  ['a name that turns nothing is itself', 'Résumé 2 日本 👩‍💻 <b>', 'Résumé 2 日本 👩‍💻 <b>'],
  ['letters from right to left', 'שלום', '\u2068שלום\u2069'],
  ['an override that never ends', 'a\u202eb', '\u2068a\u202eb\u2069'],
  ['an isolate that never ends', 'a\u2067b', '\u2068a\u2067b\u2069\u2069'],
  ['ends of what never began', '\u2069\u202ea\u2069', '\u2068\u202ea\u2069'],
  ['an isolate that ends', '\u2066a\u2069b', '\u2068\u2066a\u2069b\u2069'],
])('%s', (_what, name, expected) => {
  expect(isolatedName(name)).toBe(expected);
});

test('whatever a name holds, what turns begins and ends within it', () => {
  const letters = fc.constantFrom('a', ' ', 'ש', '\u202e', '\u202c', '\u2066', '\u2067', '\u2068', '\u2069');
  fc.assert(
    fc.property(fc.string({ unit: letters, maxLength: 12 }), (name) => {
      const shown = isolatedName(name);
      if (shown === name) {
        expect(name).toMatch(/^[a ]*$/);
        return;
      }
      const depths = depthsOf(shown);
      expect(depths.at(-1)).toBe(0);
      expect(Math.min(...depths.slice(0, -1))).toBeGreaterThan(0);
    }),
  );
});

/** How many isolates are open after each letter. */
function depthsOf(text: string): number[] {
  let depth = 0;
  return [...text].map((letter) => {
    if (/[\u2066-\u2068]/.test(letter)) depth += 1;
    if (letter === '\u2069') depth -= 1;
    return depth;
  });
}
