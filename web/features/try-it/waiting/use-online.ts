import { useSyncExternalStore } from 'react';

/** Returns whether the device has a network, as the browser sees it. */
export function useOnline(): boolean {
  return useSyncExternalStore(subscribe, () => navigator.onLine);
}

function subscribe(listener: () => void): () => void {
  const events = new AbortController();
  for (const name of ['online', 'offline'])
    window.addEventListener(name, listener, { signal: events.signal });
  return () => events.abort();
}
