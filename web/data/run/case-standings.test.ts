import { expect, test } from 'vitest';
import { commit } from '../commit/commit.ts';
import { openedLibrary } from '../testing/server-rows-scene.ts';
import { standingsOf } from './case-standings.ts';
import { judgedRuns, llama, withCases } from './cases-scene.ts';

const texts = [{ versionId: 9, version: 1 }, { versionId: 10, version: 2 }, { versionId: null }];

async function scene(count = 4) {
  const library = await openedLibrary();
  await withCases(library, count);
  const content = 'Hello {{name}}';
  await commit(library, 'saveVersion', {
    ...{ promptId: 1, id: 10, content, base: 'Hi {{name}}', description: 'Two' },
  });
  const standings = () => standingsOf(library, { promptId: 1, texts, modelsOf: async () => [llama] });
  return { library, standings };
}

test('a text stands against the one before it by the cases that both have', async () => {
  const { library, standings } = await scene();
  expect(await standings()).toEqual([]);
  await judgedRuns(library, [true, false, true, null]);
  expect(await standings()).toEqual([]);
  await judgedRuns(library, [true, true, false, true], { versionId: 10 });
  const compared = { better: 1, worse: 1, equal: 1 };
  // The current text is that of version 2, so its cells are the same.
  expect(await standings()).toEqual([
    { versionId: 10, since: 1, compared },
    { versionId: null, since: 2, compared: { better: 0, worse: 0, equal: 4 } },
  ]);
});

test('a text that nobody ran is passed over, and an answer that broke off counts as failed', async () => {
  const { library, standings } = await scene(2);
  await judgedRuns(library, [true, true]);
  await commit(library, 'setContent', { id: 1, content: 'Hey {{name}}', base: 'Hello {{name}}' });
  await judgedRuns(library, [true, true], { versionId: null });
  await judgedRuns(library, [true], {
    state: 'failed',
    versionId: null,
    startedAt: '2026-01-02T00:00:00.000Z',
  });
  expect(await standings()).toEqual([
    { versionId: null, since: 1, compared: { better: 0, worse: 1, equal: 1 } },
  ]);
});

test('with a baseline the texts after it stand against it, and those before it against the one before', async () => {
  const { library, standings } = await scene(2);
  await commit(library, 'saveVersion', {
    ...{ promptId: 1, id: 11, content: 'Hey {{name}}', base: 'Hello {{name}}', description: 'Three' },
  });
  await judgedRuns(library, [true, true]);
  await judgedRuns(library, [true, false], { versionId: 10 });
  await judgedRuns(library, [false, false], { versionId: 11 });
  const moveTo = (versionId: number | null, from: number | null) =>
    commit(library, 'setAttributes', { id: 1, labels: [{ label: 'baseline', versionId, from, device: '' }] });
  const newest = () =>
    standingsOf(library, {
      ...{ promptId: 1, modelsOf: async () => [llama] },
      texts: [{ versionId: 11, version: 3 }, { versionId: null }],
    });

  expect(await newest()).toMatchObject([{ versionId: null, since: 3, compared: { worse: 0 } }]);
  await moveTo(9, null);
  // It is read although it is not among the texts that are asked for.
  expect(await newest()).toMatchObject([
    { versionId: 11, since: 1, compared: { better: 0, worse: 2, equal: 0 } },
    { versionId: null, since: 1, compared: { worse: 2 } },
  ]);
  await moveTo(10, 9);
  expect(await standings()).toMatchObject([
    { versionId: 10, since: 1, compared: { worse: 1, equal: 1 } },
    { versionId: null, since: 2, compared: { worse: 1, equal: 1 } },
  ]);
  await moveTo(null, 10);
  expect(await newest()).toMatchObject([{ versionId: null, since: 3 }]);
});
