/**
 * The bytes of a row that is there already, in one piece or in many, over as many connections as it takes.
 *
 * 1. How far it has come is said by the partial file alone, so it survives this server.
 * 2. The next piece goes on exactly there, or not at all.
 * 3. A later request for the same bytes ends an earlier one, which may be a connection that nobody ends.
 * 4. Its room is reserved before its bytes are read.
 * 5. What is whole is looked at before it counts: its hash, its size, its type.
 */
import { bytesFit, type FileType, fittingFileTypes, namedFileType } from '#shared/model/file-type.ts';
import { limits } from '#shared/model/limits.ts';
import type { ProblemCode } from '#shared/model/problem.ts';
import type { Resource } from '#shared/model/resource.ts';
import type { UploadState } from '#shared/sync/wire.ts';
import type { BlobStorage, Draft, FileName } from '../../storage/ports/blob-storage.ts';
import type { LibraryStorage } from '../../storage/ports/library-port.ts';
import { roomLeft } from '../change/room-left.ts';
import type { StoreBlob } from './store-blob.ts';

export type UploadOutcome =
  | { kind: 'state'; state: UploadState }
  | { kind: 'refused'; code: ProblemCode; detail?: string; state?: UploadState };

/** Bytes on their way in, which end with an error when they are overtaken. */
export type Incoming = (overtaken: AbortSignal) => AsyncIterable<Uint8Array>;

export type UploadBytes = {
  /** Ends a request that is still sending these bytes: what it says is what a next one may go on from. */
  state(name: FileName): Promise<UploadOutcome>;
  append(name: FileName, piece: { offset: number; bytes: Incoming }): Promise<UploadOutcome>;
  /** Lets go of what has arrived so far. */
  cancel(name: FileName): Promise<void>;
};

export type UploadBytesDeps = {
  storage: LibraryStorage;
  files: BlobStorage;
  keep: StoreBlob;
  /** Makes room by letting go of broken-off uploads that nobody wants any more. */
  clearAbandoned(userId: number): Promise<void>;
  maxStorage: number;
};

export function createUploadBytes(deps: UploadBytesDeps): UploadBytes {
  const { files, keep } = deps;
  return {
    async state(name) {
      using _turn = await keep.turnAt(name);
      return stateOf(deps, name);
    },
    async append(name, { offset, bytes }) {
      // Before the turn is taken: this takes the turns of others.
      await clearWhereTight(deps, name.userId);
      using turn = await keep.turnAt(name);
      const before = await stateOf(deps, name);
      if (before.kind === 'refused' || before.state.complete) return before;
      const { state } = before;
      if (state.offset !== offset) return { kind: 'refused', code: 'offset_differs', state };
      const needed = state.size;
      using reservation = keep.reserve(name.userId, { name: name.sha256, bytes: needed });
      const used = reservation.taken(await keep.usage(name.userId));
      if (used + needed > deps.maxStorage) {
        return { kind: 'refused', code: 'storage_full', ...roomLeft({ ...deps, used, needed }), state };
      }
      const draft = files.partial(name);
      if ((await draft.append(bytes(turn.overtaken), state.size)) === 'too_large') {
        await draft.discard();
        const largest = state.size === limits.maxUploadBytes;
        return { kind: 'refused', code: largest ? 'file_too_large' : 'bytes_differ' };
      }
      return takeWhole(deps, name, draft);
    },
    async cancel(name) {
      using _turn = await keep.turnAt(name);
      await files.partial(name).discard();
    },
  };
}

async function clearWhereTight(
  { keep, clearAbandoned, maxStorage }: UploadBytesDeps,
  userId: number,
): Promise<void> {
  const { stored, partials } = await keep.usage(userId);
  const used = partials.reduce((sum, { size }) => sum + size, stored);
  if (used + limits.maxUploadBytes > maxStorage) await clearAbandoned(userId);
}

async function stateOf({ storage, files, keep }: UploadBytesDeps, name: FileName): Promise<UploadOutcome> {
  const rows = await storage.resourcesWith(name.userId, name.sha256);
  if (rows.length === 0) return { kind: 'refused', code: 'not_found' };
  const size = sizeOf(rows);
  if (rows.some(({ available }) => available)) {
    return { kind: 'state', state: { offset: size, size, complete: true } };
  }
  // They are here, and not what any of these rows says of them.
  if (await keep.has(name)) return { kind: 'refused', code: 'invalid_file_type' };
  const offset = await files.partial(name).size();
  return { kind: 'state', state: { offset, size, complete: false } };
}

async function takeWhole(deps: UploadBytesDeps, name: FileName, draft: Draft): Promise<UploadOutcome> {
  const rows = await deps.storage.resourcesWith(name.userId, name.sha256);
  if (rows.length === 0) return { kind: 'refused', code: 'not_found' };
  const state = { offset: await draft.size(), size: sizeOf(rows), complete: false };
  if (!rows.some(({ fileSize }) => fileSize === state.offset)) return { kind: 'state', state };
  const { size, sha256, head } = await draft.inspect();
  if (sha256 !== name.sha256) {
    // Another row may say that there is more to come.
    if (size < state.size) return { kind: 'state', state };
    await draft.discard();
    return { kind: 'refused', code: 'bytes_differ' };
  }
  if (!rows.some(({ fileType }) => isOf(fileType, head))) {
    await draft.discard();
    return { kind: 'refused', code: 'invalid_file_type' };
  }
  const placed = await deps.keep.place(draft, { ...name, size, fits: fittingFileTypes(head) });
  if (placed.kind === 'full') {
    const room = roomLeft({ ...deps, used: placed.used, needed: size });
    return { kind: 'refused', code: 'storage_full', ...room, state };
  }
  return { kind: 'state', state: { offset: size, size, complete: true } };
}

function sizeOf(rows: readonly Resource[]): number {
  return Math.max(...rows.map(({ fileSize }) => fileSize));
}

function isOf(fileType: string, head: Uint8Array): boolean {
  const known: FileType | undefined = namedFileType(fileType);
  return known !== undefined && bytesFit(known, head);
}
