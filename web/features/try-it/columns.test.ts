import fc from 'fast-check';
import { expect, test } from 'vitest';
import { columnsOf, toggled } from './columns.ts';

test('each model answers each text with each set, and the models stand beside each other', () => {
  const columns = columnsOf({ models: ['a', 'b'], versions: [null, 7], sets: [null] });
  expect(columns.map(({ model, versionId }) => [model, versionId])).toEqual([
    ['a', null],
    ['b', null],
    ['a', 7],
    ['b', 7],
  ]);
});

test('there are as many columns as combinations, and no two are the same', () => {
  const ids = fc.uniqueArray(fc.option(fc.nat(9)), { maxLength: 3 });
  const models = fc.uniqueArray(fc.string(), { maxLength: 3 });
  fc.assert(
    fc.property(models, ids, ids, (chosen, versions, sets) => {
      const columns = columnsOf({ models: chosen, versions, sets });
      expect(columns.length).toBe(chosen.length * versions.length * sets.length);
      expect(new Set(columns.map((column) => JSON.stringify(column))).size).toBe(columns.length);
    }),
  );
});

test('a choice that is toggled twice is as it was', () => {
  expect(toggled([1, 2], 3)).toEqual([1, 2, 3]);
  expect(toggled([1, 2, 3], 1)).toEqual([2, 3]);
  expect(toggled<number | null>([null], null)).toEqual([]);
});
