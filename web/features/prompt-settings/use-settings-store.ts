import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Library } from '../../data/database/library.ts';
import { pageClock } from '../../ui/clock.ts';
import { createSettingsStore, type SettingsState, type SettingsStore } from './settings-store.ts';

/** Returns the settings of a prompt and how to change them. For another prompt the caller has another key. */
export function useSettingsStore(
  library: Library,
  promptId: number,
): { state: SettingsState; store: SettingsStore } {
  const [store] = useState(() => createSettingsStore({ library, promptId, clock: pageClock(window) }));
  useEffect(() => {
    const stop = store.start();
    const events = new AbortController();
    const { signal } = events;
    const flush = () => void store.flush();
    // The page may go away and never come back.
    document.addEventListener('visibilitychange', () => document.hidden && flush(), { signal });
    window.addEventListener('pagehide', flush, { signal });
    return () => {
      events.abort();
      stop();
    };
  }, [store]);
  return { state: useSyncExternalStore(store.subscribe, store.state), store };
}
