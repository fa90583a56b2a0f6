import { expect, test, vi } from 'vitest';
import { createEpochs } from './epochs.ts';
import { openDatabase } from './open-database.ts';
import { createPullReads } from './pull-reads.ts';
import { createUserRecords } from './user-records.ts';

test('texts are found by indexes alone, and no list is sorted', () => {
  const database = openDatabase({ file: ':memory:', now: () => 0 });
  const { connection } = database;
  const epochs = createEpochs(connection);
  const users = createUserRecords(connection, epochs);
  const prepare = vi.spyOn(connection, 'prepare');
  createPullReads(database, { users, epochs, portion: { rows: 1, bytes: 1 } });
  const statements = prepare.mock.calls.map(([source]) => source);
  prepare.mockRestore();
  expect(statements.length).toBeGreaterThan(8);
  for (const source of statements) {
    const names = [...source.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, 1]);
    const plan = connection.prepare(`EXPLAIN QUERY PLAN ${source}`).all(Object.fromEntries(names));
    expect([source, JSON.stringify(plan)]).toEqual([source, expect.not.stringMatching(/SCAN|TEMP B-TREE/)]);
    expect([source, JSON.stringify(plan)]).toEqual([source, expect.stringContaining('USING')]);
  }
  database.close();
});
