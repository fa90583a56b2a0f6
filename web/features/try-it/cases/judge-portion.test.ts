import { expect, test } from 'vitest';
import { judgeAnswer } from '#shared/checks/judge-answer.ts';
import { testCasesOf } from '../../../data/queries/test-case-items.ts';
import { judgedRuns, withCases } from '../../../data/run/cases-scene.ts';
import { cellRunsOf } from '../../../data/run/cell-runs.ts';
import { openedLibrary } from '../../../data/testing/server-rows-scene.ts';
import { judgePortion, portionOf, type Unjudged } from './judge-portion.ts';

/** Three answers that are not judged; judging that of the first case takes so many milliseconds. */
async function scene(milliseconds: number) {
  const library = await openedLibrary();
  await withCases(library, 3);
  await judgedRuns(library, [null, null, null]);
  const tests = await testCasesOf(library, 1);
  const runs = await cellRunsOf(library, 1);
  const unjudged = runs.flatMap((run, place): Unjudged[] => {
    const test = tests[place];
    return test === undefined ? [] : [{ test, run, by: 'now' }];
  });
  let now = 0;
  const slow = new Set<number>();
  const thread = {
    async judge(...[answer, checks, threshold]: Parameters<Unjudge>) {
      if (now === 0) now += milliseconds;
      return judgeAnswer(answer, checks, threshold ?? undefined);
    },
  };
  const deps = { library, judges: { thread, model: null }, now: () => now };
  return { unjudged, slow, judge: () => judgePortion(deps, portionOf(unjudged, slow), slow) };
}
type Unjudge = Parameters<typeof judgePortion>[0]['judges']['thread']['judge'];

test('answers are judged together', async () => {
  const { unjudged, slow, judge } = await scene(5);
  const { outcomes, looked } = await judge();
  expect(looked).toEqual(unjudged.map(({ run }) => run.id));
  expect(outcomes.size).toBe(3);
  expect(slow.size).toBe(0);
});

test('a case that takes long ends the portion, and is judged after the others from then on', async () => {
  const { unjudged, slow, judge } = await scene(3_000);
  const [first, ...others] = unjudged.map(({ run }) => run.id);
  expect((await judge()).looked).toEqual([first]);
  expect((await judge()).looked).toEqual(others);
  expect(portionOf(unjudged.slice(0, 1), slow)).toEqual(unjudged.slice(0, 1));
});
