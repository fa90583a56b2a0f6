import { expect, test } from 'vitest';
import { openedLibrary } from '../testing/server-rows-scene.ts';
import { proofOfVersion } from './case-cells.ts';
import { judgedRuns, llama, withCases } from './cases-scene.ts';
import { cellRunsOf, isAnswered, makeRoomForCells, newestOfCell } from './cell-runs.ts';
import { keepRun } from './keep-run.ts';
import { readRun, runRing } from './run-ring.ts';

/** Two answers of a table that were judged, after a run that failed. */
async function scene() {
  const library = await openedLibrary();
  await withCases(library, 3);
  await judgedRuns(library, [null], { state: 'failed', startedAt: '2026-01-01T00:00:00.000Z' });
  await judgedRuns(library, [true, false]);
  const [failed, ...runs] = await cellRunsOf(library, 1);
  const byOutcome = new Map(runs.map(({ id, judged }) => [judged?.passed, id]));
  return { library, failed, held: Number(byOutcome.get(true)), ids: runs.map(({ id }) => id) };
}

test('the oldest answers make room, and what was found of them stays and proves a version', async () => {
  const { library, held, ids } = await scene();
  await library.db.runs.toCollection().modify({ bytes: 2 * runRing.bytes });
  await makeRoomForCells(library, 1);
  const left = await cellRunsOf(library, 1);
  expect(left.map(({ id, hasTexts }) => [id, hasTexts])).toEqual(ids.map((id) => [id, false]));
  expect(left.map(({ judged }) => judged?.passed).toSorted()).toEqual([false, true]);
  expect(left.filter(isAnswered)).toEqual([]);
  expect(await readRun(library, held)).toBeNull();
  expect(await library.db.runOutputs.count()).toBe(0);
  expect(await proofOfVersion(library, { promptId: 1, versionId: 9, model: llama })).toMatchObject({
    held: 1,
    total: 3,
  });
});

test('what is within the ring is left as it is', async () => {
  const { library, failed, held, ids } = await scene();
  await makeRoomForCells(library, 1);
  const left = await cellRunsOf(library, 1);
  expect(left.map(({ id, hasTexts }) => [id, hasTexts])).toEqual(
    [failed?.id, ...ids].map((id) => [id, true]),
  );
  expect((await readRun(library, held))?.answer).toBe('Yes.');
});

test('an answer that nobody has decided goes whole: without it nobody could', async () => {
  const library = await openedLibrary();
  await withCases(library, 2);
  await judgedRuns(library, [null, true]);
  await library.db.runs.toCollection().modify({ bytes: 2 * runRing.bytes });
  await makeRoomForCells(library, 1);
  expect((await cellRunsOf(library, 1)).map(({ judged }) => judged?.passed)).toEqual([true]);
});

test('a kept run has its texts in its row, and its outcome can be judged anew', async () => {
  const { library, held } = await scene();
  await keepRun(library, held);
  await library.db.runs.toCollection().modify({ bytes: 2 * runRing.bytes });
  await makeRoomForCells(library, 1);
  const left = await cellRunsOf(library, 1);
  expect(left.filter(isAnswered).map(({ id }) => id)).toEqual([held]);
  expect((await readRun(library, held))?.answer).toBe('Yes.');
  const cell = left.find(({ id }) => id === held)?.cell ?? '';
  expect(await newestOfCell(library, cell)).toMatchObject({ id: held, hasTexts: true });
});
