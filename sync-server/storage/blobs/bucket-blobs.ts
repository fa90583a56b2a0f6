/**
 * `blob-storage.ts` in a bucket of an object store. Kept files lie as on the disk, so that a tool that copies trees moves
 * them either way; a draft is pieces, each named by its place:
 *
 *   <user>/<first two of sha256>/<sha256>    partial/<user>/<sha256>/<offset>-<size>    temporary/<random>/<offset>-<size>
 *
 * 1. A piece and a file become visible whole or not at all: each is one object, written by one request.
 * 2. Any node takes any piece, and knows from the pieces alone how far a draft has come.
 * 3. A file is put together by the node that has the last piece, and is kept only if its bytes have the hash of its name.
 */
import { createHash, randomUUID } from 'node:crypto';
import { limits } from '#shared/model/limits.ts';
import type { BlobStorage, Draft, FileName, Inspected, Partial } from '../ports/blob-storage.ts';
import { checkedHash, userFolder } from './blob-names.ts';
import type { Bucket, StoredObject } from './bucket.ts';
import { joinPieces, type Piece, type Slice } from './join-pieces.ts';
import { receiveBytes } from './receive-bytes.ts';

const pieceSize = 1024 * 1024;
/** Files that are in memory at the same time while they are put together. */
const mostJoining = 2;
const mostRemoving = 8;

const pieceName = /\/(\d{12})-(\d{1,12})$/;

export function createBucketBlobs(bucket: Bucket): BlobStorage {
  const joining = limitedTo(mostJoining);
  const draftAt = (folder: string) => bucketDraft(bucket, { folder, joining });
  return {
    isShared: true,
    partial: ({ userId, sha256 }) => draftAt(`partial/${userFolder(userId)}/${checkedHash(sha256)}/`),
    temporary: () => draftAt(`temporary/${randomUUID()}/`),
    async find(name) {
      const key = blobKey(name);
      const size = await bucket.size(key);
      if (size === undefined) return undefined;
      return { size, read: (start, end) => bucket.read(key, { start, end }) };
    },
    remove: (name) => bucket.remove(blobKey(name)),
    async removeAllOf(userId) {
      await removeAll(bucket, bucket.list(`partial/${userFolder(userId)}/`));
      await removeAll(bucket, bucket.list(`${userFolder(userId)}/`));
    },
    async partials(userId) {
      const drafts = await draftsIn(
        bucket,
        userId === undefined ? 'partial/' : `partial/${userFolder(userId)}/`,
      );
      return drafts.flatMap(partialOf);
    },
    async removeTemporary(changedBefore = Number.POSITIVE_INFINITY) {
      for (const { objects } of await draftsIn(bucket, 'temporary/')) {
        if (latest(objects) < changedBefore) await removeAll(bucket, objects);
      }
    },
  };
}

export function blobKey({ userId, sha256 }: FileName): string {
  return `${userFolder(userId)}/${checkedHash(sha256).slice(0, 2)}/${sha256}`;
}

type Place = { folder: string; joining: <T>(work: () => Promise<T>) => Promise<T> };

function bucketDraft(bucket: Bucket, { folder, joining }: Place): Draft {
  const pieces = async () => joinPieces((await listed(bucket, folder)).flatMap(pieceOf));
  const discard = () => removeAll(bucket, bucket.list(folder));
  return {
    size: async () => (await pieces()).size,
    async append(bytes, most) {
      const { size } = await pieces();
      const piece = pieceWriter(bucket, { folder, offset: size });
      const ended = await receiveBytes(bytes, { size, most, write: piece.write });
      await piece.flush();
      return ended;
    },
    inspect: async () => inspect(bucket, (await pieces()).slices),
    async keep(name) {
      const key = blobKey(name);
      await joining(async () => {
        const whole = await joined(bucket, (await pieces()).slices);
        const sha256 = createHash('sha256').update(whole).digest('hex');
        if (sha256 !== name.sha256) throw new Error('the pieces of a file are not those of its name');
        await bucket.put(key, whole);
      });
      await discard();
    },
    discard,
  };
}

/** Collects what comes in until it is worth an object. */
function pieceWriter(bucket: Bucket, place: { folder: string; offset: number }) {
  let { offset } = place;
  let held: Uint8Array[] = [];
  let size = 0;
  async function flush(): Promise<void> {
    if (size === 0) return;
    await bucket.put(`${place.folder}${String(offset).padStart(12, '0')}-${size}`, Buffer.concat(held, size));
    offset += size;
    held = [];
    size = 0;
  }
  return {
    flush,
    async write(chunk: Uint8Array): Promise<void> {
      held.push(chunk);
      size += chunk.byteLength;
      if (size >= pieceSize) await flush();
    },
  };
}

async function* bytesOf(bucket: Bucket, slices: readonly Slice[]): AsyncGenerator<Uint8Array> {
  for (const { key, start, end } of slices) yield* bucket.read(key, { start, end });
}

async function inspect(bucket: Bucket, slices: readonly Slice[]): Promise<Inspected> {
  const hash = createHash('sha256');
  const head = new Uint8Array(limits.fileHeadBytes);
  let size = 0;
  for await (const bytes of bytesOf(bucket, slices)) {
    hash.update(bytes);
    if (size < head.length) head.set(bytes.subarray(0, head.length - size), size);
    size += bytes.length;
  }
  return { size, sha256: hash.digest('hex'), head: head.subarray(0, Math.min(size, head.length)) };
}

async function joined(bucket: Bucket, slices: readonly Slice[]): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const bytes of bytesOf(bucket, slices)) parts.push(bytes);
  return Buffer.concat(parts);
}

function pieceOf({ key, size }: StoredObject): Piece[] {
  const offset = pieceName.exec(key)?.[1];
  return offset === undefined ? [] : [{ key, size, offset: Number(offset) }];
}

type StoredDraft = { folder: string; objects: StoredObject[] };

async function draftsIn(bucket: Bucket, start: string): Promise<StoredDraft[]> {
  const drafts = new Map<string, StoredDraft>();
  for await (const object of bucket.list(start)) {
    const folder = object.key.replace(pieceName, '');
    const draft = drafts.get(folder) ?? { folder, objects: [] };
    draft.objects.push(object);
    drafts.set(folder, draft);
  }
  return [...drafts.values()];
}

function partialOf({ folder, objects }: StoredDraft): Partial[] {
  const [, userId, sha256] = /^partial\/([1-9]\d*)\/([0-9a-f]{64})$/.exec(folder) ?? [];
  if (userId === undefined || sha256 === undefined) return [];
  const { size } = joinPieces(objects.flatMap(pieceOf));
  return [{ userId: Number(userId), sha256, size, changedAt: latest(objects) }];
}

function latest(objects: readonly StoredObject[]): number {
  return objects.reduce((most, { changedAt }) => Math.max(most, changedAt), 0);
}

async function listed(bucket: Bucket, start: string): Promise<StoredObject[]> {
  const objects: StoredObject[] = [];
  for await (const object of bucket.list(start)) objects.push(object);
  return objects;
}

async function removeAll(
  bucket: Bucket,
  objects: AsyncIterable<StoredObject> | Iterable<StoredObject>,
): Promise<void> {
  let keys: string[] = [];
  const removeKeys = () => Promise.all(keys.map((key) => bucket.remove(key)));
  for await (const { key } of objects) {
    keys.push(key);
    if (keys.length < mostRemoving) continue;
    await removeKeys();
    keys = [];
  }
  await removeKeys();
}

/** Lets so many run at once; others wait in their order. */
function limitedTo(most: number): Place['joining'] {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
