/**
 * Brings the tables up to date: `migrations/NNN-name.sql`, in order, from 001 without a gap.
 * 1. Each runs in one transaction together with its own record, so a crash leaves it done or not begun.
 * 2. What is recorded is never run again, and a file is never changed once it was released.
 * 3. Before the first change a database that has rows is copied (`copyBeforeMigration`).
 * 4. A database with a number that this server does not know is refused, untouched.
 */
import { chmodSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import SqliteDatabase, { type Database } from 'better-sqlite3';
import { CannotStart } from '../failures/cannot-start.ts';
import { readMigrations } from '../read-migrations.ts';

const migrationsFolder = new URL('./migrations/', import.meta.url);

/** Returns the number of the latest migration that was applied before. */
export function applyMigrations(options: {
  connection: Database;
  file: string;
  now: () => number;
  folder?: URL;
}): number {
  const { connection, file, now } = options;
  const migrations = readMigrations(options.folder ?? migrationsFolder);
  const newest = migrations.length;
  const before = connection
    .transaction(() => {
      const recorded = lastApplied(connection);
      if (recorded > newest) {
        throw new CannotStart(
          `${file} was last used by a newer Promptory (its tables are at ${recorded}, this server knows ${newest}): start that version, or put back a backup of this one.`,
        );
      }
      connection.exec(`CREATE TABLE IF NOT EXISTS applied_migrations (
        number INTEGER PRIMARY KEY, name TEXT NOT NULL, applied_at INTEGER NOT NULL) STRICT`);
      return recorded;
    })
    .immediate();

  if (before > 0 && before < newest && !connection.memory) copyBeforeMigration(connection, file, newest);
  for (const migration of migrations) {
    connection
      .transaction(() => {
        // Read again inside the transaction: a command-line tool may be starting at the same moment.
        if (lastApplied(connection) >= migration.number) return;
        connection.exec(migration.sql);
        connection
          .prepare('INSERT INTO applied_migrations (number, name, applied_at) VALUES (?, ?, ?)')
          .run(migration.number, migration.name, now());
      })
      .immediate();
  }
  return before;
}

/** Returns the number of the latest migration that this server knows. */
export function newestMigration(): number {
  return readMigrations(migrationsFolder).length;
}

/** Returns the number of the latest migration that was applied. */
export function lastApplied(connection: Database): number {
  const table = connection.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'applied_migrations'").get();
  if (table === undefined) return 0;
  const last = connection.prepare('SELECT max(number) FROM applied_migrations').pluck().get();
  return typeof last === 'number' ? last : 0;
}

/**
 * Copies the database beside itself before its tables change, as `promptory.sqlite.before-NNN`: with it and the version
 * before, an upgrade can be taken back. Only the latest copy is kept. Files are not copied: no migration changes them.
 * `to`: the number of the migration that comes last. Throws `CannotStart` where there is no room.
 */
function copyBeforeMigration(connection: Database, file: string, to: number): void {
  const copy = `${file}.before-${String(to).padStart(3, '0')}`;
  const unfinished = `${copy}.unfinished`;
  rmSync(unfinished, { force: true });
  try {
    connection.prepare('VACUUM INTO ?').run(unfinished);
  } catch (error) {
    rmSync(unfinished, { force: true });
    if (!(error instanceof SqliteDatabase.SqliteError)) throw error;
    throw new CannotStart(
      `The tables have to change, and ${file} could not be copied before (${error.message}): make room for a copy of it.`,
    );
  }
  chmodSync(unfinished, 0o600);
  renameSync(unfinished, copy);
  const prefix = `${basename(file)}.before-`;
  for (const name of readdirSync(dirname(file))) {
    if (name.startsWith(prefix) && name !== basename(copy)) rmSync(join(dirname(file), name));
  }
}
