/**
 * Moves the library of a data folder into a PostgreSQL, or back: all rows, and with a place for them all files.
 *
 *   lock of the folder -> files, resumable -> rows in one transaction -> compared -> COMMIT, or the database gets its name
 *
 * 1. Nobody changes the library meanwhile: the folder is locked, and a PostgreSQL with a server on it is refused.
 * 2. The target has all or nothing. In PostgreSQL all rows are one transaction, during which no server can use it; in a
 *    folder the database has another name until it is whole, and no server starts beside that.
 * 3. The source stays as it is.
 */
import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import type { PoolClient } from 'pg';
import { databaseName } from '../backup/archive.ts';
import { syncPath } from '../data-folder/sync-path.ts';
import { movingName, refuseUnfinished } from '../data-folder/unfinished-folder.ts';
import { CannotStart } from '../failures/cannot-start.ts';
import type { BlobStorage } from '../ports/blob-storage.ts';
import type { OpenPostgres } from '../postgres/open-postgres.ts';
import { lockDataFolder } from '../sqlite/lock-data-folder.ts';
import { openDatabase } from '../sqlite/open-database.ts';
import { type CopiedFiles, copyFiles, type StoredFile } from './copy-files.ts';
import { type CopiedTable, compareRows, copyRows } from './move-rows.ts';
import { type MovedTable, portionsOf, type RowsReader, valuesOf } from './moved-rows.ts';
import { postgresRows, readTables } from './postgres-rows.ts';
import { refuseNullCharacters, sqliteRows } from './sqlite-rows.ts';

export type MovePlace = {
  dataFolder: string;
  /** Of the PostgreSQL, and how a person reads it. */
  url: string;
  now: () => number;
  /** The other place of the files; undefined: they stay where they are. */
  files: { inFolder: BlobStorage; elsewhere: BlobStorage } | undefined;
};

/** `files`: null where they stayed where they are. */
export type Moved = { tables: CopiedTable[]; files: CopiedFiles | null };

export type MoveProgress = {
  onFile(done: number, of: number): void;
  onRows(done: number): void;
  onComparing(): void;
};

/** Throws `CannotStart` with a sentence where something is in the way; the target is as it was then. */
export async function moveToPostgres(place: MovePlace, progress: MoveProgress): Promise<Moved> {
  const { dataFolder, now, files } = place;
  const file = join(dataFolder, databaseName);
  if (!existsSync(file)) {
    throw new CannotStart(`There is no library in ${dataFolder}: DATA_DIR names its folder.`);
  }
  const lock = await lockDataFolder(dataFolder);
  try {
    refuseUnfinished(dataFolder);
    const { connection } = openDatabase({ file, now });
    try {
      connection.exec('BEGIN');
      return await withPostgres(place, '--to', async (client) => {
        const tables = await readTables(client, (table) => columnsIn(connection, table));
        refuseNullCharacters(connection, tables);
        await refuseUsed(client);
        const rows = sqliteRows(connection);
        const copied =
          files === undefined
            ? null
            : await filesOf(rows, tables, { from: files.inFolder, to: files.elsewhere }, progress);
        await begin(client, 'BEGIN');
        await client.query('LOCK TABLE users IN ACCESS EXCLUSIVE MODE');
        await refuseUsed(client);
        const written = await copyAndCompare(rows, postgresRows(client), { tables, progress });
        await client.query('ANALYZE');
        await client.query('COMMIT');
        return { tables: written, files: copied };
      });
    } finally {
      connection.close();
    }
  } finally {
    await lock.release();
  }
}

/** Throws `CannotStart` with a sentence where something is in the way; the folder has no library then. */
export async function moveFromPostgres(place: MovePlace, progress: MoveProgress): Promise<Moved> {
  const { dataFolder, now, files } = place;
  const lock = await lockDataFolder(dataFolder);
  try {
    if (existsSync(join(dataFolder, databaseName))) {
      throw new CannotStart(
        `There is a library in ${dataFolder} already: let DATA_DIR name a folder that is new or empty.`,
      );
    }
    const draft = join(dataFolder, movingName);
    await removeDatabase(draft);
    const moved = await withPostgres(place, '--from', async (client) => {
      await begin(client, 'BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY');
      // A server that starts meanwhile reads, and its writes wait: each of them has the lock of a user.
      await client.query('LOCK TABLE users IN EXCLUSIVE MODE');
      await refuseServers(client);
      await refuseNobody(client);
      const { connection } = openDatabase({ file: draft, now });
      try {
        const tables = await readTables(client, (table) => columnsIn(connection, table));
        const rows = postgresRows(client);
        const copied =
          files === undefined
            ? null
            : await filesOf(rows, tables, { from: files.elsewhere, to: files.inFolder }, progress);
        const written = await copyAndCompare(rows, sqliteRows(connection), { tables, progress });
        await refuseServers(client);
        await client.query('COMMIT');
        return { tables: written, files: copied };
      } finally {
        // The last connection: its log becomes part of the file.
        connection.close();
      }
    }).catch(async (error) => {
      await removeDatabase(draft);
      throw error;
    });
    await syncPath(draft);
    await rename(draft, join(dataFolder, databaseName));
    await syncPath(dataFolder);
    return moved;
  } finally {
    await lock.release();
  }
}

