import { createHash } from 'node:crypto';
import type { Bucket } from '../blobs/bucket.ts';
import { blobKey } from '../blobs/bucket-blobs.ts';
import type { FileName } from '../ports/blob-storage.ts';
import { type InspectedFiles, isDraft, nameIn } from './inspected-files.ts';

export function bucketFiles(bucket: Bucket): InspectedFiles {
  const placeOf = (name: FileName) => `${bucket.name}/${blobKey(name)}`;
  return {
    placeOf,
    size: (name) => bucket.size(blobKey(name)),
    async sha256(name) {
      const hash = createHash('sha256');
      const end = (await bucket.size(blobKey(name))) ?? 0;
      for await (const bytes of bucket.read(blobKey(name), { start: 0, end })) hash.update(bytes);
      return hash.digest('hex');
    },
    async *all() {
      for await (const { key } of bucket.list('')) {
        if (!isDraft(key)) yield { place: `${bucket.name}/${key}`, name: nameIn(key) };
      }
    },
  };
}
