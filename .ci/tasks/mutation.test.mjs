import { expect, test } from 'vitest';
import { areas } from '../mutation/areas.mjs';
import { chooseRuns, filesOf } from '../mutation/choose-runs.mjs';
import { countMutants } from '../mutation/score.mjs';

const whole = (area) => ({ name: area, area, files: [] });

test.each([
  [[], Object.keys(areas).map(whole)],
  [['web/data'], [whole('web/data')]],
  [
    ['sync-server/storage', 'web/sync'],
    [whole('sync-server/storage'), whole('web/sync')],
  ],
  [
    ['web/session/session.ts', 'sync-server/storage'],
    [
      { name: 'web/session/session.ts', area: 'session', files: ['web/session/session.ts'] },
      whole('sync-server/storage'),
    ],
  ],
  [['web'], null],
  [['docs'], null],
  [['web/data', 'web/data/no-such-file.ts'], null],
  [['web/sync/keystroke.test.ts'], null],
  [['--everything'], null],
])('the names %j ask for the runs %j', (names, expected) => {
  expect(chooseRuns(names)).toEqual(expected);
});

test('a folder asks for a run of its files alone, without their tests', () => {
  const [run, ...others] = chooseRuns(['web/data/commit/']) ?? [];
  expect(others).toEqual([]);
  expect(run).toMatchObject({ name: 'web/data/commit', area: 'web/data' });
  expect(run?.files).toContain('web/data/commit/commit.ts');
  expect(run?.files.filter((file) => !/^web\/data\/commit\/[a-z-]+\.ts$/.test(file))).toEqual([]);
});

test.each(Object.keys(areas))('the area %s has files to mutate, and each is there', (area) => {
  const files = filesOf(area);
  expect(files.length).toBeGreaterThan(4);
  expect(files.filter((file) => /\.test\.ts$|-(suite|scene|example)\.ts$/.test(file))).toEqual([]);
});

test('a mutant that no test reaches counts against the score, one that does not start not at all', () => {
  const mutants = ['Killed', 'Timeout', 'Survived', 'NoCoverage', 'CompileError', 'RuntimeError', 'Ignored'];
  const files = { 'a.ts': { mutants: mutants.map((status) => ({ status })) }, 'b.ts': { mutants: [] } };
  expect(countMutants(files)).toEqual({ noticed: 2, missed: 2 });
});
