/**
 * Copies the bytes of all stored files from one place into another.
 *
 * 1. A file that is there already with the right bytes is not copied: a copying that broke off goes on.
 * 2. Each file is read in its new place, and has the hash of its name there.
 * 3. Pieces of uploads that are not whole stay behind: their devices ask how far the server is, and send the rest.
 */
import { createHash } from 'node:crypto';
import { CannotStart } from '../failures/cannot-start.ts';
import type { BlobStorage, FileName } from '../ports/blob-storage.ts';

export type StoredFile = FileName & { size: number };

/** `missing`: files that are not there with their bytes, as a server would find them. */
export type CopiedFiles = { files: number; bytes: number; missing: string[] };

/** Each is a few requests to a store, one after the other. */
const atOnce = 4;

export async function copyFiles(
  stored: AsyncIterator<StoredFile>,
  { from, to, onFile }: { from: BlobStorage; to: BlobStorage; onFile: (done: number) => void },
): Promise<CopiedFiles> {
  const copied: CopiedFiles = { files: 0, bytes: 0, missing: [] };
  let done = 0;
  async function work(): Promise<void> {
    for (let next = await stored.next(); next.done !== true; next = await stored.next()) {
      const file = next.value;
      if (await copyFile(file, from, to)) {
        copied.files += 1;
        copied.bytes += file.size;
      } else {
        copied.missing.push(file.sha256);
      }
      done += 1;
      onFile(done);
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work));
  return copied;
}

async function copyFile(file: StoredFile, from: BlobStorage, to: BlobStorage): Promise<boolean> {
  if (await isWhole(file, to)) return true;
  const found = await from.find(file);
  if (found === undefined || found.size !== file.size) return false;
  const draft = to.temporary();
  try {
    await draft.append(found.read(0, found.size), found.size);
    const { sha256 } = await draft.inspect();
    if (sha256 !== file.sha256) return false;
    await draft.keep(file);
  } finally {
    await draft.discard();
  }
  if (!(await isWhole(file, to)))
    throw new CannotStart(`No row was moved: the file ${file.sha256} is not there as it was written.`);
  return true;
}

async function isWhole(file: StoredFile, place: BlobStorage): Promise<boolean> {
  const found = await place.find(file);
  if (found === undefined || found.size !== file.size) return false;
  const hash = createHash('sha256');
  for await (const bytes of found.read(0, found.size)) hash.update(bytes);
  return hash.digest('hex') === file.sha256;
}
