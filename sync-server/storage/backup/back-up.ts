/**
 * Backs up a data folder into one file while a server uses it.
 *
 *   database -> one consistent copy -> checked      files of that copy -> hard links -> archive -> read again, checked
 *
 * 1. The copy of the database is made first, and files never change: whatever the copy names is there, or is reported.
 * 2. Hard links hold the files, so that a server that removes one meanwhile takes nothing from the backup.
 * 3. The backup has its name only when all of it was read again and is right.
 */
import {
  copyFile,
  link,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { create } from 'tar';
import { syncPath } from '../data-folder/sync-path.ts';
import { CannotStart } from '../failures/cannot-start.ts';
import { type CopiedBlob, copyDatabase, inspectDatabase } from '../sqlite/database-copy.ts';
import {
  blobPath,
  checkArchive,
  databaseName,
  filesName,
  type Manifest,
  manifestName,
  type OnProgress,
  sha256Of,
} from './archive.ts';

export type BackupSummary = {
  file: string;
  bytes: number;
  createdAt: string;
  users: number;
  rows: number;
  files: number;
  /** Files that the database names and the folder does not have. */
  missing: string[];
  /** The bucket that has the files instead; null: all are in it. */
  filesIn: string | null;
};

export type BackupPlace = {
  dataFolder: string;
  out: string;
  version: string;
  now: () => number;
  /** The bucket where the files lie, which are not backed up then; undefined: they lie in the folder. */
  filesIn?: string | undefined;
};

const stagingPrefix = 'backup-';
const day = 24 * 60 * 60 * 1000;

/** Throws `CannotStart` with a sentence where there is nothing to back up, or something is damaged or in the way. */
export async function backUp(
  { dataFolder, out, version, now, filesIn }: BackupPlace,
  onProgress: OnProgress = () => {},
): Promise<BackupSummary> {
  const file = resolve(out);
  if ((await lstat(file).catch(() => undefined)) !== undefined) {
    throw new CannotStart(`${file} is there already: name a file that is not.`);
  }
  await removeAbandoned(dataFolder, now());
  const createdAt = new Date(now()).toISOString();
  const staging = await mkdtemp(join(dataFolder, stagingPrefix)).catch((error: Error) => {
    throw new CannotStart(`${dataFolder} is no data folder that can be written: ${error.message}.`);
  });
  const draft = `${file}.unfinished`;
  try {
    const content = join(staging, 'content');
    await mkdir(content);
    copyDatabase(join(dataFolder, databaseName), join(content, databaseName));
    const { users, rows, blobs } = inspectDatabase(join(content, databaseName));
    const { linked, missing } = await linkBlobs(dataFolder, content, filesIn === undefined ? blobs : []);
    const manifest: Manifest = {
      format: 'promptory-backup',
      version: 1,
      createdAt,
      madeBy: version,
      database: {
        sha256: await sha256Of(join(content, databaseName)),
        bytes: (await stat(join(content, databaseName))).size,
      },
      ...(filesIn === undefined ? {} : { filesIn }),
      files: { count: linked.length, bytes: linked.reduce((sum, { size }) => sum + size, 0) },
    };
    await writeFile(join(content, manifestName), JSON.stringify(manifest));
    await pack(content, draft, { linked, onProgress });
    await checkArchive(draft);
    await rename(draft, file);
    await syncPath(dirname(file));
    const { size: bytes } = await stat(file);
    return { file, bytes, createdAt, users, rows, files: linked.length, missing, filesIn: filesIn ?? null };
  } finally {
    await rm(draft, { force: true });
    await rm(staging, { recursive: true, force: true });
  }
}

/** Holds each file by a second name in the folder that is packed. */
async function linkBlobs(
  dataFolder: string,
  content: string,
  blobs: readonly CopiedBlob[],
): Promise<{ linked: CopiedBlob[]; missing: string[] }> {
  const linked: CopiedBlob[] = [];
  const missing: string[] = [];
  for (const blob of blobs) {
    const [from, to] = [join(dataFolder, blobPath(blob)), join(content, blobPath(blob))];
    await mkdir(dirname(to), { recursive: true });
    try {
      await link(from, to).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') throw error;
        // A file system without links.
        return copyFile(from, to);
      });
      linked.push(blob);
    } catch (error) {
      if (!isMissing(error)) throw error;
      missing.push(blob.sha256);
    }
  }
  return { linked, missing };
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

async function pack(
  content: string,
  draft: string,
  { linked, onProgress }: { linked: readonly CopiedBlob[]; onProgress: OnProgress },
): Promise<void> {
  const paths = [manifestName, databaseName, ...linked.map(blobPath)];
  let done = 0;
  await create(
    {
      file: draft,
      cwd: content,
      portable: true,
      mode: 0o600,
      onWriteEntry({ path }) {
        if (!path.startsWith(filesName)) return;
        done += 1;
        onProgress(done, linked.length);
      },
    },
    paths,
  ).catch((error: Error) => {
    throw new CannotStart(`${draft} cannot be written: ${error.message}.`);
  });
  await syncPath(draft);
}

/** Removes what backups left that were killed. */
async function removeAbandoned(dataFolder: string, now: number): Promise<void> {
  for (const name of await readdir(dataFolder).catch(() => [])) {
    if (!name.startsWith(stagingPrefix)) continue;
    const path = join(dataFolder, name);
    const seen = await stat(path).catch(() => undefined);
    if (seen !== undefined && seen.mtimeMs < now - day) await rm(path, { recursive: true, force: true });
  }
}
