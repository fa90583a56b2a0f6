/** The one place that chooses where the bytes of files lie. The client of the object store is loaded only where it is used. */
import { join } from 'node:path';
import type { Bucket } from './blobs/bucket.ts';
import type { BucketAccess } from './blobs/bucket-place.ts';
import { createDiskBlobs } from './blobs/disk-blobs.ts';
import { makeDataFolder } from './data-folder/make-data-folder.ts';
import { CannotStart } from './failures/cannot-start.ts';
import type { BlobStorage } from './ports/blob-storage.ts';

/** `bucket`: undefined where files lie in the data folder. */
export type FilesPlace = { dataFolder: string; bucket: BucketAccess | undefined };

export async function openBlobs({ dataFolder, bucket }: FilesPlace): Promise<BlobStorage> {
  if (bucket === undefined) return createDiskBlobs(join(dataFolder, 'files'));
  const { createBucketBlobs } = await import('./blobs/bucket-blobs.ts');
  return createBucketBlobs(await openBucketOf(bucket));
}

/**
 * For a server: throws `CannotStart` where the bucket is not there or does not take its credentials. A store that does
 * not answer passes by itself, so the server starts without it.
 */
export async function openServerBlobs(
  place: FilesPlace,
  warn: (sentence: string) => void,
): Promise<BlobStorage> {
  if (place.bucket !== undefined) {
    const { checkBucket } = await import('./blobs/check-bucket.ts');
    const wrong = await checkBucket(await openBucketOf(place.bucket));
    if (wrong?.kind === 'refused') throw new CannotStart(wrong.sentence);
    if (wrong !== undefined) warn(wrong.sentence);
  } else makeDataFolder(place.dataFolder);
  return openBlobs(place);
}

async function openBucketOf(access: BucketAccess): Promise<Bucket> {
  const { openBucket } = await import('./blobs/bucket.ts');
  return openBucket(access);
}
