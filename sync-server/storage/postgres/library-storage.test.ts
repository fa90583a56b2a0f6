import type { Pool } from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import { TestSchemas } from '../../testing/postgres/test-postgres.ts';
import { WorkingCopy } from '../change/working-copy.ts';
import { blobRecordsSuite } from '../ports/blob-records-suite.ts';
import { bulkSuite } from '../ports/bulk-suite.ts';
import { largePushSuite } from '../ports/large-push-suite.ts';
import type { PortionSize } from '../ports/library-port.ts';
import { libraryReadsSuite } from '../ports/library-reads-suite.ts';
import { librarySuite } from '../ports/library-suite.ts';
import { pullReadsSuite } from '../ports/pull-reads-suite.ts';
import { keptRunsSuite } from '../ports/runs/kept-runs-suite.ts';
import { testCasesSuite } from '../ports/runs/test-cases-suite.ts';
import {
  change,
  plain,
  project,
  prompt,
  row,
  type StorageScene,
  save,
  touching,
  whole,
  write,
} from '../ports/storage-scene.ts';
import { createLibraryStorage } from './library-storage.ts';
import { type Counted, createTransactions } from './transactions.ts';

const schemas = new TestSchemas();
afterAll(() => schemas.close());

/** Two users in a schema that is otherwise empty. */
async function openCounting(
  portion?: PortionSize,
  counted?: Counted,
): Promise<StorageScene & { pool: Pool }> {
  const { database, release } = await schemas.take();
  await database.pool.query(`INSERT INTO users (id, username, username_key, display_name, password_hash, created_at)
    SELECT id, 'user-' || id, 'user-' || id, 'user', '', 0 FROM generate_series(1, 2) AS id`);
  return {
    storage: createLibraryStorage(createTransactions(database.pool, counted), portion),
    users: [1, 2],
    isConcurrent: true,
    pool: database.pool,
    [Symbol.dispose]: release,
  };
}
const open = (portion?: PortionSize) => openCounting(portion);

librarySuite(open);
largePushSuite(open);
libraryReadsSuite(open);
pullReadsSuite(open);
blobRecordsSuite(open);
bulkSuite(open);
keptRunsSuite(open);
testCasesSuite(open);

describe('round trips', () => {
  const key = (number: number) => ({ client: 'c1', number });

  /** Counts those of one push of `ids.length` changes of prompts, each under its key. */
  async function push(scene: StorageScene, counted: Counted, ids: readonly number[], first: number) {
    counted.roundTrips = 0;
    const [ada] = scene.users;
    let done = 0;
    while (done < ids.length) {
      const rest = ids.slice(done);
      const parts = rest.map((id, index) => ({
        ...touching(row({ type: 'prompt', id }), row({ type: 'project', id: 1 }), {
          kind: 'newestVersion' as const,
          promptId: id,
        }),
        key: key(first + done + index),
      }));
      done += await scene.storage.transact(ada, {
        gather: { parts, mostVersions: 10_000 },
        decide(gathered) {
          const copy = new WorkingCopy(gathered);
          for (const [index, id] of rest.slice(0, gathered.parts).entries()) {
            write(copy, [prompt(id, 1, `${first} ${id}`)], { ...plain, by: key(first + done + index) });
            copy.storeAnswer(key(first + done + index), { requestHash: 'h', answer: { status: 200 } });
          }
          return { changes: copy.changes(), result: gathered.parts };
        },
      });
    }
    return counted.roundTrips;
  }

  test('an autosave is at most three, and a push of 500 changes at most twelve, of new rows or of old ones', async () => {
    const counted = { roundTrips: 0, statements: 0 };
    using scene = await openCounting(undefined, counted);
    const ids = Array.from({ length: 500 }, (_, index) => 100 + index);
    await save(scene, 1, [project(1)]);
    expect(await push(scene, counted, ids, 1)).toBeLessThanOrEqual(12);
    expect(await push(scene, counted, ids, 1_001)).toBeLessThanOrEqual(12);
    expect(await push(scene, counted, [100], 2_001)).toBeLessThanOrEqual(3);
    const { items } = await scene.storage.changesSince(1, 0, { rows: 1_000, bytes: 1e9 });
    expect(items).toHaveLength(501);
  });

  test('a page of the feed is read in three, however many rows it has', async () => {
    const counted = { roundTrips: 0, statements: 0 };
    using scene = await openCounting(undefined, counted);
    await save(scene, 1, [
      project(1),
      ...Array.from({ length: 300 }, (_, index) => prompt(10 + index, 1, 'a')),
    ]);
    counted.roundTrips = 0;
    await scene.storage.changesSince(1, 0, whole);
    expect(counted.roundTrips).toBeLessThanOrEqual(3);
  });
});

