/**
 * Leases in IndexedDB, whose readwrite transactions are atomic across the tabs of an origin. A database of its
 * own, apart from any library: locks are needed while a library is deleted too.
 */

/** Who holds a lock, and until when, in milliseconds since 1970. */
export type Lease = { readonly holder: string; readonly expiresAt: number };

export type LeaseStorage = {
  /** Replaces a lease by what `decide` returns (undefined: none) in one atomic step; resolves to the result. */
  update(name: string, decide: (current: Lease | undefined) => Lease | undefined): Promise<Lease | undefined>;
  /** Removes a lease without a look at it and without waiting: a page that goes away runs no more callbacks. */
  remove(name: string): void;
};

const database = 'promptory-leases';
const store = 'leases';

export function createLeaseStorage(indexedDb: IDBFactory): LeaseStorage {
  let opening: Promise<IDBDatabase> | undefined;
  let opened: IDBDatabase | undefined;

  function open(): Promise<IDBDatabase> {
    opening ??= new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDb.open(database, 1);
      request.onupgradeneeded = () => request.result.createObjectStore(store);
      request.onerror = () => {
        opening = undefined;
        reject(request.error);
      };
      request.onsuccess = () => {
        opened = request.result;
        // A browser that clears its storage closes the database under an open page.
        opened.onclose = forget;
        opened.onversionchange = () => {
          opened?.close();
          forget();
        };
        resolve(request.result);
      };
    });
    return opening;
  }

  function forget(): void {
    opening = undefined;
    opened = undefined;
  }

  return {
    update: async (name, decide) => updateLease(await open(), name, decide),
    remove(name) {
      try {
        const transaction = opened?.transaction(store, 'readwrite', { durability: 'relaxed' });
        transaction?.objectStore(store).delete(name);
        transaction?.commit();
      } catch {
        // The connection is closed already: the lease expires by itself.
      }
    },
  };
}

function updateLease(
  db: IDBDatabase,
  name: string,
  decide: (current: Lease | undefined) => Lease | undefined,
): Promise<Lease | undefined> {
  return new Promise((resolve, reject) => {
    const transaction = db.transaction(store, 'readwrite', { durability: 'relaxed' });
    const leases = transaction.objectStore(store);
    let result: Lease | undefined;
    const reading: IDBRequest<Lease | undefined> = leases.get(name);
    reading.onsuccess = () => {
      const current = reading.result;
      result = decide(current);
      if (result === current) return;
      if (result === undefined) leases.delete(name);
      else leases.put(result, name);
    };
    transaction.oncomplete = () => resolve(result);
    transaction.onabort = () => reject(transaction.error);
  });
}
