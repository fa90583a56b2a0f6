/**
 * Whether the server can write, as far as is known.
 * 1. A write that fails for the disk's sake turns it red. Writes are tried all the same: nothing is refused because
 *    an earlier one failed.
 * 2. Only a probe turns it green: a small write may still find room where a larger one does not.
 */
import { type WriteFailure, writeFailure } from '../../storage/failures/write-failure.ts';
import { isDatabaseAway } from './is-database-away.ts';

export type { WriteFailure } from '../../storage/failures/write-failure.ts';

export type DiskWatch = {
  /** Returns the failure where the error is one of the disk, and remembers it. */
  note(error: unknown): { failure: WriteFailure; isNew: boolean } | undefined;
  /** Returns what is wrong, or undefined. While something is, tries again, at most every `probeEveryMs`. */
  state(): Promise<WriteFailure | undefined>;
  /** Tries to write now. Rejects where the database is not reached: nothing is known of its disk. */
  probe(): Promise<WriteFailure | undefined>;
};

export type DiskWatchDeps = {
  /** Each writes about as much as a usual change, and removes it again; throws where it cannot. */
  probes: readonly (() => Promise<void>)[];
  now(): number;
};

const probeEveryMs = 1000;

export function createDiskWatch({ probes, now }: DiskWatchDeps): DiskWatch {
  let failing: WriteFailure | undefined;
  let probedAt = Number.NEGATIVE_INFINITY;
  let probing: Promise<WriteFailure | undefined> | undefined;

  async function tryAll(): Promise<WriteFailure | undefined> {
    probedAt = now();
    try {
      for (const probe of probes) await probe();
      failing = undefined;
    } catch (error) {
      if (isDatabaseAway(error)) throw error;
      failing = writeFailure(error) ?? failing;
    }
    return failing;
  }

  async function probe(): Promise<WriteFailure | undefined> {
    probing ??= tryAll().finally(() => {
      probing = undefined;
    });
    return probing;
  }

  return {
    note(error) {
      const failure = writeFailure(error);
      if (failure === undefined) return undefined;
      const isNew = failing === undefined;
      failing = failure;
      return { failure, isNew };
    },
    probe,
    async state() {
      if (failing === undefined || now() - probedAt < probeEveryMs) return failing;
      return probe().catch(() => failing);
    },
  };
}
