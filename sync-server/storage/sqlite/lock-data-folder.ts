/**
 * `server-lock-port.ts` on a data folder.
 * The lock is an exclusive transaction on a small SQLite file of its own. The system drops it with the
 * server, however that ends (kill -9 too), so no lock is ever stale, and a number of a process that was
 * given to another one since can never be taken for ours.
 * Before: nothing. After: `open-database.ts`. Command-line tools that only add rows need no lock.
 */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { makeDataFolder } from '../data-folder/make-data-folder.ts';
import { CannotStart } from '../failures/cannot-start.ts';
import type { ServerLock } from '../ports/server-lock-port.ts';
import { networkSystemOf } from './network-folder.ts';

/**
 * Creates the folder where it is missing. Throws `CannotStart` when it is in use, cannot be written, or lies on
 * another machine. `systemOf` names the network's file system of a folder.
 */
export async function lockDataFolder(folder: string, systemOf = networkSystemOf): Promise<ServerLock> {
  makeDataFolder(folder);
  const system = systemOf(folder);
  if (system !== undefined) {
    throw new CannotStart(
      `The data folder ${folder} is on another machine (${system}), where two servers could write at once and a database can be damaged. Set DATA_DIR to a folder on a disk of this machine; a network folder is a good place for BACKUP_DIR.`,
    );
  }
  const connection = openLockFile(folder);
  try {
    connection.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    connection.close();
    if (error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')) {
      throw new CannotStart(`Another Promptory server is already using the data folder ${folder}.`);
    }
    throw new CannotStart(`The data folder ${folder} cannot be written: ${reason(error)}.`);
  }
  return {
    async release() {
      connection.close();
    },
  };
}

function openLockFile(folder: string): Database.Database {
  try {
    return new Database(join(folder, 'server.lock'), { timeout: 0 });
  } catch (error) {
    throw new CannotStart(`The data folder ${folder} cannot be written: ${reason(error)}.`);
  }
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
