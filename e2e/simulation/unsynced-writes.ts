/**
 * A disk that loses its relaxed transactions when the power fails: those since the last strict one, which flushes all
 * before it. One that is not complete by then never is.
 */
import type Dexie from 'dexie';
import { IDBTransaction } from 'fake-indexeddb';

export type UnsyncedWrites = {
  /** For Dexie's `addons`. */
  addon(db: Dexie): void;
  /** Returns how many transactions a loss of power may undo. */
  count(): number;
  /** Undoes the last transactions, so many. */
  lose(count: number): void;
  /** The database was deleted. */
  forget(): void;
};

export function unsyncedWrites(): UnsyncedWrites {
  let undos: unknown[][] = [];
  const underWay = new Set<IDBTransaction>();
  return {
    addon: (db) =>
      void db.use({
        stack: 'dbcore',
        name: 'unsynced-writes',
        create: (core) => ({
          transaction(stores, mode, options) {
            const opened = core.transaction(stores, mode, options);
            if (mode === 'readwrite' && opened instanceof IDBTransaction) {
              underWay.add(opened);
              opened.addEventListener('abort', () => underWay.delete(opened));
              opened.addEventListener('complete', () => {
                underWay.delete(opened);
                if (options?.durability === 'relaxed') undos.push(undoOf(opened));
                else undos = [];
              });
            }
            return opened;
          },
        }),
      }),
    count: () => undos.length,
    lose(count) {
      for (const transaction of underWay) breakOff(transaction);
      underWay.clear();
      for (const undo of undos.splice(undos.length - count).reverse()) {
        for (const step of undo.toReversed()) if (typeof step === 'function') step();
      }
    },
    forget() {
      undos = [];
    },
  };
}

/** As `abort` does, also where it is committed already and not complete. */
function breakOff(transaction: object): void {
  const abort: unknown = Reflect.get(transaction, '_abort');
  if (typeof abort !== 'function') throw new Error('fake-indexeddb aborts in another way.');
  abort.call(transaction, null);
}

/** Returns what fake-indexeddb would do to abort the transaction. */
function undoOf(transaction: object): unknown[] {
  const log: unknown = Reflect.get(transaction, '_rollbackLog');
  if (!Array.isArray(log)) throw new Error('fake-indexeddb has another log of its writes.');
  return log;
}
