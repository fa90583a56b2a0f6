import { liveResults } from '../database/live-query.ts';

/**
 * Calls the listener with the result of a query on the local database, and again after every change of what it read,
 * in whichever tab or by whichever pull. A query that fails calls `failed`; without it, nobody catches the error.
 * Returns how to stop.
 */
export function watchQuery<T>(
  query: () => Promise<T>,
  listener: (result: T) => void,
  failed: (error: unknown) => void = leaveUncaught,
): () => void {
  let watching = true;
  const subscription = liveResults(query).subscribe(
    (result) => {
      // A reading that was under way when the caller stopped still arrives.
      if (watching) listener(result);
    },
    // Not called for a reading that the browser broke off: that is repeated with the next change.
    (error) => {
      if (watching) failed(error);
    },
  );
  return () => {
    watching = false;
    subscription.unsubscribe();
  };
}

function leaveUncaught(error: unknown): void {
  void Promise.reject(error);
}
