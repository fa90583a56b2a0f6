/** Declares what an inspection reads of a database beside the servers that use it, in order to compare it with the files. */
import type { FileName } from '../ports/blob-storage.ts';

export type BlobRecord = FileName & { size: number };

export type InspectedDatabase = AsyncDisposable & {
  /** Records of blobs that are stored, in the order of users and hashes, after this one; a page at most. */
  storedBlobs(after: FileName | undefined): Promise<BlobRecord[]>;
  blobState(name: FileName): Promise<'stored' | 'unsure' | 'unknown'>;
  /** The latest instant at which anything in it was written, in milliseconds. */
  latestInstant(): Promise<number>;
};
