import type { Library } from '../database/library.ts';
import { isReceiving } from './is-receiving.ts';
import { watchQuery } from './watch-query.ts';

/**
 * Watches a query that each page of a pull would change, and rests while pages are received: the transaction of a page
 * waits for every read that was begun before it. Calls the listener once more when the pull has ended. Returns how to
 * stop.
 */
export function watchBetweenPulls<T>(
  library: Library,
  query: () => Promise<T>,
  listener: (result: T) => void,
): () => void {
  let stop: (() => void) | null = null;

  function onLoopChange(): void {
    if (isReceiving(library)) rest();
    else stop ??= watchQuery(query, listener);
  }

  function rest(): void {
    stop?.();
    stop = null;
  }

  const stopLoop = library.loop.subscribe(onLoopChange);
  onLoopChange();
  return () => {
    stopLoop();
    rest();
  };
}
