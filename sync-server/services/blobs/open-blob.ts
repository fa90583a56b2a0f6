/** The bytes of a resource, for whoever may read it: its owner. */
import type { Resource } from '#shared/model/resource.ts';
import type { BlobStorage, StoredBlob } from '../../storage/ports/blob-storage.ts';
import type { LibraryStorage } from '../../storage/ports/library-port.ts';
import type { StoreBlob } from './store-blob.ts';

export type { StoredBlob } from '../../storage/ports/blob-storage.ts';

export type OpenedFile =
  | { kind: 'open'; resource: Resource; file: StoredBlob }
  | { kind: 'not_found' }
  /** The row is there, its bytes are not, or not yet. */
  | { kind: 'bytes_missing' };

export type OpenBlob = (userId: number, resourceId: number) => Promise<OpenedFile>;

export function createOpenBlob(deps: {
  storage: LibraryStorage;
  files: BlobStorage;
  keep: StoreBlob;
}): OpenBlob {
  const { storage, files, keep } = deps;
  return async (userId, resourceId) => {
    const found = await storage.resource(userId, resourceId);
    if (found === undefined) return { kind: 'not_found' };
    const resource = found.row;
    if (!resource.available) return { kind: 'bytes_missing' };
    const name = { userId, sha256: resource.sha256 };
    const file = await files.find(name);
    if (file !== undefined && file.size === resource.fileSize) return { kind: 'open', resource, file };
    // A folder that was put back without its files: devices that have them are told to send them again.
    await keep.lost(name);
    return { kind: 'bytes_missing' };
  };
}
