/**
 * Lets acts and reads of a library in when no bulk change is in the middle of it. Whoever comes while one goes on
 * waits for its end, and does what is left of it where nobody else does.
 */
import type { PortionSize } from '../ports/library-port.ts';
import type { BulkChanges } from './change/bulk-changes.ts';
import type { GroupCommit, Synchronous } from './group-commit.ts';
import type { GroupRead } from './group-reads.ts';

export type LibraryQueue = {
  /** Runs an act within a transaction. `weight`: about how many rows it changes. */
  act<Result>(userId: number, act: () => Synchronous<Result>, weight?: number): Promise<Synchronous<Result>>;
  read<Result>(userId: number, read: () => Result): Promise<Result>;
  /** For a row or a few: together with other such reads. */
  readTogether<Result>(userId: number, read: () => Result): Promise<Result>;
  /** Does what is left of a bulk change. */
  finish(userId: number): Promise<void>;
};

type Tried<Result> = { kind: 'pending' } | { kind: 'done'; result: Result };

export function createLibraryQueue(deps: {
  commit: GroupCommit;
  groupRead: GroupRead;
  bulkChanges: BulkChanges;
  portion: PortionSize;
}): LibraryQueue {
  const { commit, groupRead, bulkChanges, portion } = deps;
  const finishing = new Map<number, Promise<void>>();

  async function goOn(userId: number): Promise<void> {
    try {
      while (await commit(() => bulkChanges.goOn(userId), portion.rows));
    } finally {
      finishing.delete(userId);
    }
  }

  function finish(userId: number): Promise<void> {
    const running = finishing.get(userId) ?? goOn(userId);
    finishing.set(userId, running);
    return running;
  }

  async function readWhole<Result>(userId: number, read: () => Result): Promise<Result> {
    while (bulkChanges.isPendingForReads(userId)) await finish(userId);
    return read();
  }

  return {
    finish,
    async act<Result>(userId: number, act: () => Synchronous<Result>, weight?: number) {
      for (;;) {
        const tried = await commit<Tried<Synchronous<Result>>>(
          () => (bulkChanges.isPending(userId) ? { kind: 'pending' } : { kind: 'done', result: act() }),
          weight,
        );
        if (tried.kind === 'done') return tried.result;
        await finish(userId);
      }
    },
    read: readWhole,
    async readTogether<Result>(userId: number, read: () => Result) {
      const tried = await groupRead<Tried<Result>>(() =>
        bulkChanges.isPendingForReads(userId) ? { kind: 'pending' } : { kind: 'done', result: read() },
      );
      return tried.kind === 'done' ? tried.result : readWhole(userId, read);
    },
  };
}
