/**
 * The files of a library in the file that carries it: every row, and the bytes of those that the server does
 * not have, because from nowhere else could they come back; where it is not known what the server has, of all
 * that are here.
 */
import type { Library } from '../database/library.ts';
import type { LibraryDb } from '../database/library-db.ts';
import { keepBytes, readBytes } from '../resources/blobs.ts';

/** `names`: what a person calls it, for whoever reads the file without this app. */
export type ExportedBlob = { sha256: string; names: string[]; base64: string };

/** More than this of what was uploaded would make a file that no browser can write or read as a whole. */
const mostUploadedBytes = 100 * 1024 * 1024;

/** Not inside a transaction: the bytes are read one after the other. */
export async function pendingBlobs({ db }: Library): Promise<ExportedBlob[]> {
  const waiting = (await db.uploads.toArray()).filter(({ state }) => state !== 'cancelled');
  return carriedOf(
    db,
    waiting.map(({ sha256 }) => sha256),
  );
}

/** With those that were uploaded, the small ones first, as many as a file can hold. */
export async function localBlobs(
  library: Library,
  { mostUploaded = mostUploadedBytes } = {},
): Promise<ExportedBlob[]> {
  const { db } = library;
  const waiting = await pendingBlobs(library);
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

async function carriedOf(db: LibraryDb, sha256s: readonly string[]): Promise<ExportedBlob[]> {
  const carried: ExportedBlob[] = [];
  for (const sha256 of sha256s) {
    const bytes = await readBytes(db, sha256);
    if (bytes === undefined) continue;
    const rows = await db.resources.where('row.sha256').equals(sha256).toArray();
    // Of the bin: that is no part of the library.
    if (rows.length === 0) continue;
    const names = rows.map(({ row }) => row.name);
    carried.push({ sha256, names, base64: base64Of(new Uint8Array(bytes)) });
  }
  return carried;
}

/** Keeps those that a row is about by now; what is to be uploaded of them is found by the next pass. */
export async function keepUnpacked(
  library: Library,
  unpacked: ReadonlyMap<string, ArrayBuffer>,
): Promise<void> {
  const { db } = library;
  for (const [sha256, bytes] of unpacked) {
    await db.transaction('rw', db.everything, async () => {
      const rows = await db.resources.where('row.sha256').equals(sha256).toArray();
      if (rows.length === 0) return;
      await keepBytes(library, sha256, bytes);
      const known = await db.uploads.get(sha256);
      if (known !== undefined || rows.some(({ row }) => row.available)) return;
      await db.uploads.put({ sha256, sent: 0, total: bytes.byteLength, state: 'waiting' });
    });
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
