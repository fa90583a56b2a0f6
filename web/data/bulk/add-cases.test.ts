import { expect, test } from 'vitest';
import type { CaseCreation } from '#shared/library-files/plan/plan-test-cases.ts';
import { deleteCase, updateCase } from '../cases/save-case.ts';
import { testCasesOf } from '../queries/test-case-items.ts';
import { openedLibrary, projectChange, promptChange, pullPage } from '../testing/server-rows-scene.ts';
import { addCases } from './add-cases.ts';

const creation = (id: number): CaseCreation => ({
  name: 'createTestCase',
  args: { promptId: 1, id, name: ` case ${id}`, values: { name: String(id) } },
});

async function scene() {
  const library = await openedLibrary();
  await pullPage(library, [projectChange(), promptChange()]);
  return {
    library,
    ids: async () => (await testCasesOf(library, 1)).map(({ id }) => id).sort((a, b) => a - b),
  };
}

async function* portions(...of: number[][]): AsyncGenerator<CaseCreation[]> {
  for (const ids of of) yield ids.map(creation);
}

test('cases are added in portions, and taken back together', async () => {
  const { library, ids } = await scene();
  const done: number[] = [];
  const outcome = await addCases(library, portions([50, 51], [52]), {
    onProgress: (count) => done.push(count),
  });
  expect(outcome).toMatchObject({ kind: 'done', changed: 3, kept: 0 });
  expect([await ids(), done]).toEqual([
    [50, 51, 52],
    [2, 3],
  ]);
  expect(await outcome.takeBack?.({})).toMatchObject({ kind: 'done', changed: 3, kept: 0 });
  expect(await ids()).toEqual([]);
});

test('an undo leaves cases that were changed since, and does not mind those that are gone', async () => {
  const { library, ids } = await scene();
  const outcome = await addCases(library, portions([50, 51, 52]), {});
  const [first] = await testCasesOf(library, 1);
  if (first === undefined) throw new Error('no case was added');
  await updateCase(library, first, { notes: 'mine' });
  await deleteCase(library, { promptId: 1, id: first.id === 52 ? 51 : 52 });
  expect(await outcome.takeBack?.({})).toMatchObject({ changed: 1, kept: 2 });
  expect(await ids()).toEqual([first.id]);
});

test('adding that is stopped or fails keeps what was added, and can take that back', async () => {
  const { library, ids } = await scene();
  const stop = new AbortController();
  const stopped = await addCases(library, portions([50], [51]), {
    onProgress: () => stop.abort(),
    signal: stop.signal,
  });
  expect(stopped).toMatchObject({ kind: 'stopped', changed: 1 });
  await stopped.takeBack?.({});
  async function* broken() {
    yield [creation(60)];
    throw new Error('the thread has ended');
  }
  const failed = await addCases(library, broken(), {});
  expect(failed).toMatchObject({ kind: 'failed', changed: 1 });
  expect(await ids()).toEqual([60]);
});
