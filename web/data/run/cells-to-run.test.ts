import { expect, test } from 'vitest';
import type { TestCase } from '#shared/model/checks/test-case.ts';
import { commit } from '../commit/commit.ts';
import type { Library } from '../database/library.ts';
import { testCasesOf } from '../queries/test-case-items.ts';
import { openedLibrary } from '../testing/server-rows-scene.ts';
import { cellKeyOfCase } from './case-cells.ts';
import { llama, withCases } from './cases-scene.ts';
import { cellToRun, textsOfTable } from './cells-to-run.ts';
import { readText } from './filled-prompt.ts';
import { removeModel, saveModel } from './models.ts';

/** A cell of the current text, or of version 9, that waits for its turn. */
async function scene(versionId: number | null) {
  const library = await openedLibrary();
  await withCases(library, 1);
  const [first] = await testCasesOf(library, 1);
  const text = await readText(library, { promptId: 1, versionId }, null);
  if (first === undefined || text === null) throw new Error('The scene has no case.');
  const key = await cellKeyOfCase(first, { promptId: 1, text, model: llama });
  const source = { promptId: 1, testId: first.id, versionId, model: llama };
  const isOn = ({ enabled }: TestCase) => enabled;
  return { library, test: first, cell: cellToRun(library, key, source, { isWanted: isOn }) };
}

const ofCase = { promptId: 1, id: 100 };

test('a cell is asked by what the library has when its turn comes', async () => {
  const { library, cell } = await scene(null);
  await saveModel(library, { ...llama, name: 'Renamed' });
  expect(await cell.request()).toMatchObject({
    messages: [{ role: 'user', content: 'Hi N0' }],
    values: { name: 'N0' },
    model: { name: 'Renamed' },
  });
});

test.each<[string, number | null, (library: Library, test: TestCase) => Promise<unknown>]>([
  ['prompt is deleted', null, (library) => commit(library, 'deletePrompt', { id: 1 })],
  [
    'text is edited',
    null,
    (library) => commit(library, 'setContent', { id: 1, content: 'Bye {{name}}', base: 'Hi {{name}}' }),
  ],
  ['version is deleted', 9, (library) => commit(library, 'deleteVersion', { promptId: 1, id: 9 })],
  ['case is deleted', null, (library) => commit(library, 'deleteTestCase', ofCase)],
  [
    'case is switched off',
    null,
    (library) => commit(library, 'updateTestCase', { ...ofCase, enabled: false }),
  ],
  [
    'case has other values',
    null,
    (library, { values }) =>
      commit(library, 'updateTestCase', { ...ofCase, values: { name: 'Grace' }, baseValues: values }),
  ],
  ['model is removed', null, (library) => removeModel(library, llama.id)],
  [
    'model is at another address',
    null,
    (library) => saveModel(library, { ...llama, address: 'http://localhost:1/v1' }),
  ],
])('a cell is not asked any more once its %s', async (_, versionId, change) => {
  const { library, test: of, cell } = await scene(versionId);
  expect(await cell.request()).not.toBeNull();
  await change(library, of);
  expect(await cell.request()).toBeNull();
});

test('the cells of a table read their text once a second', async () => {
  const { library, test: of, cell } = await scene(null);
  let now = 0;
  const texts = textsOfTable(library, () => now);
  const source = { promptId: 1, testId: of.id, versionId: null, model: llama };
  const ofTable = cellToRun(library, cell.key, source, { texts });
  expect(await ofTable.request()).not.toBeNull();
  await commit(library, 'setContent', { id: 1, content: 'Bye {{name}}', base: 'Hi {{name}}' });
  now = 999;
  expect(await ofTable.request()).toMatchObject({ messages: [{ content: 'Hi N0' }] });
  now = 1_000;
  expect(await ofTable.request()).toBeNull();
});
