/**
 * Lets changes and reads of a library in when no bulk change is in the middle of it. Whoever comes while one goes on does
 * what is left of it, together with the other nodes.
 */
import type { PortionSize } from '../ports/library-port.ts';
import { goOnWithBulk, pendingChange } from './bulk-changes.ts';
import type { Reads, Transactions, Writes } from './transactions.ts';
import { lockUser, type UserRecord } from './user-records.ts';

/** Stands for a result that has to wait until a bulk change is done. */
const pending = Symbol('pending');

export type LibraryQueue = {
  /** Runs alone on a library, within a transaction, when no bulk change is in the middle of it. */
  act<Result>(
    userId: number,
    act: (writes: Writes, user: Promise<UserRecord>) => Promise<Result>,
    options?: { isRepeatable?: boolean },
  ): Promise<Result>;
  /** Reads one instant of a library, when no bulk change is in the middle of it. */
  read<Result>(userId: number, read: (reads: Reads) => Promise<Result>): Promise<Result>;
};

type Queue = LibraryQueue & {
  /** Does what is left of a bulk change. */
  finish(userId: number): Promise<void>;
};

export function createLibraryQueue(transactions: Transactions, portion: PortionSize): Queue {
  const finishing = new Map<number, Promise<void>>();

  async function goOn(userId: number): Promise<void> {
    const next = () =>
      transactions.write(
        async (writes) => {
          const { seq } = await lockUser(writes, userId);
          return await goOnWithBulk(writes, { userId, seq, size: portion });
        },
        { isRepeatable: true, of: userId },
      );
    try {
      while (await next());
    } finally {
      finishing.delete(userId);
    }
  }

  function finish(userId: number): Promise<void> {
    const running = finishing.get(userId) ?? goOn(userId);
    finishing.set(userId, running);
    return running;
  }

  /** Runs `tried` until no bulk change is in its way. */
  async function whenWhole<Result>(
    userId: number,
    tried: () => Promise<Result | typeof pending>,
  ): Promise<Result> {
    for (;;) {
      const result = await tried();
      if (result !== pending) return result;
      await finish(userId);
    }
  }

  return {
    finish,
    act: (userId, act, options) =>
      whenWhole(userId, () =>
        transactions
          .write((writes) => guarded(writes, userId, act), { ...options, of: userId })
          .catch(unlessPending),
      ),
    read: (userId, read) =>
      whenWhole(userId, () =>
        transactions.read(async (reads) => {
          const [change, result] = await Promise.all([reads.query(pendingChange, [userId]), read(reads)]);
          return change.length > 0 ? pending : result;
        }),
      ),
  };
}

class InTheMiddle extends Error {}

function unlessPending(error: unknown): typeof pending {
  if (error instanceof InTheMiddle) return pending;
  throw error;
}

/** Runs an act with the lock of its user. What it sends first leaves with the lock, and is undone by a bulk change. */
async function guarded<Result>(
  writes: Writes,
  userId: number,
  act: (writes: Writes, user: Promise<UserRecord>) => Promise<Result>,
): Promise<Result> {
  const locked = Promise.all([lockUser(writes, userId), writes.query(pendingChange, [userId])]);
  const user = locked.then(([record, change]) => {
    if (change.length > 0) throw new InTheMiddle();
    return record;
  });
  const [result] = await Promise.all([act(writes, user), user]);
  return result;
}
