/** Finds what is wrong with a data folder, and changes nothing in it. A server may be using it. */
import { existsSync } from 'node:fs';
import { access, constants, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { databaseName, filesName } from '../backup/archive.ts';
import type { BucketAccess } from '../blobs/bucket-place.ts';
import { refuseUnfinished } from '../data-folder/unfinished-folder.ts';
import { CannotStart } from '../failures/cannot-start.ts';
import { FilesUnavailable } from '../failures/files-unavailable.ts';
import { type FreeBytes, leastFreeBytes } from '../ports/free-bytes.ts';
import { newestMigration } from '../sqlite/apply-migrations.ts';
import { inspectDatabase } from '../sqlite/database-copy.ts';
import { openLiveDatabase } from '../sqlite/live-database.ts';
import { type Finding, notice, problem } from './finding.ts';
import { inspectRecords } from './inspect-records.ts';

const hour = 60 * 60 * 1000;
const day = 24 * hour;
export type InspectionOptions = {
  now: number;
  /** Also reads every file and compares its hash. */
  deep: boolean;
  freeBytes: FreeBytes;
  /** The bucket that has the bytes of files; undefined: the folder has them. */
  bucket: BucketAccess | undefined;
};

export async function inspectFolder(
  dataFolder: string,
  { now, deep, freeBytes, bucket }: InspectionOptions,
): Promise<Finding[]> {
  const refused = await inspectRights(dataFolder);
  if (refused !== undefined) return [refused];
  const findings = [...(await inspectModes(dataFolder)), ...(await inspectLeftovers(dataFolder, now))];
  findings.push(...(await inspectRoom(dataFolder, await freeBytes(dataFolder))));
  const file = join(dataFolder, databaseName);
  try {
    refuseUnfinished(dataFolder);
    if (!existsSync(file))
      throw new CannotStart(`There is no library in ${dataFolder}: start the server once.`);
    const { tables } = inspectDatabase(file);
    if (tables < newestMigration()) {
      return [...findings, problem(`The tables are at ${tables} of ${newestMigration()}: run migrate.`)];
    }
    await using database = openLiveDatabase(file);
    findings.push(...(await inspectRecords(database, { dataFolder, bucket, now, deep })));
  } catch (error) {
    if (!(error instanceof CannotStart || error instanceof FilesUnavailable)) throw error;
    findings.push(problem(error.message));
  }
  return findings;
}

export async function inspectRights(dataFolder: string): Promise<Finding | undefined> {
  const seen = await stat(dataFolder).catch(() => undefined);
  if (seen?.isDirectory() !== true)
    return problem(`${dataFolder} is no folder: DATA_DIR names the data folder.`);
  try {
    await access(dataFolder, constants.R_OK | constants.W_OK | constants.X_OK);
    return undefined;
  } catch {
    return problem(`${dataFolder} cannot be read and written by this user: run this as the server's user.`);
  }
}

async function inspectModes(dataFolder: string): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const name of [databaseName, `${databaseName}-wal`, `${databaseName}-shm`]) {
    const seen = await stat(join(dataFolder, name)).catch(() => undefined);
    if (seen === undefined || (seen.mode & 0o077) === 0) continue;
    findings.push(problem(`Others can read ${join(dataFolder, name)}: chmod 600 it.`));
  }
  return findings;
}

/** A name, the age from which it is left over, and what to do. */
const leftovers = [
  { in: '', name: /^backup-/, age: day, remedy: 'a backup was broken off; the next one removes it' },
  { in: '', name: /^restore-(?!unfinished$)/, age: day, remedy: 'a restore was broken off; remove it' },
  { in: '', name: /^replaced-/, age: 0, remedy: 'a restore set it aside; remove it when all is well' },
  {
    ...{ in: join(filesName, 'temporary'), name: /./, age: day },
    remedy: 'an upload was broken off; a running server removes it within the hour',
  },
] as const;

async function inspectLeftovers(dataFolder: string, now: number): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { in: folder, name: pattern, age, remedy } of leftovers) {
    const names = await readdir(join(dataFolder, folder)).catch(() => []);
    for (const name of names.filter((each) => pattern.test(each))) {
      const path = join(dataFolder, folder, name);
      const seen = await stat(path).catch(() => undefined);
      if (seen !== undefined && seen.mtimeMs < now - age)
        findings.push(notice(`${path} is left over: ${remedy}.`));
    }
  }
  return findings;
}

export async function inspectRoom(dataFolder: string, free: number): Promise<Finding[]> {
  const database = await stat(join(dataFolder, databaseName)).catch(() => undefined);
  const megabytes = `${Math.floor(free / 1024 ** 2)} MB are free on the disk of ${dataFolder}`;
  if (free < leastFreeBytes) return [problem(`Only ${megabytes}: make room before writes fail.`)];
  if (database !== undefined && free < database.size) {
    return [notice(`Only ${megabytes}, less than a copy of the database takes: make room for backups.`)];
  }
  return [];
}
