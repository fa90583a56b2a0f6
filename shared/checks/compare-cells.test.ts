import { expect, test } from 'vitest';
import { changeFrom, comparedTo } from './compare-cells.ts';

test('cells are better, worse or equal where both have decided', () => {
  const cells = (...states: string[]) => states.map((state) => ({ state }));
  const before = cells('failed', 'passed', 'passed', 'error', 'open', 'passed');
  const after = cells('passed', 'failed', 'passed', 'failed', 'passed', 'running');
  expect(comparedTo(before, after)).toEqual({ better: 1, worse: 1, equal: 2 });
  expect(changeFrom(undefined, { state: 'passed' })).toBeNull();
});
