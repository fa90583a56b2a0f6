/**
 * Bytes get their place here, and lose it. Uploads, whole forms and the daily clearing all end here.
 *
 * 1. One at a time for the bytes of a user: whoever calls has the turn.
 * 2. Announced, then put in place, then confirmed: rows say `available` only when the file is durable.
 * 3. Doubted, then removed, then forgotten: a crash on the way leaves an unsure record, which the next
 *    clearing ends.
 * 4. The quota is counted in the transaction that announces: uploads beside each other cannot both have the
 *    last room.
 */
import type { FileType } from '#shared/model/file-type.ts';
import type { Draft, FileName, FileStorage } from '../storage/blob-storage.ts';
import type { LibraryStorage } from '../storage/library-port.ts';
import type { Pokes } from './pokes.ts';
import type { TakeTurn } from './turns.ts';

export type KeepBytesDeps = {
  storage: LibraryStorage;
  files: FileStorage;
  pokes: Pokes;
  turn: TakeTurn;
  /** Bytes that one user may have here. */
  maxStorage: number;
};

export type Placed = { kind: 'placed' } | { kind: 'full'; used: number };

export type KeepBytes = {
  turnAt(name: FileName): ReturnType<TakeTurn>;
  /** Whether the file is in its place. */
  has(name: FileName): Promise<boolean>;
  /** Bytes that the user has here, those of broken-off uploads among them. */
  used(userId: number): Promise<number>;
  place(draft: Draft, file: FileName & { size: number; fits: readonly FileType[] }): Promise<Placed>;
  /** Its record says that it is here, but it is not: its rows say so from now on. Takes the turn itself. */
  lost(name: FileName): Promise<void>;
  /** Removes it unless a row is about it. Takes the turn itself. */
  release(name: FileName): Promise<void>;
};

export function createKeepBytes({ storage, files, pokes, turn, maxStorage }: KeepBytesDeps): KeepBytes {
  const turnAt = ({ userId, sha256 }: FileName) => turn(`${userId}:${sha256}`);

  async function tell(userId: number, change: Parameters<typeof storage.transact<boolean>>[1]) {
    let seq = 0;
    const changed = await storage.transact(userId, (transaction) => {
      const before = transaction.seq();
      const done = change(transaction);
      seq = transaction.seq() > before ? transaction.seq() : 0;
      return done;
    });
    if (seq > 0) pokes.poke(userId, seq);
    return changed;
  }

  return {
    turnAt,
    has: ({ userId, sha256 }) =>
      storage.transact(userId, ({ blobs }) => blobs.find(sha256)?.state === 'stored'),
    async used(userId) {
      const partial = await files.partials(userId);
      const kept = await storage.transact(userId, ({ blobs }) => blobs.total());
      return partial.reduce((sum, { size }) => sum + size, kept);
    },
    async place(draft, { userId, sha256, size, fits }) {
      const used = await storage.transact(userId, ({ blobs }) => {
        const others = blobs.total() - (blobs.find(sha256)?.size ?? 0);
        if (others + size <= maxStorage) blobs.announce(sha256, size);
        return others;
      });
      if (used + size > maxStorage) return { kind: 'full', used };
      await draft.keep({ userId, sha256 });
      await tell(userId, ({ blobs }) => {
        blobs.confirm(sha256, fits);
        return true;
      });
      return { kind: 'placed' };
    },
    async lost(name) {
      using _turn = await turnAt(name);
      if ((await files.find(name)) !== undefined) return;
      await tell(name.userId, ({ blobs }) => {
        blobs.doubt(name.sha256);
        blobs.forget(name.sha256);
        return true;
      });
    },
    async release(name) {
      const { userId, sha256 } = name;
      using _turn = await turnAt(name);
      const doubted = await tell(userId, ({ blobs }) => {
        const found = blobs.find(sha256);
        if (found === undefined || (found.state === 'stored' && blobs.isReferenced(sha256))) return false;
        if (found.state === 'stored') blobs.doubt(sha256);
        return true;
      });
      if (!doubted) return;
      await files.remove(name);
      await storage.transact(userId, ({ blobs }) => blobs.forget(sha256));
    },
  };
}
