/** Tests that a library that is being moved out of a PostgreSQL is not changed there meanwhile. */
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';
import { freshDatabase } from '../../testing/postgres/test-postgres.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { createDiskBlobs } from '../blobs/disk-blobs.ts';
import type { BlobStorage } from '../ports/blob-storage.ts';
import { openDatabase } from '../sqlite/open-database.ts';
import { type MoveProgress, moveFromPostgres, moveToPostgres } from './move-library.ts';

const noProgress: MoveProgress = { onFile() {}, onRows() {}, onComparing() {} };

/** Makes a folder with an account and the record of one file of it. */
function makeLibrary(dataFolder: string): void {
  mkdirSync(dataFolder);
  const { connection, close } = openDatabase({ file: join(dataFolder, 'promptory.sqlite'), now: () => 0 });
  connection.exec(`INSERT INTO users (id, username, username_key, display_name, password_hash, created_at)
    VALUES (1, 'ada', 'ada', 'Ada', '', 0)`);
  const add = connection.prepare(
    'INSERT INTO blobs (user_id, sha256, size, fits, stored) VALUES (1, ?, 1, ?, 1)',
  );
  add.run('0'.repeat(64), '');
  close();
}

test('a server that starts while its library is moved away changes nothing meanwhile, and undoes the move', async () => {
  using folder = temporaryFolder();
  const url = await freshDatabase();
  const first = join(folder.path, 'first');
  makeLibrary(first);
  const place = { url, now: Date.now, files: undefined };
  await moveToPostgres({ ...place, dataFolder: first }, noProgress);
  const node = new pg.Client({ connectionString: url, application_name: 'promptory' });
  const elsewhere: BlobStorage = {
    ...createDiskBlobs(join(folder.path, 'files')),
    async find() {
      await node.connect();
      await node.query("SET lock_timeout = '100ms'");
      const asked = node.query('SELECT next_seq FROM users FOR NO KEY UPDATE');
      await expect(asked).rejects.toMatchObject({ code: '55P03' });
      return undefined;
    },
  };
  const dataFolder = join(folder.path, 'back');
  const files = { inFolder: createDiskBlobs(join(dataFolder, 'files')), elsewhere };
  const moving = moveFromPostgres({ ...place, dataFolder, files }, noProgress);
  await expect(moving).rejects.toThrow('stop all of its nodes');
  await node.end();
  expect(existsSync(join(dataFolder, 'promptory.sqlite'))).toBe(false);
});

test('a node that has just ended, and whose connection ends a moment later, is waited for', async () => {
  using folder = temporaryFolder();
  const url = await freshDatabase();
  const first = join(folder.path, 'first');
  makeLibrary(first);
  const place = { url, now: Date.now, files: undefined };
  await moveToPostgres({ ...place, dataFolder: first }, noProgress);
  const node = new pg.Client({ connectionString: url, application_name: 'promptory' });
  await node.connect();
  const ended = node.query('SELECT pg_sleep(0.7)').then(() => node.end());
  const dataFolder = join(folder.path, 'back');
  await moveFromPostgres({ ...place, dataFolder }, noProgress);
  await ended;
  expect(existsSync(join(dataFolder, 'promptory.sqlite'))).toBe(true);
});
