/**
 * A storage as a network database would be: it gathers, decides outside of any transaction, lets others in, and saves
 * where nothing of what it gathered has changed. Otherwise it gathers and decides once more.
 */
import { setImmediate } from 'node:timers/promises';
import type { LibraryStorage } from './library-port.ts';
import type { Changes, Gathered, LibraryTransaction } from './library-transaction.ts';

export type Retries = { count: number };

export function compareAndRetry(storage: LibraryStorage, retries: Retries): LibraryStorage {
  async function transact<Result>(userId: number, { gather, decide }: LibraryTransaction<Result>) {
    for (;;) {
      const gathered = await storage.gather(userId, gather);
      const before = fingerprint(gathered);
      const { changes, result } = decide(gathered);
      await setImmediate();
      const isSaved = await storage.transact(userId, {
        gather,
        decide: (now) =>
          fingerprint(now) === before
            ? { changes, result: true }
            : { changes: nothing(now.seq), result: false },
      });
      if (isSaved) return result;
      retries.count += 1;
    }
  }
  return { ...storage, transact };
}

function nothing(seq: number): Changes {
  return { acknowledged: null, writes: [], answers: [], events: [], seq, bulk: null };
}

function fingerprint({
  rows,
  erased,
  answers,
  floors,
  liveVersions,
  largeRevivals,
  ...rest
}: Gathered): string {
  const maps = [erased, answers, floors, liveVersions].map((map) => [...map]);
  return JSON.stringify([rest, rows.all(), maps, [...largeRevivals]]);
}
