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
