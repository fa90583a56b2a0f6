/**
 * Copies the database beside itself before its tables change, as `promptory.sqlite.before-NNN`: with it and the version
 * before, an upgrade can be taken back. Only the latest copy is kept. Files are not copied: no migration changes them.
 */
import { chmodSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import Database, { type Database as Connection } from 'better-sqlite3';
import { CannotStart } from '../cannot-start.ts';

/** `to`: the number of the migration that comes last. Throws `CannotStart` where there is no room. */
export function copyBeforeMigration(connection: Connection, file: string, to: number): void {
  const copy = `${file}.before-${String(to).padStart(3, '0')}`;
  const unfinished = `${copy}.unfinished`;
  rmSync(unfinished, { force: true });
  try {
    connection.prepare('VACUUM INTO ?').run(unfinished);
  } catch (error) {
    rmSync(unfinished, { force: true });
    if (!(error instanceof Database.SqliteError)) throw error;
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
