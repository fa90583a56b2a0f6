/** Tests that a library is the same, row by row and file by file, after it was moved into PostgreSQL and back. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type Database from 'better-sqlite3';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { startObjectStore } from '../../testing/object-store.ts';
import { freshDatabase } from '../../testing/postgres/test-postgres.ts';
import { runPromptory } from '../../testing/run-promptory.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { createDiskBlobs } from '../blobs/disk-blobs.ts';
import { movingName } from '../data-folder/unfinished-folder.ts';
import { hashOf } from '../ports/blob-storage-suite.ts';
import { openPostgres } from '../postgres/open-postgres.ts';
import { lockDataFolder } from '../sqlite/lock-data-folder.ts';
import { openDatabase } from '../sqlite/open-database.ts';
import { movedTables, portion } from './moved-rows.ts';

const store = await startObjectStore();
afterAll(() => store[Symbol.asyncDispose]());

/** Tables that belong to a database and not to a library. */
const ofDatabase = ['applied_migrations', 'sqlite_sequence', 'attempts', 'webhook_leases', 'tasks_done'];
const people = [3, 2 ** 52 - 1];
const texts = ['größer ✓ 😀 "quoted" \\ {a,b} NULL', '', '\u0001\n\r\t', "o'clock; --", 'NULL'];

/** Opens the database of a folder that no server uses. */
function opened<T>(dataFolder: string, work: (connection: Database.Database) => T): T {
  const database = openDatabase({ file: join(dataFolder, 'promptory.sqlite'), now: () => 7 });
  try {
    return work(database.connection);
  } finally {
    database.close();
  }
}

type Column = { name: string; type: 'INTEGER' | 'TEXT' | 'BLOB'; required: number; isUnique: number };

/** Fills a table: every column has a value in one row, and NULL, where it may, in another. */
function fill(connection: Database.Database, table: string, rows: number): void {
  const columns = connection
    .prepare<{ table: string }, Column>(
      `SELECT name, type, "notnull" AS required, EXISTS (
          SELECT 1 FROM pragma_index_list(:table) AS i, pragma_index_info(i.name) AS c
          WHERE i."unique" = 1 AND c.name = t.name
        ) AS isUnique FROM pragma_table_info(:table) AS t`,
    )
    .all({ table });
  const add = connection.prepare(
    `INSERT INTO ${table} (${columns.map(({ name }) => `"${name}"`)}) VALUES (${columns.map(() => '?')})`,
  );
  const filling = ({ name, type, required, isUnique }: Column, row: number): unknown => {
    if (name === 'user_id' || (table === 'users' && name === 'id')) return people[row % people.length];
    if (name === 'webhook_id') return 9;
    if (table === 'webhooks' && name === 'id') return 9;
    if (required === 0 && name !== 'id' && row % 3 === 0) return null;
    if (name === 'attributes')
      return JSON.stringify({ labels: [{ label: 'live', versionId: 2 ** 52 + row }] });
    if (type === 'BLOB') return Buffer.from([0, 255, row, 10]);
    if (type === 'TEXT')
      return isUnique === 1 ? `${texts[row % texts.length]} ${row}` : texts[row % texts.length];
    if (/^(erased|stored|is_admin)$/.test(name)) return row % 2;
    return name.endsWith('_at') && row % 2 === 0 ? 1_790_000_000_123 : 2 ** 40 + row;
  };
  connection.transaction(() => {
    for (let row = 0; row < rows; row += 1) add.run(...columns.map((column) => filling(column, row)));
  })();
}

const one: readonly string[] = ['change_feed'];
const onePerson: readonly string[] = ['users', 'bulk_changes', 'webhooks'];

