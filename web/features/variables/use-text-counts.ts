import { useMemo, useSyncExternalStore } from 'react';
import { countText, type TextCounts } from '#shared/templates/text-counts.ts';
import { pageClock } from '../../ui/clock.ts';
import { createTemplateReader } from './template-reader.ts';
import type { ShownText } from './template-view.ts';

const pauseMs = 300;
/** So long a text is counted in well under a millisecond; a longer one in another thread. */
const countedAtOnce = 20_000;

/** The counts of a text, which are counted again whenever typing in it pauses. */
export type CountedText = {
  /** Null until the text is counted. */
  counts(): TextCounts | null;
  /** Returns how to stop listening. */
  onCounts(listener: () => void): () => void;
};

/** Counts a text for whoever listens: a component that draws its counts itself is not drawn again by React. */
export function useCountedText(source: ShownText | null): CountedText {
  return useMemo(() => countedText(source), [source]);
}

/** Counts a text and draws the component again with each count; null until it is counted. */
export function useTextCounts(source: ShownText | null): TextCounts | null {
  return useCounts(useCountedText(source));
}

/** Draws the component again with each count; null until the text is counted. */
export function useCounts({ onCounts, counts }: CountedText): TextCounts | null {
  return useSyncExternalStore(onCounts, counts);
}

/** The text is followed while somebody listens. */
function countedText(source: ShownText | null): CountedText {
  let counted: TextCounts | null = null;
  let unfollow = () => {};
  const listeners = new Set<() => void>();
  return {
    counts: () => counted,
    onCounts(listener) {
      if (listeners.size === 0 && source !== null) {
        unfollow = follow(source, (counts) => {
          counted = counts;
          for (const each of listeners) each();
        });
      }
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) unfollow();
      };
    },
  };
}

function follow(source: ShownText, onCounts: (counts: TextCounts) => void): () => void {
  const clock = pageClock(window);
  const reader = createTemplateReader();
  let callOff = () => {};
  let latest = 0;

  async function count(): Promise<void> {
    latest += 1;
    const mine = latest;
    const text = source.text();
    const counts = text.length <= countedAtOnce ? countText(text) : await reader.ask({ kind: 'count', text });
    if (mine === latest) onCounts(counts);
  }

  // The next key starts another thread, where this one has failed.
  const start = () => void count().catch(() => undefined);
  start();
  const stopListening = source.onText(() => {
    callOff();
    callOff = clock.after(pauseMs, start);
  });
  return () => {
    latest += 1;
    stopListening();
    callOff();
    reader.stop();
  };
}
