/**
 * Bytes get their place here, and lose it. Uploads, whole forms and the daily clearing all end here.
 *
 * 1. One at a time for the bytes of a user: whoever calls has the turn.
 * 2. Announced, then put in place, then confirmed: rows say `available` only when the file is durable.
 * 3. Doubted, then removed, then forgotten: a crash on the way leaves an unsure record, which the next
 *    clearing ends.
 * 4. A turn that was lost meanwhile (its node's connection is gone) removes nothing more; where the file went all the
 *    same, its rows say so.
 */
import type { FileType } from '#shared/model/file-type.ts';
import type { BlobRecords, Republished } from '../../storage/ports/blob-records-port.ts';
import type { BlobStorage, Draft, FileName } from '../../storage/ports/blob-storage.ts';
import type { TakeTurn } from '../../storage/ports/turns-port.ts';
import type { Pokes } from '../change/pokes.ts';
import { createReservations, type Reserve, type StorageUsage } from './reservations.ts';

export type StoreBlobDeps = {
  blobs: BlobRecords;
  files: BlobStorage;
  pokes: Pokes;
  turn: TakeTurn;
  /** Bytes that one user may have here. */
  maxStorage: number;
};

export type Placed = { kind: 'placed' } | { kind: 'full'; used: number };

export type StoreBlob = {
  turnAt(name: FileName): ReturnType<TakeTurn>;
  /** Whether the file is in its place. */
  has(name: FileName): Promise<boolean>;
  /** Bytes that the user has here, those of broken-off uploads among them. */
  usage(userId: number): Promise<StorageUsage>;
  /** Reserves room for bytes that are about to come in. */
  reserve: Reserve;
  place(draft: Draft, file: FileName & { size: number; fits: readonly FileType[] }): Promise<Placed>;
  /** Its record says that it is here, but it is not: its rows say so from now on. Takes the turn itself. */
  lost(name: FileName): Promise<void>;
  /** Removes it unless a row is about it. Takes the turn itself. */
  release(name: FileName): Promise<void>;
};

export function createStoreBlob({ blobs, files, pokes, turn, maxStorage }: StoreBlobDeps): StoreBlob {
  const turnAt = ({ userId, sha256 }: FileName) => turn(`${userId}:${sha256}`);

  function notify(userId: number, { seq }: Republished): void {
    if (seq !== null) pokes.poke(userId, seq);
  }

  async function lost(name: FileName): Promise<void> {
    using _turn = await turnAt(name);
    if ((await files.find(name)) !== undefined) return;
    notify(name.userId, await blobs.lose(name.userId, name.sha256));
  }

  /** False where somebody has stored it while it was removed. */
  async function remove(name: FileName): Promise<boolean> {
    const { userId, sha256 } = name;
    using turn = await turnAt(name);
    const retired = await blobs.retire(userId, sha256);
    if (retired === undefined) return true;
    notify(userId, retired);
    if (turn.overtaken.aborted) return true;
    await files.remove(name);
    return await blobs.forget(userId, sha256);
  }

  return {
    turnAt,
    has: async ({ userId, sha256 }) => (await blobs.find(userId, sha256))?.state === 'stored',
    async usage(userId) {
      const partials = await files.partials(userId);
      return { partials, stored: await blobs.total(userId) };
    },
    reserve: createReservations(),
    async place(draft, { userId, sha256, size, fits }) {
      const announced = await blobs.announce(userId, { sha256, size }, maxStorage);
      if (announced.kind === 'full') return announced;
      await draft.keep({ userId, sha256 });
      notify(userId, await blobs.confirm(userId, sha256, fits));
      return { kind: 'placed' };
    },
    lost,
    async release(name) {
      if (!(await remove(name))) await lost(name);
    },
  };
}
