import { expect, test } from 'vitest';
import { judgeAnswer } from '#shared/checks/judge-answer.ts';
import { updateCase } from '../../../data/cases/save-case.ts';
import { commit } from '../../../data/commit/commit.ts';
import type { Library } from '../../../data/database/library.ts';
import { testCasesOf } from '../../../data/queries/test-case-items.ts';
import { judgedRuns, llama, withCases } from '../../../data/run/cases-scene.ts';
import { cellRunsOf } from '../../../data/run/cell-runs.ts';
import { readJudgeText } from '../../../data/run/rubric-runs.ts';
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

const ofCase = { promptId: 1, id: 100 };
const kind = { type: 'llm-rubric', value: 'It is kind to {{name}}.' };

/** A question to the judge about the answer to a case. */
async function questionScene() {
  const library = await openedLibrary();
  await withCases(library, 1);
  await judgedRuns(library, [null]);
  const [before] = await testCasesOf(library, 1);
  if (before !== undefined) await updateCase(library, before, { checks: [kind] });
  const [test] = await testCasesOf(library, 1);
  const [run] = await cellRunsOf(library, 1);
  if (test === undefined || run === undefined) throw new Error('The scene has no answer.');
  const thread = { judge: async () => ({ verdicts: [], passed: true, score: 1 }) };
  const model = { model: llama, text: await readJudgeText(library, null) };
  const deps = { library, judges: { thread, model }, now: () => 0 };
  const { questions } = await judgePortion(deps, [{ test, run, by: 'now' }], new Set());
  const [question] = [...questions.values()].flat();
  return { library, test, request: async () => question?.request() };
}

test('the judge is asked about what is still judged so when its turn comes', async () => {
  const { library, test, request } = await questionScene();
  await updateCase(library, test, { name: 'Renamed', checks: [{ type: 'contains', value: 'x' }, kind] });
  expect(await request()).toMatchObject({ values: { answer: 'Yes.', rubric: 'It is kind to N0.' } });
});

test.each<[string, (library: Library) => Promise<unknown>]>([
  ['is deleted', (library) => commit(library, 'deleteTestCase', ofCase)],
  ['is switched off', (library) => commit(library, 'updateTestCase', { ...ofCase, enabled: false })],
  ['has another rubric', (library) => commit(library, 'updateTestCase', { ...ofCase, checks: [] })],
  ['has other values', (library) => commit(library, 'updateTestCase', { ...ofCase, values: { name: 'N1' } })],
])('the judge is not asked any more once the case %s', async (_, change) => {
  const { library, request } = await questionScene();
  expect(await request()).not.toBeNull();
  await change(library);
  expect(await request()).toBeNull();
});
