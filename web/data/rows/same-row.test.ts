import { expect, test } from 'vitest';
import { sameRow } from './same-row.ts';

test.each<[unknown, unknown, boolean]>([
  [1, 1, true],
  [1, 2, false],
  ['a', 'a', true],
  [undefined, undefined, true],
  [undefined, null, false],
  [null, {}, false],
  [{}, null, false],
  ['a', { 0: 'a' }, false],
  [{ 0: 'a' }, 'a', false],
  [{ a: 1, b: { c: [1, 2] } }, { b: { c: [1, 2] }, a: 1 }, true],
  [{ a: 1 }, { a: 2 }, false],
  [{ a: 1 }, { a: 1, b: undefined }, false],
  [{ a: undefined }, { b: undefined }, false],
  [[1, 2], [1, 2], true],
  [[1, 2], [2, 1], false],
  [[1], { 0: 1 }, false],
  [[], [], true],
])('%j and %j are the same: %s', (a, b, same) => {
  expect(sameRow(a, b)).toBe(same);
});
