import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TestSchemas } from '../../testing/postgres/test-postgres.ts';
import { DatabaseUnavailable } from '../failures/database-unavailable.ts';
import { createTransactions } from './transactions.ts';
import { lockUser } from './user-records.ts';

const schemas = new TestSchemas();
afterAll(() => schemas.close());
beforeEach(() => vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => vi.useRealTimers());

async function open() {
  const { database, release } = await schemas.take();
  const { pool } = database;
  await pool.query(`INSERT INTO users (id, username, username_key, display_name, password_hash, created_at)
    SELECT id, 'user-' || id, 'user-' || id, 'user', '', 0 FROM generate_series(1, 2) AS id`);
  return { pool, transactions: createTransactions(pool), [Symbol.dispose]: release };
}

/** Has the lock of a user, as another node would, until it is released. */
async function lockedBy({ pool }: Awaited<ReturnType<typeof open>>, userId: number) {
  const other = await pool.connect();
  await other.query('BEGIN');
  await other.query('SELECT 1 FROM users WHERE id = $1 FOR NO KEY UPDATE', [userId]);
  return async () => {
    await other.query('ROLLBACK');
    other.release();
  };
}

test('writes of a library whose lock another node has wait on one connection, and others go on', async () => {
  using scene = await open();
  const { pool, transactions } = scene;
  const free = await lockedBy(scene, 1);
  const write = (of: number) => transactions.write((writes) => lockUser(writes, of), { of });
  const waiting = Array.from({ length: 20 }, () => write(1));
  await write(2);
  expect(pool.totalCount - pool.idleCount).toBe(2);
  await free();
  expect(await Promise.all(waiting)).toHaveLength(20);
});

test('a write that has waited for others of its library for too long is refused, and was not begun', async () => {
  using scene = await open();
  const { transactions } = scene;
  const free = await lockedBy(scene, 1);
  let begun = 0;
  const write = () =>
    transactions.write(
      async (writes) => {
        begun += 1;
        await lockUser(writes, 1);
      },
      { of: 1 },
    );
  const first = write();
  const second = write().catch((error: unknown) => error);
  await expect.poll(() => begun).toBe(1);
  vi.advanceTimersByTime(21_000);
  await free();
  await first;
  expect(await second).toBeInstanceOf(DatabaseUnavailable);
  expect(begun).toBe(1);
});

test('a lock that others have for too long is not waited for, and nothing is tried again', async () => {
  using scene = await open();
  const free = await lockedBy(scene, 1);
  let begun = 0;
  const writing = scene.transactions.write(async (writes) => {
    begun += 1;
    writes.send('SET LOCAL lock_timeout = 10');
    // Is not waited for by itself, and fails what comes after it.
    writes.send('SELECT 1 FROM users WHERE id = 1 FOR UPDATE');
    await lockUser(writes, 2);
  });
  await expect(writing).rejects.toThrow(DatabaseUnavailable);
  expect(begun).toBe(1);
  await free();
});

test('a transaction that PostgreSQL ended because it was idle for too long is done once more', async () => {
  using scene = await open();
  const { pool, transactions } = scene;
  let begun = 0;
  await transactions.write(async (writes) => {
    begun += 1;
    await lockUser(writes, 1);
    if (begun === 1) {
      const [own] = await writes.query<{ pid: number }>(
        `SELECT pg_backend_pid() AS pid, set_config('idle_in_transaction_session_timeout', '10', true)`,
      );
      const isThere = async () =>
        (await pool.query('SELECT 1 FROM pg_stat_activity WHERE pid = $1', [own?.pid])).rows.length;
      await expect.poll(isThere).toBe(0);
    }
    writes.send("UPDATE users SET display_name = 'once' WHERE id = 1");
  });
  const { rows } = await pool.query('SELECT display_name AS name FROM users WHERE id = 1');
  expect([begun, rows]).toEqual([2, [{ name: 'once' }]]);
});

test.each([
  ['all connections have been in use for too long', 'timeout exceeded when trying to connect', ''],
  ['its name is not known', 'getaddrinfo ENOTFOUND db', 'ENOTFOUND'],
  ['no name is known', 'getaddrinfo EAI_AGAIN db', 'EAI_AGAIN'],
  ['others have all of its connections', 'sorry, too many clients already', '53300'],
])('a database is away where %s, which is found out in ten seconds', async (_, message, code) => {
  let tries = 0;
  const { readOne } = createTransactions({
    connect() {
      tries += 1;
      vi.advanceTimersByTime(5_000);
      return Promise.reject(Object.assign(new Error(message), code === '' ? {} : { code }));
    },
  });
  await expect(readOne('SELECT 1', [])).rejects.toThrow(DatabaseUnavailable);
  expect(tries).toBe(2);
});
