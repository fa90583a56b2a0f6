import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase, postgresUrl, TestSchemas } from '../../testing/postgres/test-postgres.ts';
import { CannotStart } from '../failures/cannot-start.ts';
import { readMigrations } from '../read-migrations.ts';
import { openPostgres } from './open-postgres.ts';

const schemas = new TestSchemas();
let url = '';
beforeAll(async () => {
  url = await postgresUrl();
});
afterAll(() => schemas.close());

const rowsOf = async (database: Awaited<ReturnType<typeof openPostgres>>, text: string) =>
  (await database.pool.query(text)).rows;

test('the key of each table of rows that belong to somebody begins with the user, and so does each unique index', async () => {
  const { database, release } = await schemas.take();
  const tables: { name: string; owned: boolean }[] = await rowsOf(
    database,
    `SELECT c.relname AS name, EXISTS (SELECT 1 FROM pg_attribute a WHERE a.attrelid = c.oid
        AND a.attname = 'user_id') AS owned
      FROM pg_class c WHERE c.relkind = 'r' AND c.relnamespace = current_schema()::regnamespace ORDER BY name`,
  );
  const ofNobody = tables.filter(({ owned }) => !owned).map(({ name }) => name);
  expect(ofNobody).toEqual([
    ...[
      'applied_migrations',
      'attempts',
      'change_feed',
      'invitations',
      'server_secrets',
      'tasks_done',
      'users',
    ],
  ]);
  const unique: { name: string; index: string; first: string; primary: boolean }[] = await rowsOf(
    database,
    `SELECT t.relname AS name, i.relname AS index, a.attname AS first, x.indisprimary AS primary
      FROM pg_index x JOIN pg_class t ON t.oid = x.indrelid JOIN pg_class i ON i.oid = x.indexrelid
      JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = x.indkey[0]
      WHERE x.indisunique AND t.relnamespace = current_schema()::regnamespace`,
  );
  const ofSomebody = unique.filter(({ name }) => !ofNobody.includes(name));
  expect(ofSomebody.filter(({ first }) => first !== 'user_id')).toEqual([]);
  const withKey = ofSomebody.filter(({ primary }) => primary).map(({ name }) => name);
  expect(withKey.sort()).toEqual(tables.filter(({ owned }) => owned).map(({ name }) => name));
  expect(withKey.length).toBeGreaterThan(10);
  release();
});

test('text that an index holds is compared by its bytes', async () => {
  const { database, release } = await schemas.take();
  const others = await rowsOf(
    database,
    `SELECT t.relname, a.attname FROM pg_index x JOIN pg_class t ON t.oid = x.indrelid
      JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = ANY (x.indkey)
      JOIN pg_collation c ON c.oid = a.attcollation
      WHERE t.relnamespace = current_schema()::regnamespace AND c.collname <> 'C'`,
  );
  expect(others).toEqual([]);
  release();
});

test('of nodes that start together on an empty database one makes the tables, and all start', async () => {
  const fresh = await freshDatabase();
  const opened = await Promise.all(
    [1, 2, 3].map(() => openPostgres({ url: fresh, now: () => 0, connections: 2 })),
  );
  const newest = readMigrations(new URL('./postgres-migrations/', import.meta.url)).length;
  const [first] = opened;
  if (first === undefined) throw new Error('none was opened');
  expect(opened.map(({ migratedFrom }) => migratedFrom).sort()).toEqual([0, newest, newest]);
  expect(await rowsOf(first, 'SELECT count(*) AS count FROM change_feed')).toEqual([{ count: 1 }]);
  await first.pool.query("INSERT INTO applied_migrations VALUES (99, 'later', 0)");
  await Promise.all(opened.map(({ close }) => close()));
  await expect(openPostgres({ url: fresh, now: () => 0 })).rejects.toThrow(/newer Promptory/);
});

test('a database that could lose what is committed is refused', async () => {
  const careless = await freshDatabase('synchronous_commit = off');
  await expect(openPostgres({ url: careless, now: () => 0 })).rejects.toThrow(/synchronous_commit off/);
});

test.each([
  ['a server that is not there', { port: '1' }, /cannot be reached: connect ECONNREFUSED/],
  ['a name of no machine', { hostname: 'nowhere.invalid' }, /cannot be reached: getaddrinfo/],
  ['a database that is not there', { pathname: 'nowhere' }, /is not there: database "nowhere"/],
  ['a user whom it does not know', { username: 'eve' }, /does not let its user in: role "eve"/],
])('%s is a sentence for a person, without the password', async (_, parts, sentence) => {
  const wrong = Object.assign(new URL(url), parts, { password: 'hidden' });
  const opening = openPostgres({ url: wrong.href, now: () => 0 });
  await expect(opening).rejects.toThrow(CannotStart);
  await expect(opening).rejects.toThrow(sentence);
  await expect(opening).rejects.not.toThrow(/hidden/);
});

test('a node whose machine is gone in the middle of a change does not keep its locks, and nobody waits for one without end', async () => {
  const { database, release } = await schemas.take();
  const clients = await Promise.all(Array.from({ length: 8 }, () => database.pool.connect()));
  for (const client of clients) {
    const { rows } = await client.query(`SELECT name, setting FROM pg_settings
      WHERE name IN ('idle_in_transaction_session_timeout', 'lock_timeout') OR name LIKE 'tcp_%' ORDER BY name`);
    expect(Object.fromEntries(rows.map(({ name, setting }) => [name, Number(setting)]))).toEqual({
      idle_in_transaction_session_timeout: 30_000,
      lock_timeout: 20_000,
      tcp_keepalives_count: 3,
      tcp_keepalives_idle: 10,
      tcp_keepalives_interval: 5,
      tcp_user_timeout: 25_000,
    });
    client.release();
  }
  release();
});

test('numbers are numbers, and one that is not exact is an error', async () => {
  const { database, release } = await schemas.take();
  const [row] = await rowsOf(
    database,
    'SELECT (2 ^ 52)::bigint AS id, count(*) AS count, sum(1::bigint) AS sum FROM users',
  );
  expect(row).toEqual({ id: 2 ** 52, count: 0, sum: null });
  await expect(database.pool.query('SELECT (2 ^ 60)::bigint + 1 AS id')).rejects.toThrow(/not a safe/);
  release();
});
