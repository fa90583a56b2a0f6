/**
 * `blob-storage.ts` on a folder of the disk:
 *
 *   temporary/<random>        partial/<user>/<sha256>        <user>/<first two of sha256>/<sha256>
 */
import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { limits } from '#shared/model/limits.ts';
import { syncPath } from '../data-folder/sync-path.ts';
import type {
  Appended,
  BlobStorage,
  Draft,
  FileName,
  Inspected,
  Partial,
  StoredBlob,
} from '../ports/blob-storage.ts';
import { checkedHash, userFolder } from './blob-names.ts';
import { chunkStream } from './chunk-stream.ts';
import { receiveBytes } from './receive-bytes.ts';

const readSize = 64 * 1024;

export function createDiskBlobs(folder: string): BlobStorage {
  const temporaryFolder = join(folder, 'temporary');
  const partialFolder = join(folder, 'partial');
  const placeOf = ({ userId, sha256 }: FileName) =>
    join(folder, userFolder(userId), checkedHash(sha256).slice(0, 2), sha256);
  const partialPath = ({ userId, sha256 }: FileName) =>
    join(partialFolder, userFolder(userId), checkedHash(sha256));

  async function partialsOf(userId: number): Promise<Partial[]> {
    const names = await listed(join(partialFolder, userFolder(userId)));
    const found = names.map(async (sha256) => {
      const seen = await statOf(join(partialFolder, userFolder(userId), sha256));
      return seen === undefined ? [] : [{ userId, sha256, size: seen.size, changedAt: seen.mtimeMs }];
    });
    return (await Promise.all(found)).flat();
  }

  return {
    isShared: false,
    partial: (name) => draftAt(partialPath(name), placeOf),
    temporary: () => draftAt(join(temporaryFolder, randomUUID()), placeOf),
    async find(name) {
      const path = placeOf(name);
      const size = (await statOf(path))?.size;
      return size === undefined ? undefined : storedFile(path, size);
    },
    async remove(name) {
      const path = placeOf(name);
      await rm(path, { force: true });
      if ((await statOf(dirname(path))) !== undefined) await syncPath(dirname(path));
    },
    async removeAllOf(userId) {
      for (const above of [partialFolder, folder]) {
        await rm(join(above, userFolder(userId)), { recursive: true, force: true });
      }
    },
    async partials(userId) {
      if (userId !== undefined) return partialsOf(userId);
      const users = (await listed(partialFolder)).map(Number);
      return (await Promise.all(users.map(partialsOf))).flat();
    },
    async removeTemporary(changedBefore = Number.POSITIVE_INFINITY) {
      for (const each of await listed(temporaryFolder)) {
        const path = join(temporaryFolder, each);
        const seen = await statOf(path);
        if (seen !== undefined && seen.mtimeMs < changedBefore) await rm(path, { force: true });
      }
    },
  };
}

function draftAt(path: string, placeOf: (name: FileName) => string): Draft {
  return {
    size: async () => (await statOf(path))?.size ?? 0,
    async append(bytes, most) {
      await makeFolder(dirname(path));
      await using file = await open(path, 'a');
      const before = (await file.stat()).size;
      try {
        return await writeAll(file, bytes, most);
      } catch (error) {
        // What was not synced may be anything: the next piece goes on where the last whole one ended.
        await file.truncate(before);
        throw error;
      }
    },
    inspect: () => inspect(path),
    async keep(name) {
      const place = placeOf(name);
      await syncPath(path);
      await makeFolder(dirname(place));
      await rename(path, place);
      await syncPath(dirname(place));
    },
    discard: () => rm(path, { force: true }),
  };
}

async function writeAll(file: FileHandle, bytes: AsyncIterable<Uint8Array>, most: number): Promise<Appended> {
  const { size } = await file.stat();
  const ended = await receiveBytes(bytes, { size, most, write: (chunk) => file.writeFile(chunk) });
  await file.datasync();
  return ended;
}

async function inspect(path: string): Promise<Inspected> {
  const hash = createHash('sha256');
  const head = new Uint8Array(limits.fileHeadBytes);
  let size = 0;
  for await (const chunk of createReadStream(path, { highWaterMark: readSize })) {
    const bytes = Buffer.from(chunk);
    hash.update(bytes);
    if (size < head.length) head.set(bytes.subarray(0, head.length - size), size);
    size += bytes.length;
  }
  return { size, sha256: hash.digest('hex'), head: head.subarray(0, Math.min(size, head.length)) };
}

function storedFile(path: string, size: number): StoredBlob {
  return { size, read: (start, end) => chunkStream(() => readPart(path, start, end)) };
}

async function* readPart(path: string, start: number, end: number): AsyncGenerator<Uint8Array> {
  await using file = await open(path, 'r');
  for (let at = start; at < end; ) {
    const room = new Uint8Array(Math.min(readSize, end - at));
    const { bytesRead } = await file.read(room, 0, room.length, at);
    if (bytesRead === 0) throw new Error('a stored file is shorter than it was');
    at += bytesRead;
    yield room.subarray(0, bytesRead);
  }
}

/** The folder and those above it, each known to the folder that it is in before anything is put there. */
async function makeFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let made = path; made.length >= first.length; made = dirname(made)) await syncPath(dirname(made));
}

async function statOf(path: string) {
  return stat(path).catch(unlessMissing);
}

async function listed(path: string): Promise<string[]> {
  return (await readdir(path).catch(unlessMissing)) ?? [];
}

function unlessMissing(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
  throw error;
}
