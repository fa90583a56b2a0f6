/** Copies a database while a server writes to it, and inspects such a copy before anybody relies on it. */
import { existsSync } from 'node:fs';
import Database from 'better-sqlite3';
import { CannotStart } from '../failures/cannot-start.ts';
import { newestMigration } from './apply-migrations.ts';

export type CopiedBlob = { userId: number; sha256: string; size: number };

/** The contents of a database. `tables`: the number of the latest migration that it has seen. */
export type Inventory = { tables: number; users: number; rows: number; blobs: CopiedBlob[] };

/**
 * Writes one consistent state of the database to a new file; a server goes on writing meanwhile, and nothing of what it
 * commits later is in the copy. Throws `CannotStart` where there is no database.
 */
export function copyDatabase(file: string, copy: string): void {
  if (!existsSync(file)) throw new CannotStart(`There is no database ${file}.`);
  const connection = new Database(file, { fileMustExist: true, timeout: 5_000 });
  try {
    connection.prepare('VACUUM INTO ?').run(copy);
  } finally {
    connection.close();
  }
}

/** Throws `CannotStart` where the file is damaged, is no database of ours, or is of a newer server. */
export function inspectDatabase(file: string): Inventory {
  let connection: Database.Database | undefined;
  try {
    connection = new Database(file, { readonly: true, fileMustExist: true });
    return inventoryOf(connection, file);
  } catch (error) {
    if (error instanceof Database.SqliteError) {
      if (/^SQLITE_(CANTOPEN|PERM|READONLY|AUTH)/.test(error.code)) {
        throw new CannotStart(
          `${file} cannot be opened by this user (${error.message}): it must belong to the user that the server runs as.`,
        );
      }
      throw new CannotStart(`${file} is not an intact database of Promptory: ${error.message}.`);
    }
    throw error;
  } finally {
    connection?.close();
  }
}

function inventoryOf(connection: Database.Database, file: string): Inventory {
  const found = connection.pragma('integrity_check(10)', { simple: true });
  if (found !== 'ok') throw new CannotStart(`${file} is damaged: ${String(found)}.`);
  const dangling = connection.prepare('SELECT count(*) FROM pragma_foreign_key_check').pluck().get();
  if (dangling !== 0) throw new CannotStart(`${file} is damaged: ${String(dangling)} rows without an owner.`);
  const count = (sql: string) => Number(connection.prepare(sql).pluck().get());
  const tables = count('SELECT max(number) FROM applied_migrations');
  if (tables > newestMigration()) {
    throw new CannotStart(
      `${file} is of a newer Promptory (its tables are at ${tables}, this one knows ${newestMigration()}).`,
    );
  }
  return {
    tables,
    users: count('SELECT count(*) FROM users'),
    rows: count('SELECT coalesce(sum(row_count), 0) FROM users'),
    blobs: connection
      .prepare<[], CopiedBlob>('SELECT user_id AS userId, sha256, size FROM blobs WHERE stored = 1')
      .all(),
  };
}
