/** Removes blobs that no row refers to any more, and parts of abandoned uploads. */
import type { BlobStorage } from '../../storage/ports/blob-storage.ts';
import type { LibraryStorage } from '../../storage/ports/library-port.ts';
import type { DoOnce } from '../../storage/ports/nodes-port.ts';
import type { StoreBlob } from './store-blob.ts';

const hour = 60 * 60 * 1000;
const partialKeptMs = 7 * 24 * hour;
/** Far longer than a connection on which nothing moves stays open: nobody writes to it any more. */
const temporaryKeptMs = hour;

export type ClearBlobs = {
  /** Once, before the first request: what an earlier server was in the middle of. */
  afterStart(): Promise<void>;
  /** Once, after the last request: nobody waits any more for forms that were cut off just now. */
  atStop(): Promise<void>;
  daily(): Promise<void>;
  /** While the server runs: what came in half and will not be gone on with. */
  unfinished(): Promise<void>;
  /** The user's broken-off uploads of rows that are gone. */
  abandonedOf(userId: number): Promise<void>;
};

export function createClearBlobs(deps: {
  storage: LibraryStorage;
  files: BlobStorage;
  keep: StoreBlob;
  once: DoOnce;
  now(): number;
}): ClearBlobs {
  const { storage, files, keep, once, now } = deps;

  async function abandoned(userId?: number): Promise<void> {
    for (const { changedAt, ...name } of await files.partials(userId)) {
      const wanted = (await storage.resourcesWith(name.userId, name.sha256)).some((row) => !row.available);
      if (wanted && changedAt > now() - partialKeptMs) continue;
      using _turn = await keep.turnAt(name);
      await files.partial(name).discard();
    }
  }

  async function daily(): Promise<void> {
    for (const name of await storage.blobsToRemove()) await keep.release(name);
    await abandoned();
  }

  async function unfinished(): Promise<void> {
    await once({ name: 'unfinished uploads', since: now() - hour / 2, at: now() }, async () => {
      await files.removeTemporary(now() - temporaryKeptMs);
      await abandoned();
    });
  }

  return {
    daily,
    unfinished,
    abandonedOf: abandoned,
    async atStop() {
      if (!files.isShared) await files.removeTemporary();
    },
    async afterStart() {
      // Of a shared place not all, and by one node: another one may be in the middle of writing.
      if (files.isShared) return await unfinished();
      await files.removeTemporary();
      await daily();
    },
  };
}
