import fc from 'fast-check';
import { expect, test } from 'vitest';
import { editDistance } from './edit-distance.ts';

/** Fills the whole table. */
function plainDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let line = 1; line <= one.length; line += 1) {
    const next = [line];
    for (let at = 1; at <= other.length; at += 1) {
      const changed = one[line - 1] === other[at - 1] ? 0 : 1;
      next.push(Math.min((row[at] ?? 0) + 1, (next[at - 1] ?? 0) + 1, (row[at - 1] ?? 0) + changed));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 12 });

test('the distance is that of the whole table, and null where it is more than asked for', () => {
  fc.assert(
    fc.property(text, text, fc.nat(14), (one, other, most) => {
      const distance = plainDistance(one, other);
      expect(editDistance(one, other, most)).toBe(distance <= most ? distance : null);
    }),
    { numRuns: 1000 },
  );
});
