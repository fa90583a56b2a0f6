/**
 * The objects of one bucket under one prefix, with s3mini. The only file that knows the client; it is loaded only where
 * FILES_URL is set. All failures are `FilesUnavailable`.
 */
import { S3mini, S3ServiceError } from 's3mini';
import { FilesUnavailable } from '../failures/files-unavailable.ts';
import { type BucketPatience, createBucketFetch, usualPatience } from './bucket-fetch.ts';
import type { BucketAccess } from './bucket-place.ts';
import { chunkStream } from './chunk-stream.ts';

export type StoredObject = { key: string; size: number; changedAt: number };

/** Keys are relative to the prefix. */
export type Bucket = {
  /** As a person reads it. */
  readonly name: string;
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Undefined where there is no such object. */
  size(key: string): Promise<number | undefined>;
  /** From `start` up to, not including, `end`, in chunks of 64 KiB. */
  read(key: string, range: { start: number; end: number }): ReadableStream<Uint8Array>;
  /** All whose keys begin with it, in the order of their keys. */
  list(start: string): AsyncIterable<StoredObject>;
  /** Does nothing where there is no such object. */
  remove(key: string): Promise<void>;
};

const readSize = 64 * 1024;
const stallMs = 30_000;

export function openBucket(
  access: BucketAccess,
  { patience = usualPatience, pageSize = 1000 }: { patience?: BucketPatience; pageSize?: number } = {},
): Bucket {
  const { name, prefix, address, region, accessKeyId, secretAccessKey } = access;
  const s3 = new S3mini({
    ...{ endpoint: address, region, accessKeyId, secretAccessKey },
    fetch: createBucketFetch(patience),
  });

  async function* list(start: string): AsyncGenerator<StoredObject> {
    let token: string | undefined;
    do {
      const page = await asked(() => s3.listObjectsPaged('/', `${prefix}${start}`, pageSize, token));
      if (!page) throw new FilesUnavailable('refused', `there is no bucket ${name}`);
      for (const { Key, Size, LastModified } of page.objects ?? []) {
        yield { key: Key.slice(prefix.length), size: Size, changedAt: LastModified.getTime() };
      }
      token = page.nextContinuationToken;
    } while (token !== undefined);
  }

  async function* read(key: string, { start, end }: { start: number; end: number }) {
    if (start >= end) return;
    const { status, body } = await asked(() => s3.getObjectRaw(`${prefix}${key}`, false, start, end));
    if (body === null || (status !== 206 && start > 0)) {
      throw new FilesUnavailable('refused', 'the store does not send parts of objects');
    }
    const reader = body.getReader();
    try {
      yield* wholeChunks(() => withinStall(reader.read()), end - start);
    } finally {
      // Not awaited: it may be what does not move any more.
      void reader.cancel().catch(() => {});
    }
  }

  return {
    name,
    async put(key, bytes) {
      await asked(() => s3.putObject(`${prefix}${key}`, bytes));
    },
    size: (key) =>
      asked(() => s3.getContentLength(`${prefix}${key}`)).catch((error) => {
        if (isNotFound(error)) return undefined;
        throw error;
      }),
    read: (key, range) => chunkStream(() => read(key, range)),
    list,
    async remove(key) {
      await asked(() => s3.deleteObject(`${prefix}${key}`)).catch((error) => {
        if (!isNotFound(error)) throw error;
      });
    },
  };
}

/** Thrown where an object is not there; `FilesUnavailable` all the same for whoever knew that it was. */
class ObjectNotFound extends FilesUnavailable {}

function isNotFound(error: unknown): boolean {
  return error instanceof ObjectNotFound;
}

async function asked<T>(request: () => Promise<T>): Promise<T> {
  try {
    return await request();
  } catch (error) {
    throw failureOf(error);
  }
}

/** The client wraps some errors in another. */
function failureOf(error: unknown): Error {
  if (error instanceof FilesUnavailable) return error;
  if (error instanceof S3ServiceError && error.status === 404) {
    return error.serviceCode === 'NoSuchBucket'
      ? new FilesUnavailable('refused', 'there is no such bucket')
      : new ObjectNotFound('refused', 'an object is not there any more');
  }
  if (error instanceof Error && error.cause !== undefined) return failureOf(error.cause);
  return new FilesUnavailable('refused', error instanceof Error ? error.message : String(error));
}

/** Yields chunks of `readSize`, and a last one; throws where fewer bytes than `left` come. */
async function* wholeChunks(
  next: () => Promise<{ done: boolean; value?: Uint8Array | undefined }>,
  bytes: number,
): AsyncGenerator<Uint8Array> {
  let left = bytes;
  let room = new Uint8Array(Math.min(readSize, left));
  let filled = 0;
  for (let { done, value } = await next(); left > 0; { done, value } = await next()) {
    if (done || value === undefined) throw new Error('a stored file is shorter than it was');
    for (let rest = value; rest.length > 0 && left > 0; ) {
      const part = rest.subarray(0, room.length - filled);
      room.set(part, filled);
      filled += part.length;
      rest = rest.subarray(part.length);
      if (filled < room.length) continue;
      left -= filled;
      yield room;
      room = new Uint8Array(Math.min(readSize, left));
      filled = 0;
    }
    if (left === 0) return;
  }
}

async function withinStall<T>(moving: Promise<T>): Promise<T> {
  const { promise: stalled, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new FilesUnavailable('unreachable', 'the store stopped in the middle of an object')),
    stallMs,
  );
  try {
    return await Promise.race([moving, stalled]);
  } finally {
    clearTimeout(timer);
  }
}
