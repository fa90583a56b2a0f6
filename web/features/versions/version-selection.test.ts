import { expect, test } from 'vitest';
import { deletesAll, existing, nothingSelected, ranged, toggled } from './version-selection.ts';

test('a press selects a version, and another takes it out again', () => {
  const one = toggled(nothingSelected, 3);
  expect([...one]).toEqual([3]);
  expect([...toggled(one, 5)]).toEqual([3, 5]);
  expect([...toggled(one, 3)]).toEqual([]);
  expect([...nothingSelected]).toEqual([]);
});

test.each([
  [5, 3, [5, 4, 3]],
  [3, 5, [5, 4, 3]],
  [4, 4, [4]],
])('from version %i to version %i are %j', (from, to, expected) => {
  expect([...ranged([5, 4, 3, 2], from, to)]).toEqual(expected);
});

test('only versions that are still there count', () => {
  expect(existing(new Set([1, 2, 9]), [3, 2, 1])).toEqual([2, 1]);
});

test.each([
  [[1, 2, 3], [3, 2, 1], true],
  [[1, 2, 3, 4], [3, 2, 1], true],
  [[1, 2], [3, 2, 1], false],
  [[1], [1], true],
  [[], [1], false],
  [[1], [], false],
])('%j of %j is everything: %j', (selected, ids, all) => {
  expect(deletesAll(new Set(selected), ids)).toBe(all);
});
