import fc from 'fast-check';
import { expect, test } from 'vitest';
import { numberTokens } from './token-numbers.ts';

function numbersOf(base: string[], side: string[]) {
  const tokens = (list: string[]) => {
    let end = 0;
    const starts = Int32Array.from([0, ...list.map((token) => (end += token.length))]);
    return { text: list.join(''), starts };
  };
  return numberTokens(tokens(base), tokens(side));
}

test('equal tokens have equal numbers, and unequal ones unequal numbers', () => {
  const token = fc.oneof(fc.constantFrom('a', 'b', 'ab', 'ba'), fc.string({ minLength: 1 }));
  const list = fc.array(token, { maxLength: 40 });
  fc.assert(
    fc.property(list, list, (base, side) => {
      const numbers = numbersOf(base, side);
      const all = [...base, ...side];
      const found = [...numbers.base, ...numbers.side];
      for (const [at, one] of all.entries()) {
        for (const [place, other] of all.entries()) expect(found[at] === found[place]).toBe(one === other);
      }
    }),
  );
});

test('long tokens that differ in their middle only have unequal numbers', () => {
  const long = (middle: string) => `${'a'.repeat(2_000)}${middle}${'a'.repeat(2_000)}`;
  const { base, side } = numbersOf([long('b'), long('c')], [long('c'), long('d')]);
  expect([...base, ...side]).toEqual([0, 1, 1, 2]);
});

test('thousands of tokens with one hash count as unlike each other, in bounded work', () => {
  // The hash reads both ends of a long token, so these have the same one.
  const end = 'x'.repeat(600);
  const alike = Array.from({ length: 2_000 }, (_, at) => `${end}${String(at).padStart(8, '0')}${end}`);
  const { base, side } = numbersOf(alike, alike);
  expect(new Set(base).size).toBe(2_000);
  expect(side[0]).toBe(base[0]);
  expect(side[1_999]).not.toBe(base[1_999]);
});
