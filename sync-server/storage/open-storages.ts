/** The one place that chooses a database: all others know only the ports. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { refuseUnfinishedRestore } from './backup/unfinished-restore.ts';
import { CannotStart } from './cannot-start.ts';
import type { ServerLock } from './server-lock-port.ts';
import { newestMigration } from './sqlite/apply-migrations.ts';
import { lockDataFolder } from './sqlite/lock-data-folder.ts';
import { openDatabase } from './sqlite/open-database.ts';
import { sqliteStorages } from './sqlite/sqlite-storages.ts';
import type { Storages } from './storages.ts';

type Place = { dataFolder: string; now: () => number };

/** For a tool that works beside a server: makes no new database. Throws `CannotStart` with a sentence for a person. */
export async function openStorages(place: Place): Promise<Storages> {
  databaseIn(place.dataFolder);
  return open(place);
}

/** Brings the tables up to date under the folder's lock. Returns the numbers of the latest migration before and after. */
export async function migrateStorages(place: Place): Promise<{ from: number; to: number }> {
  const file = databaseIn(place.dataFolder);
  const lock = await lockDataFolder(place.dataFolder);
  try {
    refuseUnfinishedRestore(place.dataFolder);
    const database = openDatabase({ file, now: place.now });
    database.close();
    return { from: database.migratedFrom, to: newestMigration() };
  } finally {
    await lock.release();
  }
}

function databaseIn(dataFolder: string): string {
  const file = join(dataFolder, 'promptory.sqlite');
  if (!existsSync(file))
    throw new CannotStart(`There is no library in ${dataFolder}: DATA_DIR names its folder.`);
  return file;
}

function open({ dataFolder, now }: Place): Storages {
  refuseUnfinishedRestore(dataFolder);
  return sqliteStorages(openDatabase({ file: join(dataFolder, 'promptory.sqlite'), now }));
}

/** For a server, which is alone. Throws `CannotStart` with a sentence for a person. */
export async function openServerStorages({
  databaseUrl,
  dataFolder,
  now,
}: Place & { databaseUrl: string | undefined }): Promise<Storages> {
  if (databaseUrl !== undefined) {
    throw new CannotStart(
      'This Promptory does not run on PostgreSQL yet: start it without DATABASE_URL, and its database is a file in DATA_DIR.',
    );
  }
  const lock = await lockDataFolder(dataFolder);
  const storages = await opened({ dataFolder, now }, lock);
  return {
    ...storages,
    async close() {
      await storages.close();
      await lock.release();
    },
  };
}

/** Opens the storages, or releases the lock where they cannot be opened. */
async function opened(place: Place, lock: ServerLock): Promise<Storages> {
  try {
    return open(place);
  } catch (error) {
    await lock.release();
    throw error;
  }
}
