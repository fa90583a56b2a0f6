import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { addUsers } from '../../testing/users-in-sqlite.ts';
import { blobRecordsSuite } from '../ports/blob-records-suite.ts';
import { bulkSuite } from '../ports/bulk-suite.ts';
import { compareAndRetry } from '../ports/compare-and-retry-scene.ts';
import { largePushSuite } from '../ports/large-push-suite.ts';
import type { PortionSize } from '../ports/library-port.ts';
import { libraryReadsSuite } from '../ports/library-reads-suite.ts';
import { librarySuite } from '../ports/library-suite.ts';
import { pullReadsSuite } from '../ports/pull-reads-suite.ts';
import { keptRunsSuite } from '../ports/runs/kept-runs-suite.ts';
import { testCasesSuite } from '../ports/runs/test-cases-suite.ts';
import type { StorageScene } from '../ports/storage-scene.ts';
import { createGroupCommit } from './group-commit.ts';
import { createGroupReads } from './group-reads.ts';
import { createLibraryStorage } from './library-storage.ts';
import { openDatabase } from './open-database.ts';

function open(portion?: PortionSize): StorageScene {
  const folder = temporaryFolder();
  const database = openDatabase({ file: join(folder.path, 'promptory.sqlite'), now: () => 0 });
  addUsers(database.connection);
  return {
    storage: createLibraryStorage(database, portion),
    users: [1, 2],
    [Symbol.dispose]() {
      database.close();
      folder[Symbol.dispose]();
    },
  };
}

librarySuite(open);
largePushSuite(open);
libraryReadsSuite(open);
pullReadsSuite(open);
blobRecordsSuite(open);
bulkSuite(open);
keptRunsSuite(open);
testCasesSuite(open);

describe('with decisions outside of the transaction', () => {
  const retries = { count: 0 };
  const openComparing = (portion?: PortionSize): StorageScene => {
    const scene = open(portion);
    return { ...scene, storage: compareAndRetry(scene.storage, retries) };
  };
  librarySuite(openComparing);
  bulkSuite(openComparing);

  test('transactions that were overtaken were decided once more', () => {
    expect(retries.count).toBeGreaterThan(0);
  });
});

test('writes that arrive together are one commit; each is answered after it', async () => {
  using folder = temporaryFolder();
  const { connection, close } = openDatabase({ file: join(folder.path, 'a.sqlite'), now: () => 0 });
  connection.exec('CREATE TABLE t (n INTEGER)');
  const commit = createGroupCommit(connection);
  const insert = connection.prepare('INSERT INTO t VALUES (?)');
  const order: string[] = [];
  const acts = [1, 2, 3].map((n) =>
    commit(() => {
      order.push(`act ${n}`);
      insert.run(n);
      return connection.inTransaction;
    }).then((inside) => order.push(`answer ${n} ${inside}`)),
  );
  expect(order).toEqual([]);
  await Promise.all(acts);
  expect(order).toEqual(['act 1', 'act 2', 'act 3', 'answer 1 true', 'answer 2 true', 'answer 3 true']);
  close();
});

test('a failed commit is answered to none of its transactions as done', async () => {
  using folder = temporaryFolder();
  const { connection, close } = openDatabase({ file: join(folder.path, 'a.sqlite'), now: () => 0 });
  connection.exec(`CREATE TABLE a (id INTEGER PRIMARY KEY);
    CREATE TABLE b (a INTEGER REFERENCES a (id) DEFERRABLE INITIALLY DEFERRED)`);
  const commit = createGroupCommit(connection);
  const fine = commit(() => connection.prepare('INSERT INTO a VALUES (1)').run());
  const dangling = commit(() => connection.prepare('INSERT INTO b VALUES (99)').run());
  await expect(fine).rejects.toThrow(/FOREIGN KEY/);
  await expect(dangling).rejects.toThrow(/FOREIGN KEY/);
  expect(connection.prepare('SELECT count(*) AS n FROM a').get()).toEqual({ n: 0 });
  await commit(() => connection.prepare('INSERT INTO a VALUES (2)').run());
  expect(connection.prepare('SELECT count(*) AS n FROM a').get()).toEqual({ n: 1 });
  close();
});

test('reads that arrive together share one transaction, and one that throws fails alone', async () => {
  using folder = temporaryFolder();
  const database = openDatabase({ file: join(folder.path, 'promptory.sqlite'), now: () => 0 });
  const { connection } = database;
  const read = createGroupReads(connection);
  const outcomes = await Promise.allSettled([
    read(() => connection.inTransaction),
    read(() => {
      throw new Error('of this read');
    }),
    ...Array.from({ length: 150 }, () => read(() => connection.inTransaction)),
  ]);
  expect(outcomes[1]).toMatchObject({ status: 'rejected', reason: { message: 'of this read' } });
  const values = outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : 'failed'));
  expect(values.filter((value) => value === true)).toHaveLength(151);
  expect(connection.inTransaction).toBe(false);
  database.close();
  await expect(read(() => 1)).rejects.toThrow();
});
