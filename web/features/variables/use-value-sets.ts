import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Library } from '../../data/database/library.ts';
import { pageClock } from '../../ui/clock.ts';
import { createValueSets, type ValueSets, type ValueSetsState } from './value-sets.ts';

export type ShownValueSets = ValueSetsState & { readonly store: ValueSets };

/** Returns the value sets of a prompt and how to change them. For another prompt the caller has another key. */
export function useValueSets(library: Library, promptId: number): ShownValueSets {
  const [store] = useState(() => createValueSets({ library, promptId, clock: pageClock(window) }));
  useEffect(() => {
    const stop = store.start();
    const stopFlushing = onPageLeft(() => void store.flush());
    return () => {
      stopFlushing();
      stop();
    };
  }, [store]);
  return { ...useSyncExternalStore(store.subscribe, store.state), store };
}

/** Runs `flush` whenever the page may go away and never come back; returns how to stop. */
function onPageLeft(flush: () => void): () => void {
  const events = new AbortController();
  const { signal } = events;
  const flushWhenHidden = () => {
    if (document.visibilityState === 'hidden') flush();
  };
  document.addEventListener('visibilitychange', flushWhenHidden, { signal });
  window.addEventListener('pagehide', flush, { signal });
  return () => events.abort();
}
