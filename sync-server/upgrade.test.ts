/** Tests that this server starts on data of earlier versions, and what it keeps of them before its tables change. */
import { cpSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { ChangesPage } from '#shared/sync/wire.ts';
import { restoreBackup } from './storage/backup/restore-backup.ts';
import { applyMigrations, newestMigration } from './storage/sqlite/apply-migrations.ts';
import { openDatabase } from './storage/sqlite/open-database.ts';
import { spawnServer } from './testing/spawned-server.ts';
import { temporaryFolder } from './testing/temporary-folder.ts';
import { cookieOf, jsonRequest } from './testing/test-app.ts';

const testing = new URL('./testing/', import.meta.url);
const migrations = new URL('./storage/sqlite/migrations/', import.meta.url);
const archives = readdirSync(testing).filter((name) => name.startsWith('data-of-'));
const next = String(newestMigration() + 1).padStart(3, '0');

test.each(archives)('this server starts on %s: people sign in, read everything and sync', async (archive) => {
  using folder = temporaryFolder();
  const file = join(folder.path, 'backup.tar');
  const dataFolder = join(folder.path, 'data');
  writeFileSync(file, gunzipSync(readFileSync(new URL(archive, testing))));
  await restoreBackup({ dataFolder, file, now: Date.now });
  using server = spawnServer({ DATA_DIR: dataFolder });
  const address = await server.ready;
  const credentials = { username: 'ada', password: 'correct horse' };
  const signedIn = await fetch(`${address}/api/login`, jsonRequest('POST', credentials));
  expect(signedIn.status).toBe(200);
  const headers = { Cookie: cookieOf(signedIn) };
  const read = async (path: string) => (await fetch(`${address}/api${path}`, { headers })).json();
  const { changes } = ChangesPage.parse(await read('/sync/changes'));
  expect(changes.map(({ type, row }) => [type, !row]).toSorted()).toEqual([
    ['project', false],
    ['prompt', false],
    ['prompt', true],
    ['resource', false],
    ['version', false],
  ]);
  expect(await read('/prompts/12')).toMatchObject({
    title: 'Notes on the engine',
    content: 'second text, größer ✓',
  });
  const [resource] = await read('/projects/11/resources');
  const download = await fetch(`${address}/api/resources/${resource.id}/download`, { headers });
  expect(await download.text()).toBe('# A plan');
  const body = { id: 21, projectId: 11, title: 'New', content: 'written today' };
  const push = { mutations: [{ key: 'c1:1', method: 'POST', path: '/api/prompts', body }] };
  const pushed = await fetch(`${address}/api/sync/push`, jsonRequest('POST', push, headers));
  expect((await pushed.json()).results).toMatchObject([{ status: 201 }]);
  server.child.kill('SIGTERM');
  expect(await server.ended).toMatchObject({ code: 0, err: '' });
});

test('there is a data folder of an earlier version to start from', () => {
  expect(archives).toContain('data-of-0.1.0.tar.gz');
});

/** A database of this server, and the migrations of a later one, which has a table more. */
function laterMigrations(folder: string): { file: string; upgrade: () => void } {
  const file = join(folder, 'promptory.sqlite');
  openDatabase({ file, now: Date.now }).close();
  const later = join(folder, 'migrations');
  cpSync(migrations, later, { recursive: true });
  writeFileSync(join(later, `${next}-notes.sql`), 'CREATE TABLE notes (words TEXT NOT NULL) STRICT;');
  const upgrade = () => {
    const connection = new Database(file);
    try {
      applyMigrations({ connection, file, now: Date.now, folder: new URL(`file://${later}/`) });
    } finally {
      connection.close();
    }
  };
  return { file, upgrade };
}

const copiesIn = (folder: string) => readdirSync(folder).filter((name) => name.includes('before'));
const appliedIn = (file: string) => {
  const database = new Database(file, { readonly: true });
  const last = database.prepare('SELECT max(number) FROM applied_migrations').pluck().get();
  database.close();
  return last;
};

test('before its tables change a database is copied, readable by its owner alone, and older copies go', () => {
  using folder = temporaryFolder();
  const { file, upgrade } = laterMigrations(folder.path);
  writeFileSync(`${file}.before-000`, 'an older copy');
  writeFileSync(`${file}.before-${next}.unfinished`, 'of a start that was killed');
  upgrade();
  expect(appliedIn(file)).toBe(newestMigration() + 1);
  const copy = `${file}.before-${next}`;
  expect(copiesIn(folder.path)).toEqual([`promptory.sqlite.before-${next}`]);
  expect(appliedIn(copy)).toBe(newestMigration());
  expect(statSync(copy).mode & 0o777).toBe(0o600);
});

test('a new database, and one whose tables are up to date, are not copied', () => {
  using folder = temporaryFolder();
  const file = join(folder.path, 'promptory.sqlite');
  for (let start = 0; start < 2; start += 1) openDatabase({ file, now: Date.now }).close();
  expect(copiesIn(folder.path)).toEqual([]);
});

test('a database that cannot be copied keeps its tables, and the start ends with a sentence', () => {
  using folder = temporaryFolder();
  const { file, upgrade } = laterMigrations(folder.path);
  // In the way of the copy, as a full disk would be.
  mkdirSync(`${file}.before-${next}.unfinished`);
  expect(upgrade).toThrow();
  expect(appliedIn(file)).toBe(newestMigration());
});
