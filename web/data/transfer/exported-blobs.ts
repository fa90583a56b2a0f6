/**
 * The files of a library in the file that carries it: every row, and the bytes of those that the server does
 * not have, because from nowhere else could they come back; where it is not known what the server has, of all
 * that are here.
 */
import { z } from 'zod';
import { limits } from '#shared/model/limits.ts';
import { pastArgs } from '#shared/model/past-row.ts';
import { type Resource, Sha256 } from '#shared/model/resource.ts';
import type { Touch } from '#shared/mutations/mutation.ts';
import { bind } from '#shared/mutations/registry.ts';
import type { ManyCommits } from '../commit/commit-many.ts';
import type { Library } from '../database/library.ts';
import type { LibraryDb } from '../database/library-db.ts';
import { keepBytes, readBytes } from '../resources/blobs.ts';
import { sha256Of } from '../resources/sha256.ts';

/** `names`: what a person calls it, for whoever reads the file without this app. */
export const ExportedBlob = z.looseObject({
  sha256: Sha256,
  names: z.array(z.string()).default([]),
  base64: z.base64(),
});
export type ExportedBlob = z.infer<typeof ExportedBlob>;

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

/** Only what is the file that it says it is. */
export async function unpackedBlobs(carried: readonly ExportedBlob[]): Promise<Map<string, ArrayBuffer>> {
  const unpacked = new Map<string, ArrayBuffer>();
  for (const { sha256, base64 } of carried) {
    const content = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    if (content.length > limits.maxUploadBytes || (await sha256Of(content.buffer)) !== sha256) continue;
    unpacked.set(sha256, content.buffer);
  }
  return unpacked;
}

export type BroughtFile = 'made' | 'known' | 'noBytes' | 'refused';

/** Rows of which the bytes are in the file, on this device, or were on this person's server. */
export type BlobSources = { unpacked: ReadonlyMap<string, ArrayBuffer>; own: boolean };

/**
 * Makes the rows that are not here, if their bytes can be had; the server keeps those of a file that was
 * deleted for a while.
 */
export async function importBlobs(
  { library: { db }, many }: { library: Library; many: ManyCommits },
  resources: readonly Resource[],
  { unpacked, own }: BlobSources,
): Promise<{ resource: Resource; brought: BroughtFile }[]> {
  const sha256s = resources.map(({ sha256 }) => sha256);
  const here = new Set<string>(await db.files.where('sha256').anyOf(sha256s).primaryKeys());
  await many.readAhead(resources.flatMap(touchesOf));
  return resources.map((resource) => {
    const there = many.row({ type: 'resource', id: resource.id });
    if (there !== undefined && !there.deleted) return { resource, brought: 'known' };
    const onServer = own && resource.available;
    const hasBytes = onServer || unpacked.has(resource.sha256) || here.has(resource.sha256);
    if (!hasBytes) return { resource, brought: 'noBytes' };
    return { resource, brought: many.add('createResource', creation(resource)).ok ? 'made' : 'refused' };
  });
}

function touchesOf(resource: Resource): Touch[] {
  const row: Touch = { kind: 'row', ref: { type: 'resource', id: resource.id } };
  const bound = bind('createResource', creation(resource));
  return bound.ok ? [row, ...bound.mutation.touches] : [row];
}

function creation(resource: Resource): unknown {
  const { id, projectId, name, originalFilename, description, fileType, fileSize, sha256 } = resource;
  const names = { name, originalFilename, description, ...pastArgs({ createdAt: resource.createdAt }) };
  return { id, projectId, ...names, fileType, fileSize, sha256 };
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
