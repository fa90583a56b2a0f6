import type { BlobStorage } from '../../storage/ports/blob-storage.ts';

const probeBytes = 256 * 1024;

/** Writes a piece of a file as large as a client sends it, and removes it. Throws where there is no room. */
export async function probeBlobs(
  files: BlobStorage,
  randomBytes: (size: number) => Uint8Array,
): Promise<void> {
  const draft = files.temporary();
  // Random: a file system that compresses has room for any number of zeros.
  async function* bytes() {
    yield randomBytes(probeBytes);
  }
  try {
    await draft.append(bytes(), probeBytes);
  } finally {
    await draft.discard();
  }
}
