import { expect, test } from 'vitest';
import { versionHash } from '#shared/mutations/version-hash.ts';
import { updateCase } from '../cases/save-case.ts';
import { commit } from '../commit/commit.ts';
import { testCasesOf } from '../queries/test-case-items.ts';
import { sha256OfText } from '../resources/sha256.ts';
import { at, openedLibrary } from '../testing/server-rows-scene.ts';
import { proofOfVersion } from './case-cells.ts';
import { judgedRuns, llama, withCases } from './cases-scene.ts';
import { rateRun } from './run-ring.ts';

const ninth = { promptId: 1, versionId: 9, model: llama };

async function scene(count = 4) {
  const library = await openedLibrary();
  await withCases(library, count);
  const held = async () => {
    const proof = await proofOfVersion(library, ninth);
    return `${proof?.held} of ${proof?.total}`;
  };
  return { library, held };
}

test('a case holds by its newest whole run that was judged to pass; one without counts as not held', async () => {
  const { library, held } = await scene();
  expect(await held()).toBe('0 of 4');
  await judgedRuns(library, [true, false, null]);
  expect(await proofOfVersion(library, ninth)).toEqual({
    ...{ model: 'llama3', held: 1, total: 4, at },
    textHash: versionHash({ content: 'Hi {{name}}' }),
    sentHash: await sha256OfText('Hi {{name}}'),
    cells: [expect.stringMatching(/^[0-9a-f]{64}$/)],
  });
  await judgedRuns(library, [false], { startedAt: '2026-01-02T00:00:00.000Z' });
  expect(await held()).toBe('0 of 4');
});

test('a run that failed after one that passed does not hold', async () => {
  const { library, held } = await scene();
  await judgedRuns(library, [true, true]);
  await judgedRuns(library, [true], { state: 'failed', startedAt: '2026-01-02T00:00:00.000Z' });
  expect(await held()).toBe('1 of 4');
});

test('checks that changed, values that changed, a rating and another text take the proof away', async () => {
  const { library, held } = await scene();
  await judgedRuns(library, [true, true, true, true]);
  expect(await held()).toBe('4 of 4');
  const [first, second] = await testCasesOf(library, 1);
  if (first === undefined || second === undefined) throw new Error('no cases');
  await updateCase(library, first, { threshold: 0.5 });
  expect(await held()).toBe('3 of 4');
  await updateCase(library, second, { values: { name: 'other' } });
  expect(await held()).toBe('2 of 4');
  const runs = await library.db.runs.toArray();
  for (const { id } of runs) await rateRun(library, id, { verdict: 'worse', stars: null, note: '' });
  expect(await held()).toBe('0 of 4');
});

test('an edit of the version, or another model, has no proof of the runs before', async () => {
  const { library, held } = await scene(2);
  await judgedRuns(library, [true, true]);
  const other = await proofOfVersion(library, { ...ninth, model: { ...llama, model: 'llama3:70b' } });
  expect(other).toMatchObject({ held: 0, total: 2 });
  await commit(library, 'editVersion', {
    promptId: 1,
    id: 9,
    content: 'Hello {{name}}',
    base: 'Hi {{name}}',
  });
  expect(await held()).toBe('0 of 2');
  expect(await proofOfVersion(library, { ...ninth, versionId: 99 })).toBeNull();
});

test('of very many cells a proof names the hash of their list', async () => {
  const { library } = await scene(101);
  await judgedRuns(library, Array(101).fill(true));
  expect(await proofOfVersion(library, ninth)).toMatchObject({
    held: 101,
    cells: [expect.stringMatching(/^[0-9a-f]{64}$/)],
  });
});
