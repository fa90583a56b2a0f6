import { liveQuery } from 'dexie';

/**
 * Calls the listener with the result of a query on the local database, and again after every change of what it read,
 * in whichever tab or by whichever pull. Returns how to stop.
 */
export function watchQuery<T>(query: () => Promise<T>, listener: (result: T) => void): () => void {
  let watching = true;
  const subscription = liveQuery(query).subscribe({
    next: (result) => {
      // A reading that was under way when the caller stopped still arrives.
      if (watching) listener(result);
    },
    // A reading that the browser broke off is repeated with the next change.
    error: () => undefined,
  });
  return () => {
    watching = false;
    subscription.unsubscribe();
  };
}
