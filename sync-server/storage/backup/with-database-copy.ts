import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { CannotStart } from '../failures/cannot-start.ts';
import { copyDatabase } from '../sqlite/database-copy.ts';
import { databaseName } from './archive.ts';

/**
 * Runs work on a folder with a copy of the database, of one state while a server writes on, and removes it after.
 * Throws `CannotStart` where there is no database.
 */
export async function withDatabaseCopy<T>(
  dataFolder: string,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  // The prefix of a backup: what a killed process leaves is removed by the next backup.
  const copy = await mkdtemp(join(dataFolder, 'backup-')).catch((error: Error) => {
    throw new CannotStart(`${dataFolder} is no data folder that can be written: ${error.message}.`);
  });
  try {
    copyDatabase(join(dataFolder, databaseName), join(copy, databaseName));
    return await work(copy);
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}
