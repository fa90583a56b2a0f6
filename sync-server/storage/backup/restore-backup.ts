/**
 * Puts a backup in place of a data folder that no server uses; what was there is set aside, not deleted.
 *
 *   archive -> checked -> unpacked beside -> checked -> marker -> old set aside -> new in place -> no marker
 *
 * 1. Nothing of the folder is touched before the whole backup was found to be intact.
 * 2. Between the marker and its removal the folder may have neither database: no server starts on it, and restoring once
 *    more finishes it.
 * Devices notice by themselves what the backup does not have: see `../sqlite/change/epochs.ts`.
 */
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, opendir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { giveToOwner } from '../data-folder/give-to-owner.ts';
import { syncPath } from '../data-folder/sync-path.ts';
import { restoreMarker } from '../data-folder/unfinished-folder.ts';
import { CannotStart } from '../failures/cannot-start.ts';
import { inspectDatabase } from '../sqlite/database-copy.ts';
import { lockDataFolder } from '../sqlite/lock-data-folder.ts';
import {
  checkArchive,
  databaseName,
  filesName,
  type Manifest,
  type OnProgress,
  unpackArchive,
} from './archive.ts';

export type RestoreSummary = {
  /** When the backup was made. */
  createdAt: string;
  users: number;
  rows: number;
  files: number;
  /** The folder with what was there before; null where nothing was. */
  setAside: string | null;
};

const stagingPrefix = 'restore-';

export type RestorePlace = {
  dataFolder: string;
  file: string;
  now: () => number;
  /** The bucket where a server looks for files; undefined: it looks in the folder. */
  filesIn?: string | undefined;
};

/** Throws `CannotStart` with a sentence where a server uses the folder or the backup is not intact; nothing changed. */
export async function restoreBackup(
  { dataFolder, file, now, filesIn }: RestorePlace,
  onProgress: OnProgress = () => {},
): Promise<RestoreSummary> {
  if (!existsSync(file)) throw new CannotStart(`There is no file ${file}.`);
  const lock = await lockDataFolder(dataFolder);
  try {
    for (const name of await readdir(dataFolder)) {
      if (name.startsWith(stagingPrefix)) await rm(join(dataFolder, name), { recursive: true, force: true });
    }
    const manifest = await checkArchive(file, onProgress);
    refuseOtherPlace(file, manifest, filesIn);
    const staging = await mkdtemp(join(dataFolder, stagingPrefix));
    try {
      await unpackArchive(file, staging);
      const { users, rows } = inspectDatabase(join(staging, databaseName));
      await syncFiles(staging);
      const setAside = await swap(dataFolder, staging, now());
      return { createdAt: manifest.createdAt, users, rows, files: manifest.files.count, setAside };
    } finally {
      await rm(staging, { recursive: true, force: true });
    }
  } finally {
    await lock.release();
  }
}

/** A server would find none of the files, and ask all devices for them. */
function refuseOtherPlace(file: string, manifest: Manifest, filesIn: string | undefined): void {
  if (manifest.filesIn !== undefined && filesIn === undefined) {
    throw new CannotStart(
      `${file} has no files in it: they lie in ${manifest.filesIn}. Set FILES_URL to it, or to a copy of it.`,
    );
  }
  if (manifest.filesIn === undefined && manifest.files.count > 0 && filesIn !== undefined) {
    throw new CannotStart(
      `${file} has files in it, and FILES_URL names ${filesIn}: restore without FILES_URL, then copy the folder files into the bucket.`,
    );
  }
}

async function swap(dataFolder: string, staging: string, now: number): Promise<string | null> {
  const marker = join(dataFolder, restoreMarker);
  await writeFile(marker, new Date(now).toISOString());
  await syncPath(dataFolder);
  const replaced = [databaseName, `${databaseName}-wal`, `${databaseName}-shm`, filesName].filter((name) =>
    existsSync(join(dataFolder, name)),
  );
  const aside = join(dataFolder, `replaced-${new Date(now).toISOString().replaceAll(/[:.]/g, '-')}`);
  if (replaced.length > 0) await mkdir(aside, { recursive: true, mode: 0o700 });
  for (const name of replaced) await rename(join(dataFolder, name), join(aside, name));
  // The database last: files without a database are no library.
  for (const name of [filesName, databaseName]) {
    if (existsSync(join(staging, name))) await rename(join(staging, name), join(dataFolder, name));
  }
  await chmod(join(dataFolder, databaseName), 0o600);
  await giveToOwner(dataFolder);
  await syncPath(dataFolder);
  await rm(marker);
  await syncPath(dataFolder);
  return replaced.length > 0 ? aside : null;
}

/** Syncs what was unpacked: it must be on the disk before the marker goes. */
async function syncFiles(staging: string): Promise<void> {
  for await (const entry of await opendir(staging, { recursive: true })) {
    await syncPath(join(entry.parentPath, entry.name));
  }
}
