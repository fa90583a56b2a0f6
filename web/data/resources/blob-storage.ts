/**
 * How much room files take on this device, and which of them go when it is too much.
 *
 * 1. What the server does not have is never let go of, whatever the limit says.
 * 2. Neither are the files of projects that a person keeps for offline use.
 * 3. Of files in the bin, those stay that the server never had.
 * 4. Of the rest, those go first that nobody has used for the longest time.
 */
import { z } from 'zod';
import { Id } from '#shared/model/ids.ts';
import type { Library } from '../database/library.ts';
import type { FileUse } from '../database/library-db.ts';
import { readMeta, writeMeta } from '../database/meta.ts';

export const defaultFileLimit = 500 * 1024 * 1024;

export type BlobUsage = {
  usedBytes: number;
  limitBytes: number;
  /** Of files that the server does not have yet. */
  waitingBytes: number;
};

export async function storedBlobs({ db }: Library): Promise<BlobUsage> {
  const [uses, uploads, limitBytes] = await Promise.all([
    db.fileUses.toArray(),
    db.uploads.toArray(),
    readLimit(db),
  ]);
  const waiting = uploads.filter(({ state }) => state !== 'cancelled');
  return {
    usedBytes: uses.reduce((sum, { size }) => sum + size, 0),
    limitBytes,
    waitingBytes: waiting.reduce((sum, { total }) => sum + total, 0),
  };
}

/** In bytes. What is above it by now goes at once, as far as it may. */
export async function setBlobLimit(library: Library, limitBytes: number): Promise<void> {
  const { db } = library;
  await db.transaction('rw', db.everything, async () => {
    await writeMeta(db, 'fileLimit', limitBytes);
    await makeRoom(library, 0);
  });
}

const KeptProjects = z.array(Id);

/** The projects whose files this device keeps for offline use. */
export async function keptProjects({ db }: Library): Promise<number[]> {
  return (await readMeta(db, 'keptProjects', KeptProjects)) ?? [];
}

export async function keepsOffline(library: Library, projectId: number): Promise<boolean> {
  return (await keptProjects(library)).includes(projectId);
}

/** Holds for this device only. What is not here yet comes by and by. */
export async function setKeepOffline(library: Library, projectId: number, keep: boolean): Promise<void> {
  const { db } = library;
  await db.transaction('rw', db.everything, async () => {
    const others = (await keptProjects(library)).filter((id) => id !== projectId);
    await writeMeta(db, 'keptProjects', keep ? [...others, projectId] : others);
    await makeRoom(library, 0);
  });
}

/** `seq`: the place of the row in the feed, which it changes whenever its bytes come or go. */
export type BlobToFetch = { id: number; sha256: string; seq: number };

/** Files of kept projects that the server has and this device does not: one row for each. */
export async function blobsToFetch(library: Library): Promise<BlobToFetch[]> {
  const { db } = library;
  const projects = await keptProjects(library);
  if (projects.length === 0) return [];
  const rows = await db.resources.where('row.projectId').anyOf(projects).toArray();
  const wanted = new Map(
    rows
      .filter(({ row }) => row.available)
      .map(({ id, seq, row: { sha256 } }) => [sha256, { id, sha256, seq }]),
  );
  const here = await db.files
    .where('sha256')
    .anyOf([...wanted.keys()])
    .primaryKeys();
  for (const sha256 of here) wanted.delete(sha256);
  return [...wanted.values()];
}

/** Lets go of files until `extra` more bytes fit under the limit. Inside the caller's transaction. */
export async function makeRoom(library: Library, extra: number): Promise<void> {
  const { db } = library;
  const uses = await db.fileUses.orderBy('lastUsed').toArray();
  let over = uses.reduce((sum, { size }) => sum + size, extra) - (await readLimit(db));
  if (over <= 0) return;
  const spared = await sparedFiles(library, uses);
  const gone: string[] = [];
  for (const { sha256, size } of uses) {
    if (over <= 0) break;
    if (spared.has(sha256)) continue;
    gone.push(sha256);
    over -= size;
  }
  await letGoOf(library, gone);
}

/** Of all that may be let go of. */
export async function letGoOfAll(library: Library): Promise<void> {
  const { db } = library;
  await db.transaction('rw', db.everything, async () => makeRoom(library, Number.POSITIVE_INFINITY));
}

export async function letGoOf({ db }: Library, sha256s: string[]): Promise<void> {
  if (sha256s.length === 0) return;
  await Promise.all([db.files.bulkDelete(sha256s), db.fileUses.bulkDelete(sha256s)]);
}

async function sparedFiles(library: Library, uses: readonly FileUse[]): Promise<Set<string>> {
  const { db } = library;
  const sha256s = uses.map(({ sha256 }) => sha256);
  const [rows, deleted, uploads, projects] = await Promise.all([
    db.resources.where('row.sha256').anyOf(sha256s).toArray(),
    db.binItems.where('sha256').anyOf(sha256s).toArray(),
    db.uploads.toArray(),
    keptProjects(library),
  ]);
  const kept = new Set(projects);
  const onServer = new Set(rows.filter(({ row }) => row.available).map(({ row }) => row.sha256));
  for (const { sha256, available } of deleted) if (available) onServer.add(sha256 ?? '');
  const spared = new Set(sha256s.filter((sha256) => !onServer.has(sha256)));
  for (const { sha256 } of uploads) spared.add(sha256);
  for (const { row } of rows) if (kept.has(row.projectId)) spared.add(row.sha256);
  return spared;
}

async function readLimit(db: Library['db']): Promise<number> {
  return (await readMeta(db, 'fileLimit', z.number().nonnegative())) ?? defaultFileLimit;
}