type Side = '--to' | '--from';

async function withPostgres<T>(
  place: MovePlace,
  side: Side,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  const database = await postgresOf(place, side);
  try {
    const client = await database.pool.connect();
    try {
      return await work(client);
    } finally {
      // Closes it: what is not committed is rolled back.
      client.release(true);
    }
  } finally {
    await database.close();
  }
}

/** Makes tables where rows are to come, and changes none where they come from. */
async function postgresOf({ url, now }: MovePlace, side: Side): Promise<OpenPostgres> {
  const { newestMigration, openPostgres } = await import('../postgres/postgres-storages.ts');
  const opening = openPostgres({ url, now, connections: 1, migrates: side === '--to' });
  const database = await opening.catch((error) => {
    if (!(error instanceof CannotStart)) throw error;
    throw new CannotStart(error.message.replaceAll('DATABASE_URL', side));
  });
  const { migratedFrom } = database;
  if (side === '--to' || migratedFrom === newestMigration()) return database;
  await database.close();
  throw new CannotStart(
    migratedFrom === 0
      ? 'That PostgreSQL has no tables of Promptory: see whether it is the right one.'
      : `The tables of that PostgreSQL are at ${migratedFrom} of ${newestMigration()}: run migrate with DATABASE_URL first.`,
  );
}

/** A transaction that takes as long as it takes. */
async function begin(client: PoolClient, statement: string): Promise<void> {
  await client.query(statement);
  for (const name of ['statement_timeout', 'idle_in_transaction_session_timeout', 'lock_timeout']) {
    await client.query(`SET LOCAL ${name} = 0`);
  }
}

async function refuseUsed(client: PoolClient): Promise<void> {
  await refuseServers(client);
  const { rows } = await client.query<{ count: number }>('SELECT count(*) AS count FROM users');
  if (rows[0]?.count === 0) return;
  throw new CannotStart(
    `That PostgreSQL has ${rows[0]?.count} accounts already, and libraries are not mixed: name a database without accounts.`,
  );
}

async function refuseNobody(client: PoolClient): Promise<void> {
  const { rows } = await client.query('SELECT 1 FROM users LIMIT 1');
  if (rows.length === 0)
    throw new CannotStart('That PostgreSQL has no accounts: see whether it is the right one.');
}

/** The connections of a node that has just ended are there for a moment longer: so many looks, a quarter of a second apart. */
const looksForServers = 12;

async function refuseServers(client: PoolClient): Promise<void> {
  for (let look = 1; await isServed(client); look += 1) {
    if (look === looksForServers) {
      throw new CannotStart('A Promptory server is using that PostgreSQL: stop all of its nodes first.');
    }
    await client.query('SELECT pg_sleep(0.25)');
  }
}

async function isServed(client: PoolClient): Promise<boolean> {
  // Within a transaction the first look is kept.
  await client.query('SELECT pg_stat_clear_snapshot()');
  const { rows } = await client.query(
    `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'promptory'
      AND pid <> pg_backend_pid() LIMIT 1`,
  );
  return rows.length > 0;
}

async function copyAndCompare(
  from: RowsReader,
  to: ReturnType<typeof sqliteRows>,
  { tables, progress }: { tables: readonly MovedTable[]; progress: MoveProgress },
): Promise<CopiedTable[]> {
  const copied = await copyRows(from, to, { tables, onRows: progress.onRows });
  progress.onComparing();
  await compareRows(copied, to, tables);
  return copied;
}

async function filesOf(
  rows: RowsReader,
  tables: readonly MovedTable[],
  places: { from: BlobStorage; to: BlobStorage },
  { onFile }: MoveProgress,
): Promise<CopiedFiles> {
  const blobs = tables.find(({ name }) => name === 'blobs');
  if (blobs === undefined) throw new Error('there is no table of blobs');
  let count = 0;
  for await (const _each of storedFiles(rows, blobs)) count += 1;
  return copyFiles(storedFiles(rows, blobs), { ...places, onFile: (done) => onFile(done, count) });
}

async function* storedFiles(rows: RowsReader, blobs: MovedTable): AsyncGenerator<StoredFile> {
  for await (const portion of portionsOf(rows, blobs)) {
    for (const row of portion) {
      const [userId, sha256, size, stored] = valuesOf(blobs, row, ['user_id', 'sha256', 'size', 'stored']);
      if (stored === 1) yield { userId: Number(userId), sha256: String(sha256), size: Number(size) };
    }
  }
}

function columnsIn(connection: Database, table: string): string[] {
  return connection.prepare<[string], string>('SELECT name FROM pragma_table_info(?)').pluck().all(table);
}

async function removeDatabase(file: string): Promise<void> {
  for (const end of ['', '-wal', '-shm']) await rm(`${file}${end}`, { force: true });
}
