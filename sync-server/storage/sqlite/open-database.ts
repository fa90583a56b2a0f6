/**
 * Opens the server's one SQLite file and brings its tables up to date.
 * 1. What is committed survives a power cut: WAL with synchronous=FULL, set after WAL, because the
 *    build runs WAL at NORMAL while the pragma still answers FULL right after opening.
 * 2. References are checked on every connection.
 * 3. No statement of ours runs on a database that a newer server has changed.
 * Before: `lock-data-folder.ts`. After: the stores in this folder, which share the connection.
 */
import Database from 'better-sqlite3';
import { type BetterSQLite3Database, drizzle } from 'drizzle-orm/better-sqlite3';
import { CannotStart } from '../failures/cannot-start.ts';
import { applyMigrations } from './apply-migrations.ts';
import { createSqlDatabase, type SqliteDatabase } from './sql-database.ts';

export type OpenDatabase = {
  /** For prepared statements in the hot path. */
  connection: Database.Database;
  orm: BetterSQLite3Database;
  /** For tables that are written once for both databases. */
  sql: SqliteDatabase;
  /** The number of the latest migration that was applied before it was opened. */
  migratedFrom: number;
  /** Writes some pages and gives them back; throws what SQLite throws where it cannot. */
  probeWrite(): void;
  close(): void;
};

/** `file` is a path or `:memory:`. Throws `CannotStart` where a person has to do something first. */
export function openDatabase({ file, now }: { file: string; now: () => number }): OpenDatabase {
  const connection = connect(file);
  let migratedFrom: number;
  try {
    // Of a new database: empty pages can be given back one by one (`shrink-database.ts`).
    connection.pragma('auto_vacuum = INCREMENTAL');
    connection.pragma('journal_mode = WAL');
    connection.pragma('synchronous = FULL');
    // The system caches the file as well; 16 MB is what the build would take.
    connection.pragma('cache_size = -4000');
    connection.pragma('foreign_keys = ON');
    connection.pragma('busy_timeout = 5000');
    migratedFrom = applyMigrations({ connection, file, now });
  } catch (error) {
    connection.close();
    throw explained(error, file);
  }
  return {
    connection,
    orm: drizzle(connection),
    sql: createSqlDatabase(connection),
    migratedFrom,
    probeWrite: () => probeWrite(connection),
    close: () => connection.close(),
  };
}

/** Two transactions: what is dropped in the one that made it is never written. */
function probeWrite(connection: Database.Database): void {
  const write = connection.transaction(() => {
    connection.exec('DROP TABLE IF EXISTS write_probe');
    connection.exec('CREATE TABLE write_probe (bytes BLOB)');
    connection.exec('INSERT INTO write_probe VALUES (zeroblob(65536))');
  });
  write.immediate();
  connection.exec('DROP TABLE write_probe');
}

function connect(file: string): Database.Database {
  try {
    return new Database(file);
  } catch (error) {
    throw explained(error, file);
  }
}

function explained(error: unknown, file: string): unknown {
  if (!(error instanceof Database.SqliteError)) return error;
  switch (error.code) {
    case 'SQLITE_NOTADB':
    case 'SQLITE_CORRUPT':
      return new CannotStart(`${file} is not an intact SQLite database: put a backup in its place.`);
    case 'SQLITE_READONLY':
    case 'SQLITE_CANTOPEN':
    case 'SQLITE_PERM':
      return new CannotStart(`The database ${file} cannot be written: ${error.message}.`);
    case 'SQLITE_FULL':
      return new CannotStart(`The disk is full: ${file} could not be brought up to date.`);
    default:
      // One code for each call of the system that fails, as SQLITE_IOERR_FSYNC.
      return error.code.startsWith('SQLITE_IOERR')
        ? new CannotStart(
            `The disk of ${file} does not read or write (${error.code}): look at it, and start again.`,
          )
        : error;
  }
}
