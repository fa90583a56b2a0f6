/**
 * Whether the place of files that is not the disk of this machine answers, as far as is known. A server goes on without
 * it: texts do not need it, and devices send and fetch files later.
 */

import { FilesUnavailable } from '../../storage/failures/files-unavailable.ts';
import type { BlobStorage } from '../../storage/ports/blob-storage.ts';
import { probeBlobs } from '../blobs/probe-blobs.ts';

export type FilesWatch = {
  /** Returns whether it is the first of a series, or undefined for every other error. */
  note(error: unknown): { isNew: boolean } | undefined;
  /** Tries to write at most every `probeEveryMs`. */
  isWell(): Promise<boolean>;
};

const probeEveryMs = 30_000;

export function createFilesWatch(deps: {
  files: BlobStorage;
  randomBytes: (size: number) => Uint8Array;
  now: () => number;
}): FilesWatch {
  const { files, randomBytes, now } = deps;
  let isFailing = false;
  let probedAt = Number.NEGATIVE_INFINITY;
  let probing: Promise<void> | undefined;

  async function probe(): Promise<void> {
    probedAt = now();
    isFailing = await probeBlobs(files, randomBytes).then(
      () => false,
      () => true,
    );
  }

  return {
    note(error) {
      if (!isUnavailable(error)) return undefined;
      const isNew = !isFailing;
      isFailing = true;
      return { isNew };
    },
    async isWell() {
      if (!files.isShared) return true;
      // A clock that was set back must not put the next probe off.
      if (Math.abs(now() - probedAt) >= probeEveryMs) {
        probing ??= probe().finally(() => {
          probing = undefined;
        });
      }
      await probing;
      return !isFailing;
    },
  };
}

function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error instanceof FilesUnavailable || isUnavailable(error.cause);
}