/** A folder with rows in every table, more of prompts than a portion has, and one file. */
async function filledFolder() {
  const folder = temporaryFolder();
  const dataFolder = join(folder.path, 'data');
  mkdirSync(dataFolder);
  opened(dataFolder, (connection) => {
    connection.exec('DELETE FROM change_feed');
    for (const table of movedTables) {
      const rows = table === 'prompts' ? 2 * portion.rows + 7 : one.includes(table) ? 1 : 12;
      fill(connection, table, onePerson.includes(table) ? people.length : rows);
    }
    // Triggers have counted rows and recorded events; one event more was there once.
    connection.exec('UPDATE users SET row_count = 5, text_bytes = id % 1000');
    connection.exec("UPDATE sqlite_sequence SET seq = seq + 100 WHERE name = 'webhook_events'");
    connection.exec('DELETE FROM blobs');
    connection
      .prepare('INSERT INTO blobs (user_id, sha256, size, fits, stored) VALUES (?, ?, 11, ?, ?)')
      .run(3, hashOf('hello world'), ' text/plain ', 1);
  });
  const draft = createDiskBlobs(join(dataFolder, 'files')).temporary();
  await draft.append(
    (async function* () {
      yield new TextEncoder().encode('hello world');
    })(),
    11,
  );
  await draft.keep({ userId: 3, sha256: hashOf('hello world') });
  return { path: folder.path, dataFolder, [Symbol.dispose]: () => folder[Symbol.dispose]() };
}

/** Returns all rows of all tables. */
function contentOf(dataFolder: string) {
  return opened(dataFolder, (connection) => {
    const names = connection
      .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
      .pluck()
      .all()
      .filter((name) => name !== 'applied_migrations');
    return Object.fromEntries(
      names.map((name) => [
        name,
        connection
          .prepare(`SELECT * FROM ${name}`)
          .all()
          .map((row) => JSON.stringify(row))
          .toSorted(),
      ]),
    );
  });
}

async function onPostgres<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const usersIn = (url: string) =>
  onPostgres(url, async (client) => (await client.query('SELECT id FROM users')).rows.length);

const bucketOf = (prefix: string) => (store.variables.FILES_URL ?? '').replace('?', `/${prefix}?`);
const keys = { ...store.variables, FILES_URL: '' };

test('a library comes back from PostgreSQL as it went there: each row of each table, and its files', async () => {
  using here = await filledFolder();
  const before = contentOf(here.dataFolder);
  expect(Object.keys(before).filter((name) => before[name]?.length === 0)).toEqual([]);
  const url = await freshDatabase();
  const files = ['--files', bucketOf('round')];
  const settings = { ...keys, DATA_DIR: here.dataFolder };
  const there = await runPromptory(settings, ['migrate', '--to', url, ...files, '--json']);
  expect([there.code, there.err]).toEqual([0, 'Comparing both sides.\n']);
  const moved = JSON.parse(there.out);
  expect(moved).toMatchObject({ files: { files: 1, bytes: 11, missing: [] } });
  expect(moved.tables.map(({ name, rows }: { name: string; rows: number }) => [name, rows])).toEqual(
    movedTables.map((name) => [name, before[name]?.length]),
  );
  expect(contentOf(here.dataFolder)).toEqual(before);
  const DATA_DIR = join(here.path, 'back');
  const back = await runPromptory({ ...keys, DATA_DIR }, ['migrate', '--from', url, ...files]);
  expect([back.code, back.out]).toEqual([0, expect.stringContaining(`and 1 files are in ${DATA_DIR}`)]);
  expect(contentOf(DATA_DIR)).toEqual(before);
  const found = await createDiskBlobs(join(DATA_DIR, 'files')).find({
    userId: 3,
    sha256: hashOf('hello world'),
  });
  expect(await new Response(found?.read(0, 11)).text()).toBe('hello world');
  expect(existsSync(join(DATA_DIR, movingName))).toBe(false);
});

test('each table of both databases is moved, or belongs to the database alone', async () => {
  using folder = temporaryFolder();
  const names = opened(folder.path, (connection) =>
    connection.prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all(),
  );
  const url = await freshDatabase();
  await (await openPostgres({ url, now: () => 7 })).close();
  const inPostgres = await onPostgres(url, async (client) => {
    const { rows } = await client.query(
      "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'",
    );
    return rows.map(({ name }) => String(name));
  });
  for (const all of [names, inPostgres]) {
    expect(all.filter((name) => !ofDatabase.includes(name)).toSorted()).toEqual(movedTables.toSorted());
  }
});

