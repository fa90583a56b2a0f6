/**
 * Files as a person has them: added, listed, opened. What is added is here from the end of its transaction
 * on, whatever the network does; what becomes of its upload is in `uploads.ts`.
 *
 * 1. Bytes, upload record, row and outbox entry are written in one strict transaction, or none of them.
 * 2. The same bytes are here once, however many rows are about them.
 * 3. Lists read no bytes.
 */
import { decideFileType, type FileType } from '#shared/model/file-type.ts';
import { limits } from '#shared/model/limits.ts';
import { messages, refusalMessages } from '#shared/model/messages.ts';
import type { Resource } from '#shared/model/resource.ts';
import { commitInside } from '../commit/commit.ts';
import type { Library } from '../database/library.ts';
import type { UploadRecord } from '../database/library-db.ts';
import { letGoOfAll, makeRoom } from './blob-storage.ts';
import { inertBlob, isDeviceFull, keepBytes, readBytes, touchBlob } from './blobs.ts';
import { sha256Of } from './sha256.ts';

export type NewResource = {
  projectId: number;
  file: Blob & { name: string };
  name: string;
  description: string;
};

/** `message`: the sentence to show. */
export type AddedResource = { ok: true; id: number } | { ok: false; message: string };

export async function addResource(library: Library, added: NewResource): Promise<AddedResource> {
  const { file } = added;
  if (file.size > limits.maxUploadBytes) return refused(messages.fileTooLarge);
  const content = await file.arrayBuffer().catch(() => null);
  if (content === null) return refused(messages.fileUnreadable);
  const head = new Uint8Array(content, 0, Math.min(content.byteLength, limits.fileHeadBytes));
  const decided = decideFileType({ claim: file.type, fileName: file.name, head });
  if (!decided.ok) return refused(decided.message);
  const sha256 = await sha256Of(content);
  const writing = { ...added, fileType: decided.fileType, sha256, bytes: content };
  const write = () => writeFile(library, writing).catch(nullWhereFull);
  const written = await write();
  if (written !== null) return written;
  // The browser gives less than the limit says: whatever can be fetched again makes room for what cannot.
  await letGoOfAll(library);
  return (await write()) ?? refused(messages.deviceFull);
}

function nullWhereFull(error: unknown): null {
  if (!isDeviceFull(error)) throw error;
  return null;
}

function refused(message: string): AddedResource {
  return { ok: false, message };
}

async function writeFile(
  library: Library,
  {
    projectId,
    file,
    name,
    description,
    fileType,
    sha256,
    bytes,
  }: NewResource & {
    fileType: FileType;
    sha256: string;
    bytes: ArrayBuffer;
  },
): Promise<AddedResource> {
  const { db } = library;
  const id = library.newId();
  const outcome = await db.write(db.everything, async () => {
    const committed = await commitInside(library, 'createResource', {
      id,
      projectId,
      name,
      originalFilename: file.name,
      description,
      fileType,
      fileSize: bytes.byteLength,
      sha256,
    });
    if (!committed.ok) return committed;
    await makeRoom(library, bytes.byteLength);
    await keepBytes(library, sha256, bytes);
    const onServer = (await db.resources.get(id))?.row.available === true;
    const upload = await db.uploads.get(sha256);
    if (!onServer && (upload === undefined || upload.state === 'cancelled')) {
      await db.uploads.put({ sha256, sent: 0, total: bytes.byteLength, state: 'waiting' });
    }
    return committed;
  });
  if (!outcome.ok) return refused(outcome.errors[0]?.message ?? refusalMessages[outcome.code]);
  for (const wake of library.onCommit) wake();
  return { ok: true, id };
}

export type ResourceItem = {
  resource: Resource;
  /** Whether this device has the bytes. */
  here: boolean;
  /** Null: there is nothing to upload, or nothing left. */
  upload: { state: UploadRecord['state']; sent: number; total: number; reason: string | null } | null;
};

/** In the order in which they were added. */
export async function resourcesOf({ db }: Library, projectId: number): Promise<ResourceItem[]> {
  const found = await db.resources.where('row.projectId').equals(projectId).toArray();
  const rows = found.map(({ row }) => row).sort(byCreation);
  const sha256s = [...new Set(rows.map(({ sha256 }) => sha256))];
  const [kept, uploads] = await Promise.all([
    db.files.where('sha256').anyOf(sha256s).primaryKeys(),
    db.uploads.bulkGet(sha256s),
  ]);
  const here = new Set(kept);
  const waiting = new Map(
    uploads.flatMap((upload) => (upload === undefined ? [] : [[upload.sha256, upload]])),
  );
  return rows.map((resource) => {
    const upload = resource.available ? undefined : waiting.get(resource.sha256);
    return { resource, here: here.has(resource.sha256), upload: upload === undefined ? null : shown(upload) };
  });
}

function shown({ state, sent, total, reason }: UploadRecord): ResourceItem['upload'] {
  return { state, sent, total, reason: reason ?? null };
}

/** Counts an index: no row is read. */
export function resourceCountOf({ db }: Library, projectId: number): Promise<number> {
  return db.resources.where('row.projectId').equals(projectId).count();
}

/** The bytes if they are on this device; they count as used just now. Their type is that of no row. */
export async function blobBytes(library: Library, sha256: string): Promise<Blob | undefined> {
  const bytes = await readBytes(library.db, sha256);
  if (bytes === undefined) return undefined;
  await touchBlob(library, sha256);
  return inertBlob(bytes);
}

function byCreation(a: Resource, b: Resource): number {
  if (a.createdAt !== b.createdAt) return a.createdAt < b.createdAt ? -1 : 1;
  return a.id - b.id;
}
