import Dexie from 'dexie';

/**
 * Calls this once the current transaction is stored, before the live queries of this page look again. Never where the
 * transaction is aborted. Call it inside of a transaction.
 */
export function onComplete(run: () => void): void {
  const { idbtrans } = Dexie.currentTransaction;
  const listening = new AbortController();
  const { signal } = listening;
  const onEnd = (event: Event) => {
    if (event.target !== idbtrans || signal.aborted) return;
    listening.abort();
    if (event.type === 'complete') run();
  };
  // At the transaction itself Dexie's own listener comes first, with all that follows from it.
  idbtrans.db.addEventListener('complete', onEnd, { capture: true, signal });
  for (const end of ['complete', 'abort']) idbtrans.addEventListener(end, onEnd, { signal });
}
