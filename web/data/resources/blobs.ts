/** Bytes on this device: kept under their hash, touched when used, let go of when nothing is about them. */
import { z } from 'zod';
import { Sha256 } from '#shared/model/resource.ts';
import type { Library } from '../database/library.ts';
import type { LibraryDb } from '../database/library-db.ts';
import { argsNamed } from '../outbox/outbox-table.ts';
import { letGoOf, makeRoom } from './blob-storage.ts';
import { sha256Of } from './sha256.ts';

/** Reads no bytes. */
export async function isHere({ db }: Library, sha256: string): Promise<boolean> {
  return (await db.files.where('sha256').equals(sha256).count()) > 0;
}

/** Returns the bytes of a file, undefined if they are not here. */
export async function readBytes(db: LibraryDb, sha256: string): Promise<ArrayBuffer | undefined> {
  return (await db.files.get(sha256))?.bytes;
}

/** Wraps bytes for a screen or a request. The type belongs to a row: a file opened as it lies runs nothing. */
export function inertBlob(bytes: ArrayBuffer): Blob {
  return new Blob([bytes], { type: 'application/octet-stream' });
}

/** Inside the caller's transaction. What is here already is not written again. */
export async function keepBytes(library: Library, sha256: string, bytes: ArrayBuffer): Promise<void> {
  const { db, deps } = library;
  if (!(await isHere(library, sha256))) await db.files.add({ sha256, bytes });
  await db.fileUses.put({ sha256, size: bytes.byteLength, lastUsed: deps.now() });
}

export async function touchBlob({ db, deps }: Library, sha256: string): Promise<void> {
  await db.fileUses.update(sha256, { lastUsed: deps.now() });
}

/**
 * Keeps what was fetched, if it is what its row says; null where it is something else. A file whose row went
 * in the meantime, or for which there is no room, is given back and not kept.
 */
export async function storeFetched(
  library: Library,
  sha256: string,
  content: ArrayBuffer,
): Promise<Blob | null> {
  if ((await sha256Of(content)) !== sha256) return null;
  const { db } = library;
  try {
    await db.transaction('rw', db.everything, async () => {
      if ((await db.resources.where('row.sha256').equals(sha256).count()) === 0) return;
      await makeRoom(library, content.byteLength);
      await keepBytes(library, sha256, content);
    });
  } catch (error) {
    if (!isDeviceFull(error)) throw error;
  }
  return inertBlob(content);
}

/**
 * Lets go of bytes, and of their upload records, that nothing is about any more: no shown row, no row that
 * the server has confirmed and an entry deletes, no entry that will make one. Bytes that the bin holds stay.
 */
export async function dropUnreferenced(library: Library): Promise<void> {
  const { db } = library;
  const here = await db.fileUses.toCollection().primaryKeys();
  const records = await db.uploads.toCollection().primaryKeys();
  const all = [...new Set([...here, ...records])];
  if (all.length === 0) return;
  const shown = await db.resources.where('row.sha256').anyOf(all).keys();
  const wanted = new Set([...shown.map(String), ...(await unseenReferences(library))]);
  const gone = all.filter((sha256) => !wanted.has(sha256));
  // Nothing of the bin is sent; its bytes stay for whoever restores it.
  const inBin = new Set((await db.binItems.where('sha256').anyOf(gone).keys()).map(String));
  await letGoOf(
    library,
    gone.filter((sha256) => !inBin.has(sha256)),
  );
  await db.uploads.bulkDelete(gone);
}

const Made = z.looseObject({ sha256: Sha256 });

async function unseenReferences({ db }: Library): Promise<string[]> {
  const confirmed = await db.confirmed.where('key').startsWith('resource:').toArray();
  const made = await argsNamed(db, 'createResource');
  return [
    ...confirmed.flatMap(({ stored }) => (stored?.type === 'resource' ? [stored.row.sha256] : [])),
    ...made.flatMap((args) => Made.safeParse(args).data?.sha256 ?? []),
  ];
}

/** The browser has no room for more, whatever we say. */
export function isDeviceFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error.name === 'QuotaExceededError') return true;
  return 'inner' in error && error.inner instanceof Error && error.inner.name === 'QuotaExceededError';
}
