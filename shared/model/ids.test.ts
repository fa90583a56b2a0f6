import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PathId, readPathId } from './ids.ts';

const digits = fc.bigInt({ min: 0n, max: 2n ** 54n }).map(String);
const near = fc.integer({ min: -3, max: 3 }).map((more) => String(2 ** 52 + more));

test('an id in a path is read as its schema reads it', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), digits, near, fc.constantFrom('0', '01', '-1', '1e3', '1.0')),
      (segment) => {
        const parsed = PathId.safeParse(segment);
        expect(readPathId(segment)).toBe(parsed.success ? parsed.data : null);
      },
    ),
  );
  expect(readPathId('4503599627370495')).toBe(2 ** 52 - 1);
});
