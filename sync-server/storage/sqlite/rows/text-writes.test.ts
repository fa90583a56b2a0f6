import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { temporaryFolder } from '../../../testing/temporary-folder.ts';
import { addUsers } from '../../../testing/users-in-sqlite.ts';
import { openDatabase } from '../open-database.ts';
import { prepareRowStatements } from './row-statements.ts';
import { createRowTables, type RowChange } from './row-tables.ts';

const userId = 1;
const authorship = { by: null, device: '', at: 0, texts: [] };
const count = 400;
const Checkpoints = z.tuple([z.object({ log: z.number() })]);

/** Far from each other in the order of titles where the ids follow each other; as long as a title may be. */
const titleOf = (id: number) => String(id).padStart(3, '0').split('').reverse().join('').repeat(16);

function promptsInDatabase(file: string) {
  const database = openDatabase({ file, now: () => 0 });
  const { connection, close } = database;
  addUsers(connection);
  const tables = createRowTables(prepareRowStatements(database));
  let seq = 0;
  const changeOf = (id: number, rev: number): RowChange => {
    seq += 1;
    return { userId, id, rev, seq, byClient: null, byNumber: null, device: '', changedAt: 0 };
  };
  const createdAt = '2026-01-01T00:00:00.000Z';
  tables.project.put({ id: 1, name: 'a', color: 'gray', createdAt }, changeOf(1, 1), authorship);
  const put = (id: number, rev: number, { title = titleOf(id), content = 'old' } = {}) => {
    const row = { id, projectId: 1, title, content, notes: '', createdAt, lastVersion: 0 };
    return tables.prompt.put(row, changeOf(id, rev), authorship);
  };
  connection.transaction(() => {
    for (let id = 1; id <= count; id += 1) put(id, 1);
  })();
  /** Returns the pages that a transaction writes. */
  const pagesOf = (act: () => void): number => {
    connection.pragma('wal_checkpoint(TRUNCATE)');
    connection.transaction(act)();
    return Checkpoints.parse(connection.pragma('wal_checkpoint(PASSIVE)'))[0].log;
  };
  return { put, pagesOf, find: (id: number) => tables.prompt.find({ userId, id }), close };
}

test('texts that change together write no page of the titles', () => {
  using folder = temporaryFolder();
  const { put, pagesOf, find, close } = promptsInDatabase(join(folder.path, 'a.sqlite'));
  const ids = Array.from({ length: 20 }, (_, index) => index + 1);
  const ofTexts = pagesOf(() => {
    for (const id of ids) expect(put(id, 2, { content: 'new' })).toBe(1);
  });
  const ofTitles = pagesOf(() => {
    for (const id of ids) expect(put(id, 3, { title: `${titleOf(id)}!`, content: 'new' })).toBe(1);
  });
  expect(find(20)?.stored.row).toMatchObject({ title: `${titleOf(20)}!`, content: 'new' });
  // Those of the rows, of their places in the feed and of the account.
  expect(ofTexts).toBeLessThan(6);
  expect(ofTitles).toBeGreaterThan(ofTexts + 5);
  close();
});

test('a text that was made upon another revision changes nothing', () => {
  using folder = temporaryFolder();
  const { put, find, close } = promptsInDatabase(join(folder.path, 'a.sqlite'));
  expect(put(1, 3, { content: 'new' })).toBe(0);
  expect(find(1)?.stored).toMatchObject({ rev: 1, row: { content: 'old' } });
  close();
});
