import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { limits } from '#shared/model/limits.ts';
import type { SearchResult } from '../../data/search/prompt-search.ts';
import type { Clock } from '../../ui/clock.ts';

/** `result`: of the last search that ended; it stays while the next one runs. */
export type SearchState = { isSearching: boolean; result: SearchResult | null };

const nothing: SearchState = { isSearching: false, result: null };

export type SearchDeps = {
  clock: Clock;
  search(query: string): Promise<SearchResult>;
  onFailure(error: unknown): void;
};

/**
 * Searches after a pause in typing from two characters on, and at once (from one on) when asked to. Shorter
 * text clears what was found. An answer that comes after a newer question is dropped.
 */
export function useSearch(text: string, { clock, search, onFailure }: SearchDeps) {
  const [state, setState] = useState<SearchState>(nothing);
  const latest = useRef(0);
  const searched = useRef<string | null>(null);
  const query = text.trim();

  function forget(): void {
    latest.current += 1;
    searched.current = null;
    setState(nothing);
  }

  async function run(wanted: string): Promise<void> {
    latest.current += 1;
    const own = latest.current;
    searched.current = wanted;
    setState(({ result }) => ({ isSearching: true, result }));
    try {
      const result = await search(wanted);
      if (own === latest.current) setState({ isSearching: false, result });
    } catch (error) {
      if (own !== latest.current) return;
      forget();
      onFailure(error);
    }
  }

  const runAfterPause = useEffectEvent(() => {
    if (searched.current !== query) void run(query);
  });
  const forgetNow = useEffectEvent(forget);

  useEffect(() => {
    // What Enter has just searched for is searched for no second time; a single character only by Enter.
    if (query.length < limits.searchMinLength) {
      if (searched.current !== query) forgetNow();
      return;
    }
    return clock.after(limits.searchDebounceMs, () => runAfterPause());
  }, [query, clock]);

  return {
    state,
    searchNow(): void {
      if (query !== '') void run(query);
    },
  };
}
