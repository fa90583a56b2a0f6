import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { pageClock } from '../../ui/clock.ts';
import { usePreferences } from '../../ui/provider.tsx';
import { type AllCounts, type CountedText, createCountedText } from './counted-text.ts';
import type { ShownText, TextResolver } from './template-view.ts';
import { createTokenCounter, type TokenCounter } from './tokens/token-counter.ts';

/** Returns a counter that lasts as long as the component; null before it is on the screen. */
export function useTokenCounter(): TokenCounter | null {
  const [counter, setCounter] = useState<TokenCounter | null>(null);
  useEffect(() => {
    const created = createTokenCounter();
    setCounter(created);
    return () => created.stop();
  }, []);
  return counter;
}

export type Counting = {
  /** Null: nothing is counted. */
  readonly source: ShownText | null;
  readonly resolver: TextResolver;
  readonly counter: TokenCounter | null;
};

const notCounted: CountedText = { counts: () => null, onCounts: () => () => undefined };

/** Counts a text for whoever listens: a component that draws its counts itself is not drawn again by React. */
export function useCountedText({ source, resolver, counter }: Counting): CountedText {
  const { tokenEncoding: encoding } = usePreferences();
  return useMemo(
    () =>
      source === null || counter === null
        ? notCounted
        : createCountedText({ source, resolver, counter, encoding, clock: pageClock(window) }),
    [source, resolver, counter, encoding],
  );
}

/** Draws the component again with each count; null until the text is counted. */
export function useCounts({ onCounts, counts }: CountedText): AllCounts | null {
  return useSyncExternalStore(onCounts, counts);
}
