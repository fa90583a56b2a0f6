import { expect, test } from 'vitest';
import { readOutbox } from '../outbox/outbox-store.ts';
import { testCasesOf } from '../queries/test-case-items.ts';
import {
  openedLibrary,
  projectChange,
  promptChange,
  pullPage,
  testCaseChange,
} from '../testing/server-rows-scene.ts';
import { takeOverFeed } from './take-over-feed.ts';

const there = () => [projectChange(), promptChange()];
const cursor = { epoch: 'new', seq: 4 };

async function known(...cases: ReturnType<typeof testCaseChange>[]) {
  const library = await openedLibrary();
  await pullPage(library, [...there(), ...cases]);
  return library;
}

test('a test case that the server lost is created there again', async () => {
  const library = await known(testCaseChange({ notes: 'n' }));
  await takeOverFeed(library, { changes: there(), cursor, keep: 'mine' });
  const [entry] = await readOutbox(library);
  expect([entry?.name, entry?.args]).toMatchObject(['createTestCase', { promptId: 1, id: 41, notes: 'n' }]);
  expect(await testCasesOf(library, 1)).toHaveLength(1);
});

test('of two states of a test case all values, checks and notes are there', async () => {
  const checks = ['a', 'b', 'c'].map((value) => ({ type: 'contains', value }));
  const library = await known(
    testCaseChange({ values: { x: 'mine' }, checks: checks.slice(0, 2), notes: 'm' }),
  );
  const theirs = testCaseChange({ values: { x: 'theirs', y: '2' }, checks: checks.slice(1), notes: 't' });
  await takeOverFeed(library, { changes: [...there(), theirs], cursor, keep: 'mine' });
  const [row] = await testCasesOf(library, 1);
  expect(row).toMatchObject({ values: { x: 'mine', y: '2' }, notes: 'm\n\nt\nx: theirs' });
  expect(row?.checks).toHaveLength(3);
  const [entry] = await readOutbox(library);
  expect(entry?.args).toMatchObject({ notes: row?.notes, values: row?.values, checks: row?.checks });
});

test('where the server’s words count, its test cases are shown, and one without a prompt is gone', async () => {
  const library = await known(testCaseChange(), testCaseChange({ id: 42, promptId: 77 }));
  const changes = [...there(), testCaseChange({ name: 'Theirs' })];
  await takeOverFeed(library, { changes, cursor, keep: 'server' });
  expect(await library.db.testCases.toArray()).toMatchObject([{ id: 41, row: { name: 'Theirs' } }]);
});
