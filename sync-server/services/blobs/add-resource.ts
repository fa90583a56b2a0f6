/** A file that comes with its row in one request, as a plain REST client sends it. */

import { safeFileName } from '#shared/model/file-name.ts';
import { decideFileType, fittingFileTypes } from '#shared/model/file-type.ts';
import type { ProblemCode } from '#shared/model/problem.ts';
import { isBlank } from '#shared/model/text.ts';
import type { BlobStorage, Draft } from '../../storage/ports/blob-storage.ts';
import type { CommitMutation } from '../change/commit-mutation.ts';
import type { MutationAnswer, MutationRequest } from '../change/mutation-request.ts';
import { roomLeft } from '../change/room-left.ts';
import type { StoreBlob } from './store-blob.ts';

export type SentFile = {
  /** With the whole file in it. */
  draft: Draft;
  /** The name and the media type that the sender gave. */
  fileName: string;
  claim: string;
  /** The other fields of the form: `name`, `description`, perhaps `id`. */
  fields: Readonly<Record<string, unknown>>;
};

export type AddResourceOutcome =
  | { kind: 'answered'; answer: MutationAnswer }
  | { kind: 'refused'; code: ProblemCode; detail?: string };

export type AddResource = {
  /**
   * Reserves room for a form of this many bytes. Where no other is coming in, the form is read first and refused when
   * its file is known, which may be there already.
   */
  reserve(userId: number, bytes: number): Promise<Disposable | { kind: 'full'; detail: string }>;
  /** The draft that takes the bytes while they arrive; the caller discards it in the end. */
  draft(): Draft;
  add(
    userId: number,
    file: SentFile,
    to: Pick<MutationRequest, 'path' | 'key' | 'onlyProject'>,
  ): Promise<AddResourceOutcome>;
};

export type AddFileDeps = {
  files: BlobStorage;
  commit: Pick<CommitMutation, 'one'>;
  keep: StoreBlob;
  maxStorage: number;
};

/** Bytes first, then the row: bytes without a row are released again, a row without bytes would wait for ever. */
export function createAddResource({ files, commit, keep, maxStorage }: AddFileDeps): AddResource {
  const add: AddResource['add'] = async (userId, { draft, fileName, claim, fields }, to) => {
    const { size, sha256, head } = await draft.inspect();
    const type = decideFileType({ claim, fileName, head });
    if (!type.ok) return { kind: 'refused', code: 'invalid_file_type' };
    const { fileType } = type;
    const name = { userId, sha256 };
    const answer = await place();
    if (answer.kind === 'answered' && answer.answer.status >= 400) await keep.release(name);
    return answer;

    async function place(): Promise<AddResourceOutcome> {
      // Until the row is there, a clearing must not take the bytes for left over.
      using _turn = await keep.turnAt(name);
      if (!(await keep.has(name))) {
        const placed = await keep.place(draft, { ...name, size, fits: fittingFileTypes(head) });
        if (placed.kind === 'full') {
          const room = roomLeft({ used: placed.used, needed: size, maxStorage });
          return { kind: 'refused', code: 'storage_full', ...room };
        }
      }
      const facts = { originalFilename: fileName, fileType, fileSize: size, sha256 };
      const body = { ...fields, name: nameOf(fields.name, fileName), ...facts };
      const request = { ...to, method: 'POST', body, ifMatch: undefined } as const;
      return { kind: 'answered', answer: await commit.one(userId, request) };
    }
  };
  const reserve: AddResource['reserve'] = async (userId, bytes) => {
    const reservation = keep.reserve(userId, { name: 'a form', bytes });
    const used = reservation.taken(await keep.usage(userId));
    if (reservation.isFirst() || used + bytes <= maxStorage) return reservation;
    reservation[Symbol.dispose]();
    return { kind: 'full', ...roomLeft({ used, needed: bytes, maxStorage }) };
  };
  return { reserve, draft: () => files.temporary(), add };
}

function nameOf(sent: unknown, fileName: string): unknown {
  return sent === undefined || (typeof sent === 'string' && isBlank(sent)) ? safeFileName(fileName) : sent;
}