test('PostgreSQL goes on counting where the library was', async () => {
  using here = await filledFolder();
  const url = await freshDatabase();
  const ended = await runPromptory({ DATA_DIR: here.dataFolder }, ['migrate', '--to', url]);
  expect([ended.code, ended.out]).toEqual([0, expect.stringContaining('Files stayed where they are.')]);
  const last = opened(here.dataFolder, (connection) =>
    connection.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'webhook_events'").pluck().get(),
  );
  await onPostgres(url, async (client) => {
    const { rows } = await client.query(
      `INSERT INTO webhook_events (user_id, type, prompt_id, at) VALUES (3, 't', 1, 1) RETURNING id`,
    );
    expect(rows).toEqual([{ id: String(Number(last) + 1) }]);
    for (const [table, columns] of [
      ['api_tokens', "(user_id, token_hash, name, scope, created_at) VALUES (3, 'h', 'n', 'read', 1)"],
      ['invitations', "(token_hash, created_at, expires_at) VALUES ('h', 1, 1)"],
    ]) {
      const added = await client.query(`INSERT INTO ${table} ${columns} RETURNING id`);
      const highest = await client.query(`SELECT max(id) AS id FROM ${table}`);
      expect(added.rows).toEqual(highest.rows);
    }
  });
});

test('nothing is moved while a server uses the folder or the PostgreSQL', async () => {
  using here = await filledFolder();
  const url = await freshDatabase();
  const run = (...args: string[]) => runPromptory({ DATA_DIR: here.dataFolder }, ['migrate', ...args]);
  const lock = await lockDataFolder(here.dataFolder);
  expect(await run('--to', url)).toMatchObject({ code: 1, err: expect.stringContaining('already using') });
  await lock.release();
  const node = new pg.Client({ connectionString: url, application_name: 'promptory' });
  await node.connect();
  expect(await run('--to', url)).toMatchObject({
    code: 1,
    err: expect.stringContaining('stop all of its nodes'),
  });
  await node.end();
  expect(await usersIn(url)).toBe(0);
  expect((await run('--to', url)).code).toBe(0);
  const again = await run('--to', url);
  expect([again.code, again.err]).toEqual([1, expect.stringContaining('has 2 accounts already')]);
  const onItself = await run('--from', url);
  expect([onItself.code, onItself.err]).toEqual([1, expect.stringContaining('There is a library in')]);
});

test('a row that is not as it was undoes all, and the next attempt is the first', async () => {
  using here = await filledFolder();
  const url = await freshDatabase();
  const run = () => runPromptory({ DATA_DIR: here.dataFolder }, ['migrate', '--to', url]);
  await onPostgres(url, async (client) => {
    const back = async () =>
      (await runPromptory({ DATA_DIR: join(here.path, 'x') }, ['migrate', '--from', url])).err;
    expect(await back()).toContain('has no tables of Promptory');
    // As a server does that was started on it once.
    expect((await runPromptory({ DATABASE_URL: url }, ['migrate'])).code).toBe(0);
    expect(await back()).toContain('has no accounts');
    await client.query(`CREATE FUNCTION change() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN NEW.device := NEW.device || '!'; RETURN NEW; END $$`);
    await client.query(
      'CREATE TRIGGER changes BEFORE INSERT ON versions FOR EACH ROW EXECUTE FUNCTION change()',
    );
    expect((await run()).err).toContain('Nothing was moved: the table versions is not as it was: 12 rows');
    expect(await usersIn(url)).toBe(0);
    await client.query('DROP FUNCTION change CASCADE');
  });
  expect((await run()).code).toBe(0);
});

test('a folder into which a library is being moved is no folder to start on', async () => {
  using here = await filledFolder();
  const url = await freshDatabase();
  expect((await runPromptory({ DATA_DIR: here.dataFolder }, ['migrate', '--to', url])).code).toBe(0);
  const DATA_DIR = join(here.path, 'back');
  mkdirSync(DATA_DIR);
  // As a process that was killed leaves it.
  writeFileSync(join(DATA_DIR, movingName), 'half');
  writeFileSync(join(DATA_DIR, `${movingName}-wal`), 'half');
  const { openServerStorages } = await import('../open-storages.ts');
  const opening = openServerStorages({ dataFolder: DATA_DIR, databaseUrl: undefined, now: Date.now });
  await expect(opening).rejects.toThrow(/was being moved into .* run migrate with --from once more/);
  expect((await runPromptory({ DATA_DIR }, ['migrate', '--from', url])).code).toBe(0);
  expect(contentOf(DATA_DIR)).toEqual(contentOf(here.dataFolder));
});

