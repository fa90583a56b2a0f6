/**
 * The one place that chooses a database: all others know only the ports. The driver of PostgreSQL is loaded only where
 * DATABASE_URL is set.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { refuseUnfinished } from './data-folder/unfinished-folder.ts';
import { CannotStart } from './failures/cannot-start.ts';
import type { ServerLock } from './ports/server-lock-port.ts';
import type { Storages } from './ports/storages.ts';
import { newestMigration } from './sqlite/apply-migrations.ts';
import { lockDataFolder } from './sqlite/lock-data-folder.ts';
import { openDatabase } from './sqlite/open-database.ts';
import { sqliteStorages } from './sqlite/sqlite-storages.ts';

/** `databaseUrl`: of a PostgreSQL; undefined: the database is a file in the folder. */
type Place = { databaseUrl: string | undefined; dataFolder: string; now: () => number };

/** For a tool that works beside a server: makes no new database. Throws `CannotStart` with a sentence for a person. */
export async function openStorages({ databaseUrl, dataFolder, now }: Place): Promise<Storages> {
  if (databaseUrl !== undefined) return openPostgresStorages(databaseUrl, now);
  databaseIn(dataFolder);
  return open({ dataFolder, now });
}

/** Brings the tables up to date, in a data folder under its lock. Returns the numbers of the latest migration before and after. */
export async function migrateStorages(place: Place): Promise<{ from: number; to: number }> {
  if (place.databaseUrl !== undefined) {
    const { openPostgres, newestMigration: newest } = await postgres();
    const database = await openPostgres({ url: place.databaseUrl, now: place.now });
    await database.close();
    return { from: database.migratedFrom, to: newest() };
  }
  const file = databaseIn(place.dataFolder);
  const lock = await lockDataFolder(place.dataFolder);
  try {
    refuseUnfinished(place.dataFolder);
    const database = openDatabase({ file, now: place.now });
    database.close();
    return { from: database.migratedFrom, to: newestMigration() };
  } finally {
    await lock.release();
  }
}

const postgres = () => import('./postgres/postgres-storages.ts');

async function openPostgresStorages(url: string, now: () => number): Promise<Storages> {
  return (await postgres()).openPostgresNode({ url, now });
}

function databaseIn(dataFolder: string): string {
  const file = join(dataFolder, 'promptory.sqlite');
  if (!existsSync(file))
    throw new CannotStart(`There is no library in ${dataFolder}: DATA_DIR names its folder.`);
  return file;
}

function open({ dataFolder, now }: Omit<Place, 'databaseUrl'>): Storages {
  refuseUnfinished(dataFolder);
  return sqliteStorages(openDatabase({ file: join(dataFolder, 'promptory.sqlite'), now }));
}

/**
 * For a server: with a data folder it is alone, with a PostgreSQL one of any number of equal ones. Throws `CannotStart`
 * with a sentence for a person.
 */
export async function openServerStorages({ databaseUrl, dataFolder, now }: Place): Promise<Storages> {
  if (databaseUrl !== undefined) return openPostgresStorages(databaseUrl, now);
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
async function opened(place: Omit<Place, 'databaseUrl'>, lock: ServerLock): Promise<Storages> {
  try {
    return open(place);
  } catch (error) {
    await lock.release();
    throw error;
  }
}
