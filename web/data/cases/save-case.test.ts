import { expect, test } from 'vitest';
import { binItems, contentsOf } from '../bin/bin-items.ts';
import { restoreFromBin } from '../bin/restore.ts';
import { commit } from '../commit/commit.ts';
import { duplicatePrompt } from '../commit/duplicate-prompt.ts';
import { readOutbox } from '../outbox/outbox-store.ts';
import { testCasesOf } from '../queries/test-case-items.ts';
import {
  openedLibrary,
  projectChange,
  promptChange,
  pullPage,
  testCaseChange,
} from '../testing/server-rows-scene.ts';
import { createCase, createCases, deleteCase, moveCase, updateCase } from './save-case.ts';

const check = (value: string) => ({ type: 'contains', value });

async function opened(...cases: ReturnType<typeof testCaseChange>[]) {
  const library = await openedLibrary();
  await pullPage(library, [projectChange(), promptChange(), ...cases]);
  return library;
}

const names = async (library: Awaited<ReturnType<typeof opened>>, promptId = 1) =>
  (await testCasesOf(library, promptId)).map(({ name }) => name);

test('cases are created at the end, and moved before others', async () => {
  const library = await opened();
  const ids: number[] = [];
  for (const name of ['a', 'b', 'c']) {
    const made = await createCase(library, 1, { name });
    expect(made.ok).toBe(true);
    ids.push(made.id);
  }
  const [a = 0, , c = 0] = ids;
  const before = await names(library);
  expect([...before].sort()).toEqual(['a', 'b', 'c']);
  await moveCase(library, { promptId: 1, id: c }, 0);
  expect((await names(library))[0]).toBe('c');
  await moveCase(library, { promptId: 1, id: a }, 2);
  expect(await names(library)).toEqual(['c', 'b', 'a']);
});

test('several cases are created in their order, and where one of them cannot be, none is', async () => {
  const library = await opened();
  const many = Array.from({ length: 20 }, (_, place) => ({ name: `case ${place}` }));
  expect(await createCases(library, 1, many)).toEqual({ ok: true });
  expect(await names(library)).toEqual(many.map(({ name }) => name));
  const refused = await createCases(library, 1, [{ name: 'good' }, { name: '' }]);
  expect(refused).toMatchObject({ ok: false, code: 'invalid_fields' });
  expect(await createCases(library, 77, many)).toMatchObject({ ok: false, code: 'not_found' });
  expect(await names(library)).toHaveLength(20);
});

test('a change names what it was made upon, and only what changed', async () => {
  const library = await opened(testCaseChange({ notes: 'n' }));
  const [base] = await testCasesOf(library, 1);
  if (base === undefined) throw new Error('the case is not there');
  expect(await updateCase(library, base, { name: base.name, notes: 'n' })).toEqual({ ok: true });
  expect(await readOutbox(library)).toEqual([]);
  await updateCase(library, base, { name: base.name, checks: [check('Eve')], values: { name: 'Eve' } });
  const [entry] = await readOutbox(library);
  expect(entry?.args).toEqual({
    ...{ promptId: 1, id: 41, checks: [check('Eve')], values: { name: 'Eve' } },
    ...{ baseValues: { name: 'Ada' }, baseChecks: [check('Ada')] },
  });
});

test('what two devices changed of a case is merged as the feed brings it', async () => {
  const library = await opened(testCaseChange());
  const [base] = await testCasesOf(library, 1);
  if (base === undefined) throw new Error('the case is not there');
  await updateCase(library, base, { values: { name: 'mine' }, checks: [check('Ada'), check('mine')] });
  const theirs = { name: 'Theirs', values: { name: 'theirs', more: '1' }, checks: [check('theirs')] };
  await pullPage(library, [testCaseChange(theirs, { seq: 4, rev: 2 })]);
  const [row] = await testCasesOf(library, 1);
  expect(row).toMatchObject({ name: 'Theirs', values: { name: 'mine', more: '1' }, notes: 'name: theirs' });
  expect(row?.checks).toEqual([check('mine'), check('theirs')]);
});

test('a deleted case is in the bin, and comes back from there as it was', async () => {
  const library = await opened(testCaseChange({ notes: 'n' }));
  const before = await testCasesOf(library, 1);
  await deleteCase(library, { promptId: 1, id: 41 });
  expect(await testCasesOf(library, 1)).toEqual([]);
  const [item] = await binItems(library);
  expect(item).toMatchObject({ key: 'testCase:41', name: 'Greets', place: { prompt: { id: 1 } } });
  expect(await restoreFromBin(library, item?.key ?? '')).toEqual({ ok: true, left: [] });
  expect(await testCasesOf(library, 1)).toEqual(before);
});

test('cases go into the bin with their prompt, and come back with it', async () => {
  const library = await opened(testCaseChange());
  const before = await testCasesOf(library, 1);
  await commit(library, 'deletePrompt', { id: 1 });
  expect(await testCasesOf(library, 1)).toEqual([]);
  const [item] = await binItems(library);
  if (item === undefined) throw new Error('the prompt is not in the bin');
  expect(await contentsOf(library, item)).toMatchObject({ testCases: 1 });
  await restoreFromBin(library, item.key);
  expect(await testCasesOf(library, 1)).toEqual(before);
});

test('a copy of a prompt has its cases under ids of their own', async () => {
  const library = await opened(testCaseChange({ threshold: 0.5 }));
  const outcome = await duplicatePrompt(library, { promptId: 1, id: 90, title: 'Copy' });
  expect(outcome.ok).toBe(true);
  const [original] = await testCasesOf(library, 1);
  const [copy] = await testCasesOf(library, 90);
  expect(copy).toEqual({ ...original, promptId: 90, id: copy?.id });
  expect(copy?.id).not.toBe(41);
});
