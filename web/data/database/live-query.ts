/**
 * Asks a query on the local database again after every change of what it read, in any tab.
 *
 * For each live query Dexie keeps the keys of all changes, of whatever table, until that query is asked again: one that no
 * change concerns would take more memory and time with every save of a long day. So it is asked again after `changesKept`,
 * and a result that is the same as before is passed on to nobody.
 * Source: `liveQuery` of Dexie 4.4, which has no bound of its own.
 * Before: `use-live.ts`, `watch-query.ts`.
 */
import { dequal } from 'dequal';
import Dexie, { liveQuery } from 'dexie';

/** How many transactions that write a live query may see before it is asked again. */
export const changesKept = 500;

type LiveResults<T> = {
  subscribe(next: (result: T) => void, error: (error: unknown) => void): { unsubscribe(): void };
  /** `useObservable` need not ask for a result at once: there is none yet. */
  hasValue(): false;
};

export function liveResults<T>(query: () => Promise<T>): LiveResults<T> {
  return {
    hasValue: () => false,
    subscribe(next, error) {
      let changes = 0;
      let last: { readonly result: T } | undefined;
      let isAskedAgain = false;
      let isWaiting = true;
      const observer = {
        next(result: T) {
          // Thousands of rows are not drawn anew where nothing concerned them.
          const isKnown = isAskedAgain && last !== undefined && dequal(result, last.result);
          isAskedAgain = false;
          isWaiting = false;
          changes = 0;
          if (isKnown) return;
          last = { result };
          next(result);
        },
        error(failure: unknown) {
          // The next result takes its place, also one that was known before.
          last = undefined;
          isWaiting = false;
          error(failure);
        },
      };
      // An async function: within another, Dexie loses what the steps after the first one read.
      const ask = () => liveQuery(async () => query()).subscribe(observer);
      let subscription = ask();
      const count = () => {
        changes += 1;
        // A reading that takes longer than so many changes would otherwise never end.
        if (changes < changesKept || isWaiting) return;
        changes = 0;
        isAskedAgain = true;
        isWaiting = true;
        subscription.unsubscribe();
        subscription = ask();
      };
      Dexie.on('storagemutated', count);
      return {
        unsubscribe() {
          Dexie.on.storagemutated.unsubscribe(count);
          subscription.unsubscribe();
        },
      };
    },
  };
}
