/**
 * The files of a library in the file that carries it: every row, and the bytes of those that the server does
 * not have, because from nowhere else could they come back; where it is not known what the server has, of all
 * that are here.
 */
import { z } from 'zod';
import { limits } from '#shared/model/limits.ts';
import { type Resource, Sha256 } from '#shared/model/resource.ts';
import { commitInside } from './commit.ts';
import { isHere, keepBytes, sha256Of } from './file-bytes.ts';
import type { Library } from './library.ts';
import type { LibraryDb } from './library-db.ts';

/** `names`: what a person calls it, for whoever reads the file without this app. */
export const CarriedFile = z.looseObject({
  sha256: Sha256,
  names: z.array(z.string()).default([]),
  base64: z.base64(),
});
export type CarriedFile = z.infer<typeof CarriedFile>;

/** More than this of what was uploaded would make a file that no browser can write or read as a whole. */
const mostUploadedBytes = 100 * 1024 * 1024;

/** Not inside a transaction: the bytes are read one after the other. */
export async function waitingFiles({ db }: Library): Promise<CarriedFile[]> {
  const waiting = (await db.uploads.toArray()).filter(({ state }) => state !== 'cancelled');
  return carriedOf(
    db,
    waiting.map(({ sha256 }) => sha256),
  );
}

/** With those that were uploaded, the small ones first, as many as a file can hold. */
export async function filesHere(
  library: Library,
  { mostUploaded = mostUploadedBytes } = {},
): Promise<CarriedFile[]> {
  const { db } = library;
  const waiting = await waitingFiles(library);
  const known = new Set(waiting.map(({ sha256 }) => sha256));
  const uploaded: string[] = [];
  let bytes = 0;
  for (const { sha256, size } of (await db.fileUses.toArray()).sort((a, b) => a.size - b.size)) {
    bytes += known.has(sha256) ? 0 : size;
    if (bytes > mostUploaded) break;
    if (!known.has(sha256)) uploaded.push(sha256);
  }
  return [...waiting, ...(await carriedOf(db, uploaded))];
}

async function carriedOf(db: LibraryDb, sha256s: readonly string[]): Promise<CarriedFile[]> {
  const carried: CarriedFile[] = [];
  for (const sha256 of sha256s) {
    const file = await db.files.get(sha256);
    if (file === undefined) continue;
    const rows = await db.resources.where('row.sha256').equals(sha256).toArray();
    const names = rows.map(({ row }) => row.name);
    carried.push({ sha256, names, base64: base64Of(new Uint8Array(await file.bytes.arrayBuffer())) });
  }
  return carried;
}

/** Only what is the file that it says it is. */
export async function unpackedFiles(carried: readonly CarriedFile[]): Promise<Map<string, Blob>> {
  const unpacked = new Map<string, Blob>();
  for (const { sha256, base64 } of carried) {
    const content = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    if (content.length > limits.maxUploadBytes || (await sha256Of(content.buffer)) !== sha256) continue;
    unpacked.set(sha256, new Blob([content], { type: 'application/octet-stream' }));
  }
  return unpacked;
}

export type BroughtFile = 'made' | 'known' | 'noBytes' | 'refused';

/**
 * Makes a row that is not here, if its bytes are in the file, on this device, or were on this person's server,
 * which keeps what was deleted for a while. Inside the caller's transaction.
 */
export async function bringInFile(
  library: Library,
  resource: Resource,
  { unpacked, own }: { unpacked: ReadonlyMap<string, Blob>; own: boolean },
): Promise<BroughtFile> {
  const { id, projectId, name, originalFilename, description, fileType, fileSize, sha256 } = resource;
  if ((await library.db.resources.get(id)) !== undefined) return 'known';
  const onServer = own && resource.available;
  if (!onServer && !unpacked.has(sha256) && !(await isHere(library, sha256))) return 'noBytes';
  const args = { id, projectId, name, originalFilename, description, fileType, fileSize, sha256 };
  return (await commitInside(library, 'createResource', args)).ok ? 'made' : 'refused';
}

/** Keeps those that a row is about by now; what is to be uploaded of them is found by the next pass. */
export async function keepUnpacked(library: Library, unpacked: ReadonlyMap<string, Blob>): Promise<void> {
  const { db } = library;
  for (const [sha256, bytes] of unpacked) {
    const rows = await db.resources.where('row.sha256').equals(sha256).toArray();
    if (rows.length === 0) continue;
    await keepBytes(library, sha256, bytes);
    const known = await db.uploads.get(sha256);
    if (known !== undefined || rows.some(({ row }) => row.available)) continue;
    await db.uploads.put({ sha256, sent: 0, total: bytes.size, state: 'waiting' });
  }
}

/** In parts: a call takes only so many arguments. */
function base64Of(content: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < content.length; at += 0x8000) {
    parts.push(String.fromCharCode(...content.subarray(at, at + 0x8000)));
  }
  return btoa(parts.join(''));
}