test.each([
  ['content', 'a\0b', 'content of the row of prompts with user_id 3, id 5'],
  ['attributes', '{"tags":["a\\u0000"]}', 'attributes of the row of prompts with user_id 3, id 5'],
  ['attributes', '{"tags":["a\\ud83d"]}', 'attributes of the row of prompts with user_id 3, id 5'],
])(
  '%s with %j, which PostgreSQL cannot hold, is named before anything is moved',
  async (column, text, sentence) => {
    using folder = temporaryFolder();
    opened(folder.path, (connection) => {
      fill(connection, 'users', 2);
      fill(connection, 'prompts', 4);
      connection
        .prepare(`UPDATE prompts SET id = 5, ${column} = ? WHERE user_id = 3 AND rowid < 2`)
        .run(text);
      connection.exec(`UPDATE prompts SET attributes = '{"tags":["\\\\u0000"]}' WHERE rowid > 2`);
    });
    const url = await freshDatabase();
    const ended = await runPromptory({ DATA_DIR: folder.path }, ['migrate', '--to', url]);
    expect([ended.code, ended.err]).toEqual([1, expect.stringContaining(`Nothing was moved: ${sentence}`)]);
    expect(await usersIn(url)).toBe(0);
  },
);

test('files that are missing or damaged are named, and those that are there already stay', async () => {
  using here = await filledFolder();
  opened(here.dataFolder, (connection) => {
    const add = connection.prepare(
      `INSERT INTO blobs (user_id, sha256, size, fits, stored) VALUES (3, ?, 3, '', ?)`,
    );
    add.run(hashOf('one'), 1);
    add.run(hashOf('two'), 1);
    add.run(hashOf('six'), 0);
  });
  const folder = join(here.dataFolder, 'files', '3', hashOf('two').slice(0, 2));
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, hashOf('two')), 'owt');
  const moved = async (url: string) =>
    runPromptory({ ...keys, DATA_DIR: here.dataFolder }, [
      'migrate',
      '--to',
      url,
      '--files',
      bucketOf('part'),
      '--json',
    ]);
  const first = await moved(await freshDatabase());
  expect(first.code).toBe(1);
  expect(new Set(JSON.parse(first.out).files.missing)).toEqual(new Set([hashOf('one'), hashOf('two')]));
  writeFileSync(
    join(here.dataFolder, 'files', '3', hashOf('hello world').slice(0, 2), hashOf('hello world')),
    '',
  );
  expect(JSON.parse((await moved(await freshDatabase())).out).files.files).toBe(1);
});

test('a PostgreSQL that is away is named as the argument that it was', async () => {
  using here = await filledFolder();
  const ended = await runPromptory({ DATA_DIR: here.dataFolder }, [
    'migrate',
    '--to',
    'postgres://127.0.0.1:1/p',
  ]);
  expect([ended.code, ended.err]).toEqual([
    1,
    expect.stringContaining('The database of --to cannot be reached'),
  ]);
});

test.each([
  [['--to', 'mysql://h/n'], '--to must be an address like postgres://'],
  [['--to', 'postgres://h/n', '--from', 'postgres://h/n'], 'either --to or --from'],
  [['--files', 's3://b'], '--files goes with --to or --from'],
  [['--to', 'postgres://h/n', '--files', 's3://b?style=x'], '--files: '],
])('arguments %j are refused in words', async (args, sentence) => {
  using folder = temporaryFolder();
  const ended = await runPromptory({ ...keys, DATA_DIR: folder.path }, ['migrate', ...args]);
  expect([ended.code, ended.err]).toEqual([2, expect.stringContaining(sentence)]);
});
