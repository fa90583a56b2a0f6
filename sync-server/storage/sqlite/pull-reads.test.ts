import { expect, test, vi } from 'vitest';
import { addUsers } from '../../testing/users-in-sqlite.ts';
import { project, prompt, save, version } from '../ports/storage-scene.ts';
import { createLibraryStorage } from './library-storage.ts';
import { openDatabase } from './open-database.ts';

test('texts are found by indexes alone, and no list is sorted', async () => {
  const database = openDatabase({ file: ':memory:', now: () => 0 });
  const { connection } = database;
  addUsers(connection);
  const storage = createLibraryStorage(database);
  const rows = [project(1), prompt(2, 1, 'text'), version(3, 2, 1)];
  await save({ storage, users: [1, 2], [Symbol.dispose]() {} }, 1, rows);
  const { title } = (await storage.prompt(1, 2))?.row ?? { title: '' };
  const { name } = (await storage.projects(1, null)).rows[0] ?? { name: '' };
  const prepare = vi.spyOn(connection, 'prepare');
  for (const onlyProject of [null, 1]) {
    for (const pin of [null, { kind: 'version', version: 1 }, { kind: 'label', label: 'latest' }] as const) {
      await storage.pinnedText(1, { project: name, prompt: title, pin, onlyProject });
      await storage.pinnedText(1, { project: '1', prompt: '2', pin, onlyProject });
      await storage.pinnedText(1, { project: '1', prompt: title, pin, onlyProject });
    }
    await storage.pinnedText(1, {
      project: name,
      prompt: title,
      pin: { kind: 'version', version: 9 },
      onlyProject,
    });
    await storage.referencedTexts(1, { references: [{ project: name, title, pin: null }], onlyProject });
  }
  await storage.promptHeads(1, null);
  await storage.versionHeads(1, 2, null);
  const statements = prepare.mock.calls.map(([source]) => source);
  prepare.mockRestore();
  expect(statements.length).toBeGreaterThan(8);
  for (const source of statements) {
    const values = Array.from({ length: source.split('?').length - 1 }, () => 1);
    const plan = connection.prepare(`EXPLAIN QUERY PLAN ${source}`).all(values);
    // The epoch of the database is the one row of its table.
    const reads = JSON.stringify(plan).replace('SCAN change_feed', '');
    expect([source, reads]).toEqual([source, expect.not.stringMatching(/SCAN|TEMP B-TREE/)]);
    expect([source, JSON.stringify(plan)]).toEqual([source, expect.stringContaining('USING')]);
  }
  database.close();
});
