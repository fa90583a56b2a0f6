import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { CannotStart } from '../failures/cannot-start.ts';
import { readMigrations } from '../read-migrations.ts';
import { openDatabase } from './open-database.ts';

const now = () => 1_767_268_800_000;

test('a database is opened with WAL, full synchronisation and checked references', () => {
  using folder = temporaryFolder();
  const { connection, close } = openDatabase({ file: join(folder.path, 'a.sqlite'), now });
  expect(connection.pragma('journal_mode', { simple: true })).toBe('wal');
  expect(connection.pragma('synchronous', { simple: true })).toBe(2);
  expect(connection.pragma('foreign_keys', { simple: true })).toBe(1);
  expect(connection.pragma('busy_timeout', { simple: true })).toBe(5000);
  close();
});

test('a second opening applies no migration again', () => {
  using folder = temporaryFolder();
  const file = join(folder.path, 'a.sqlite');
  const applied = () => {
    const database = openDatabase({ file, now });
    const rows = database.connection.prepare('SELECT * FROM applied_migrations ORDER BY number').all();
    database.close();
    return rows;
  };
  const first = applied();
  expect(first.length).toBeGreaterThan(0);
  expect(first[0]).toEqual({ number: 1, name: '001-everything.sql', applied_at: now() });
  expect(applied()).toEqual(first);
});

test('versions that were saved before there were settings have none, and those of later ones count as text', () => {
  using folder = temporaryFolder();
  const file = join(folder.path, 'a.sqlite');
  const [everything] = readMigrations(new URL('./migrations/', import.meta.url));
  const before = new Database(file);
  before.exec(`CREATE TABLE applied_migrations (
    number INTEGER PRIMARY KEY, name TEXT NOT NULL, applied_at INTEGER NOT NULL) STRICT`);
  before.exec(everything?.sql ?? '');
  const put = (id: number) => `INSERT INTO versions (user_id, id, prompt_id, version, content, description,
    created_at, rev, seq, device, changed_at) VALUES (1, ${id}, 1, ${id}, 'abc', '', '', 1, ${id}, '', 0)`;
  before.exec(`INSERT INTO applied_migrations VALUES (1, '001-everything.sql', 0);
    INSERT INTO users (id, username, username_key, display_name, password_hash, created_at)
      VALUES (1, 'ada', 'ada', 'Ada', '', 0); ${put(1)}`);
  before.close();

  const { connection, close } = openDatabase({ file, now });
  expect(connection.prepare('SELECT content, settings FROM versions').all()).toEqual([
    { content: 'abc', settings: null },
  ]);
  connection.exec(`${put(2)}; UPDATE versions SET settings = '{}' WHERE id = 2`);
  expect(connection.prepare('SELECT text_bytes FROM users').pluck().get()).toBe(3 + 3 + 2);
  close();
});

test('a database that a newer server has used is refused in a sentence, and left as it was', () => {
  using folder = temporaryFolder();
  const file = join(folder.path, 'a.sqlite');
  const database = openDatabase({ file, now });
  database.connection.exec("INSERT INTO applied_migrations VALUES (999, '999-later.sql', 1)");
  database.close();
  expect(() => openDatabase({ file, now })).toThrow(/was last used by a newer Promptory/);
  expect(() => openDatabase({ file, now })).toThrow(CannotStart);
});

test('a file that is no database is refused in a sentence', () => {
  using folder = temporaryFolder();
  const file = join(folder.path, 'a.sqlite');
  writeFileSync(file, 'this is a text, and long enough to be taken for one '.repeat(50));
  expect(() => openDatabase({ file, now })).toThrow(/is not an intact SQLite database/);
});

test('a file in a folder that is not there is refused in a sentence', () => {
  using folder = temporaryFolder();
  expect(() => openDatabase({ file: join(folder.path, 'gone', 'a.sqlite'), now })).toThrow(Error);
});

test('ids of 52 bits come back as the numbers that they were', () => {
  const database = openDatabase({ file: ':memory:', now });
  const id = 2 ** 52 - 1;
  const insert = `INSERT INTO users (id, username, username_key, display_name, password_hash, created_at)
    VALUES (?, 'a', 'a', 'a', 'a', 1)`;
  database.connection.prepare(insert).run(id);
  const row = database.connection.prepare('SELECT id, typeof(id) AS type FROM users WHERE id = ?').get(id);
  expect(row).toEqual({ id, type: 'integer' });
  database.close();
});

test('a migration that fails leaves nothing behind, and the next start tries it again', () => {
  using folder = temporaryFolder();
  const file = join(folder.path, 'a.sqlite');
  // A table of the same name is in the way of the first migration's second statement.
  const before = new Database(file);
  before.exec('CREATE TABLE sessions (anything)');
  before.close();
  expect(() => openDatabase({ file, now })).toThrow(/already exists/);

  const repaired = new Database(file);
  expect(repaired.prepare("SELECT name FROM sqlite_schema WHERE name = 'users'").all()).toEqual([]);
  repaired.exec('DROP TABLE sessions');
  repaired.close();
  openDatabase({ file, now }).close();
});

test('migrations with a gap in their numbers are a bug that is found at once', () => {
  using folder = temporaryFolder();
  writeFileSync(join(folder.path, '001-first.sql'), '');
  writeFileSync(join(folder.path, '003-third.sql'), '');
  expect(() => readMigrations(new URL(`file://${folder.path}/`))).toThrow(/003-third.sql is not number 2/);
});
