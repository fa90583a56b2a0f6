import { expect, test } from 'vitest';
import { floorMs, growthOf, type Measured, median } from './exponent.ts';

/** Three runs at each size, one of them disturbed by `noise`. */
const at = (sizes: readonly number[], ms: (size: number) => number, noise = 1): Measured[] =>
  sizes.map((size) => ({ size, took: [ms(size), ms(size), ms(size) * noise] }));

const sizes = [1_000, 10_000, 100_000];

test.each([
  ['constant', () => 40, 0],
  ['linear', (size: number) => size / 10, 1],
  ['quadratic', (size: number) => (size / 1_000) ** 2 * 10, 2],
  ['cubic', (size: number) => (size / 1_000) ** 3 * 10, 3],
])('the exponent of %s growth is found', (_, ms, expected) => {
  const growth = growthOf(at(sizes, ms));
  expect(growth.overall).toBeCloseTo(expected);
  for (const { exponent } of growth.steps) expect(exponent).toBeCloseTo(expected);
  expect(growth.isTooSteep).toBe(expected > 1);
});

test('quadratic growth beside a large fixed cost is found in its last step', () => {
  const growth = growthOf(at(sizes, (size) => 500 + (size / 1_000) ** 2));
  expect(growth.steps[0]?.exponent).toBeLessThan(0.2);
  expect(growth.steps[1]?.exponent).toBeGreaterThan(1.1);
  expect(growth.isTooSteep).toBe(true);
});

test('times that are under the floor have no exponent', () => {
  const growth = growthOf(at([1_000, 10_000], (size) => (floorMs / 20_000) * size));
  expect(growth).toMatchObject({ overall: null, isTooSteep: false });
});

test('a time under the floor counts as the floor, so that a tiny start makes no steep line', () => {
  const growth = growthOf(at([1_000, 10_000], (size) => (size === 1_000 ? 0.01 : 20)));
  expect(growth.overall).toBeCloseTo(Math.log10(20 / floorMs));
});

test('a slow run that a fast run at the same size contradicts does not condemn', () => {
  const noisy: Measured[] = [
    { size: 1_000, took: [10, 10, 10] },
    { size: 10_000, took: [100, 200, 210] },
  ];
  const growth = growthOf(noisy);
  expect(growth.overall).toBeGreaterThan(1.2);
  expect(growth.isTooSteep).toBe(false);
});

test.each([
  [[3, 1, 2], 2],
  [[4, 1, 2, 3], 2.5],
  [[7], 7],
])('the median of %j is %d', (took, expected) => expect(median(took)).toBe(expected));
