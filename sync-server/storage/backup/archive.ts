/**
 * The archive of a backup, an uncompressed tar file:
 *
 *   manifest.json   promptory.sqlite   files/<user>/<first two of sha256>/<sha256> ...
 *
 * Detects damage: the manifest has the hash of the database and the number of files, and the name of a file is its hash.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { extract, list, type ReadEntry } from 'tar';
import { z } from 'zod';
import { CannotStart } from '../failures/cannot-start.ts';

export const manifestName = 'manifest.json';
export const databaseName = 'promptory.sqlite';
export const filesName = 'files';

export const Manifest = z.object({
  format: z.literal('promptory-backup'),
  version: z.literal(1),
  createdAt: z.iso.datetime(),
  /** The Promptory that made it. */
  madeBy: z.string(),
  database: z.object({ sha256: z.string(), bytes: z.int().nonnegative() }),
  /** The bucket that has the files instead, as a person reads it; absent: all are in it. */
  filesIn: z.string().optional(),
  files: z.object({ count: z.int().nonnegative(), bytes: z.int().nonnegative() }),
});
export type Manifest = z.infer<typeof Manifest>;

/** Called with the number of files that are done, of how many. */
export type OnProgress = (done: number, of: number) => void;

/** Counts and first findings only: an archive may have any number of entries. */
type Contents = { head: Buffer[]; database: string; files: number; foreign: string; changed: string };

/** Far more than a manifest has; it is read into memory. */
const mostManifestBytes = 64 * 1024;

const allowed = /^(manifest\.json|promptory\.sqlite|files\/\d+\/[0-9a-f]{2}\/[0-9a-f]{64})$/;

export function blobPath({ userId, sha256 }: { userId: number; sha256: string }): string {
  return `${filesName}/${userId}/${sha256.slice(0, 2)}/${sha256}`;
}

/** Reads an archive to its end and checks all of it. Throws `CannotStart` where it is damaged or incomplete. */
export async function checkArchive(archive: string, onProgress: OnProgress = () => {}): Promise<Manifest> {
  const found: Contents = { head: [], database: '', files: 0, foreign: '', changed: '' };
  let expected = 0;
  const onReadEntry = (entry: ReadEntry) => {
    const { path } = entry;
    const isKnown = isOurs(entry);
    if (!isKnown) found.foreign ||= path;
    const hash = createHash('sha256');
    entry.on('data', (chunk) => {
      hash.update(chunk);
      if (isKnown && path === manifestName) found.head.push(chunk);
    });
    entry.on('end', () => {
      const sha256 = hash.digest('hex');
      if (path === manifestName) expected = Manifest.safeParse(jsonOf(found.head)).data?.files.count ?? 0;
      if (path === databaseName) found.database = sha256;
      if (!path.startsWith(filesName)) return;
      if (!path.endsWith(`/${sha256}`)) found.changed ||= path;
      found.files += 1;
      onProgress(found.files, expected);
    });
  };
  await list({ file: archive, strict: true, onReadEntry }).catch((error: Error) => {
    throw damaged(archive, error.message);
  });
  if (found.foreign !== '') throw damaged(archive, `"${found.foreign}" is no part of a backup`);
  if (found.head.length === 0) throw damaged(archive, 'it has no manifest');
  const manifest = Manifest.safeParse(jsonOf(found.head));
  if (!manifest.success) throw damaged(archive, 'this version cannot read its manifest');
  const { database, files } = manifest.data;
  if (found.database !== database.sha256) throw damaged(archive, 'its database is not as it was written');
  if (found.files !== files.count) throw damaged(archive, `it has ${found.files} files of ${files.count}`);
  if (found.changed !== '') throw damaged(archive, `${found.changed} is not as it was written`);
  return manifest.data;
}

/** Unpacks an archive that was checked into an empty folder; readable by its owner alone. */
export async function unpackArchive(archive: string, folder: string): Promise<void> {
  await extract({
    file: archive,
    cwd: folder,
    strict: true,
    preserveOwner: false,
    fmode: 0o600,
    dmode: 0o700,
    filter: (_path, entry) => 'type' in entry && isOurs(entry),
  }).catch((error: Error) => {
    throw new CannotStart(`${archive} cannot be unpacked into ${folder}: ${error.message}.`);
  });
}

function isOurs({ path, type, size }: ReadEntry): boolean {
  if (path === manifestName && size > mostManifestBytes) return false;
  return allowed.test(path) && (type === 'File' || type === 'OldFile');
}

function jsonOf(parts: readonly Buffer[]): unknown {
  try {
    return JSON.parse(Buffer.concat(parts).toString('utf8'));
  } catch {
    return undefined;
  }
}

function damaged(archive: string, reason: string): CannotStart {
  return new CannotStart(`${archive} is not an intact backup: ${reason}.`);
}

/** Returns the hash of the file in hexadecimal digits. */
export async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
