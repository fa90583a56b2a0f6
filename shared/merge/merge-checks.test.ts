import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mergeChecks } from './merge-checks.ts';

const merged = (base: string, mine: string, theirs: string) =>
  mergeChecks([...base], [...mine], [...theirs]).join('');

test.each([
  ['both added', 'ab', 'abx', 'aby', 'abxy'],
  ['one of theirs was taken out by mine', 'abc', 'ac', 'abc', 'ac'],
  ['one of mine was taken out by theirs', 'abc', 'abc', 'ac', 'ac'],
  ['one was changed by mine, in its place', 'abc', 'axc', 'abc', 'axc'],
  ['one was changed differently by both', 'abc', 'axc', 'ayc', 'axyc'],
  ['one was changed by mine and taken out by theirs', 'abc', 'axc', 'ac', 'axc'],
  ['mine was sorted, theirs added', 'abc', 'cba', 'abxc', 'cbxa'],
  ['theirs was sorted, mine added', 'abc', 'abxc', 'cba', 'cbxa'],
  ['equal checks count by their number', 'aa', 'a', 'aa', 'a'],
])('where %s, the list is as both meant it', (_how, base, mine, theirs, expected) => {
  expect(merged(base, mine, theirs)).toBe(expected);
});

const items: readonly string[] = ['a', 'b', 'c', 'x', 'y'];
const list = fc.uniqueArray(fc.constantFrom(...items));

test('a check is there where both sides have it, or where one of them added it', () => {
  fc.assert(
    fc.property(list, list, list, (base, mine, theirs) => {
      const expected = items.filter((item) => {
        const sides = [mine, theirs].filter((side) => side.includes(item)).length;
        return sides === 2 || (sides === 1 && !base.includes(item));
      });
      expect([...mergeChecks(base, mine, theirs)].sort()).toEqual(expected);
    }),
  );
});

test('a side that changed nothing yields to the other one', () => {
  fc.assert(
    fc.property(list, list, (base, other) => {
      expect([...mergeChecks(base, base, other)].sort()).toEqual([...other].sort());
      expect(mergeChecks(base, other, base)).toHaveLength(other.length);
    }),
  );
});
