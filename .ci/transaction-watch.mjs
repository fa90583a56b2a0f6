/**
 * Fails a test in which a step of a Dexie transaction loses it.
 *
 * Dexie follows `await` only in scopes that are declared `async`, and only while what is awaited is its own: after a
 * `fetch`, or after some hundred functions in a row that return without a reading, the next query runs outside, and the
 * transaction ends before its scope (PrematureCommitError). Whether it does depends on what a library holds, so each
 * query is compared with the scope that it was made in, as Node knows it.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { afterEach } from 'vitest';

const scopes = new AsyncLocalStorage();
const AsyncFunction = (async () => undefined).constructor;
let breaches = [];

function breach(sentence) {
  const error = new Error(sentence);
  breaches.push(error);
  return error;
}

function watch(Dexie) {
  const { _transaction } = Dexie.prototype;
  Dexie.prototype._transaction = function watchedTransaction(mode, tables, act) {
    if (!(act instanceof AsyncFunction)) throw breach('The scope of a transaction is not an async function.');
    return _transaction.call(this, mode, tables, async function watchedScope(transaction) {
      const scope = { db: this.db.name, isOpen: true };
      try {
        return await scopes.run(scope, () => act.call(this, transaction));
      } finally {
        scope.isOpen = false;
      }
    });
  };
  const table = Object.getPrototypeOf(new Dexie('none', { addons: [] }).Table.prototype);
  const { _trans } = table;
  table._trans = function watchedQuery(...args) {
    const scope = scopes.getStore();
    if (scope?.isOpen && scope.db === this.db.name && Dexie.currentTransaction === null)
      throw breach(`A query of ${this.name} lost the transaction that it belongs to.`);
    return _trans.apply(this, args);
  };
  return Dexie;
}

// Dexie looks for indexedDB when it is loaded, which is for the test to do: it is watched as soon as it is there.
const place = Symbol.for('Dexie');
if (!(place in globalThis)) {
  let loaded;
  Object.defineProperty(globalThis, place, {
    get: () => loaded,
    set: (Dexie) => {
      loaded = watch(Dexie);
    },
  });
}

afterEach(() => {
  const found = breaches;
  breaches = [];
  if (found.length > 0) throw found[0];
});