test('while nobody can go on with the bulk change of one library, others are read and written', async () => {
  using scene = await openCounting({ rows: 1, bytes: 1 });
  const [ada, eve] = scene.users;
  await save(scene, ada, [project(1), prompt(2, 1, 'a'), prompt(3, 1, 'b')]);
  const holder = await scene.pool.connect();
  await change(scene, ada, {
    act: (copy) => copy.beginBulk({ kind: 'deleteContentsOf', projectId: 1 }, plain),
  });
  await holder.query('BEGIN');
  await holder.query('SELECT 1 FROM users WHERE id = $1 FOR UPDATE', [ada]);
  const waiting = scene.storage.prompt(ada, 3);
  await save(scene, eve, [project(1), prompt(3, 1, 'hers')]);
  expect(await scene.storage.prompt(eve, 3)).toMatchObject({ row: { content: 'hers' } });
  await holder.query('ROLLBACK');
  holder.release();
  expect(await waiting).toBeUndefined();
});

test('rows that change a library elsewhere between two statements are in both or in none', async () => {
  using scene = await openCounting();
  const [ada] = scene.users;
  const transactions = createTransactions(scene.pool);
  await save(scene, ada, [project(1)]);
  const counts = await transactions.read(async (reads) => {
    const count = async () => (await reads.query('SELECT id FROM prompts WHERE user_id = $1', [ada])).length;
    const before = await count();
    await save(scene, ada, [prompt(2, 1, 'a')]);
    return [before, await count()];
  });
  expect(counts).toEqual([0, 0]);
});

test('a transaction whose connection is lost before its COMMIT runs once more, and is done once', async () => {
  using scene = await openCounting();
  const [ada] = scene.users;
  const transactions = createTransactions(scene.pool);
  let tries = 0;
  await transactions.write(async (writes) => {
    tries += 1;
    const [own] = await writes.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    writes.send('UPDATE users SET display_name = display_name || $2 WHERE id = $1', [ada, '+']);
    if (tries > 1) return;
    await scene.pool.query('SELECT pg_terminate_backend($1, 10000)', [own?.pid]);
    await writes.query('SELECT 1');
  });
  expect(tries).toBe(2);
  const { rows } = await scene.pool.query('SELECT display_name AS name FROM users WHERE id = $1', [ada]);
  expect(rows).toEqual([{ name: 'user+' }]);
});

test('a node that starts in the middle of a bulk change helps with it: each row is marked once, and both end', async () => {
  using scene = await openCounting({ rows: 3, bytes: 1e6 });
  const [ada] = scene.users;
  const prompts = Array.from({ length: 40 }, (_, index) => prompt(10 + index, 1, 'a'));
  await save(scene, ada, [project(1), ...prompts]);
  await change(scene, ada, {
    act: (copy) => copy.beginBulk({ kind: 'deleteContentsOf', projectId: 1 }, plain),
  });
  const starting = () =>
    createLibraryStorage(createTransactions(scene.pool), { rows: 3, bytes: 1e6 }).finishBulkChanges();
  // The first of them is in the middle when the others look.
  const finished = await Promise.all([1, 2, 3].map(starting));
  expect(finished).toContainEqual([ada]);
  const { items, seq } = await scene.storage.changesSince(ada, 41, whole);
  expect(items.map(({ stored }) => [stored.deleted, stored.rev])).toEqual(prompts.map(() => [true, 2]));
  expect(seq).toBe(81);
  expect(await starting()).toEqual([]);
});
