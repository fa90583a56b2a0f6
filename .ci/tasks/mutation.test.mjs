import { expect, test } from 'vitest';
import { areas } from '../mutation/areas.mjs';
import { countMutants } from '../mutation/score.mjs';
import { chooseAreas } from './mutation.mjs';

const all = Object.keys(areas);

test.each([
  [[], { areas: all, quick: false }],
  [['web/data'], { areas: ['web/data'], quick: false }],
  [['--quick'], { areas: all, quick: true }],
  [['storage', '--quick', 'web/sync'], { areas: ['storage', 'web/sync'], quick: true }],
  [['web'], null],
  [['--everything'], null],
])('mutation testing is asked for with %j: %j', (args, expected) => {
  expect(chooseAreas(args)).toEqual(expected);
});

test('a mutant that no test reaches counts against the score, one that does not start not at all', () => {
  const mutants = ['Killed', 'Timeout', 'Survived', 'NoCoverage', 'CompileError', 'RuntimeError', 'Ignored'];
  const files = { 'a.ts': { mutants: mutants.map((status) => ({ status })) }, 'b.ts': { mutants: [] } };
  expect(countMutants(files)).toEqual({ noticed: 2, missed: 2 });
});
