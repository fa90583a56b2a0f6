import { useEffect, useState } from 'react';
import { countText, type TextCounts } from '#shared/templates/text-counts.ts';
import { pageClock } from '../../ui/clock.ts';
import { createTemplateReader, startTemplateWorker } from './template-reader.ts';
import type { ShownText } from './template-view.ts';

const pauseMs = 300;
/** So long a text is counted in well under a millisecond; a longer one in another thread. */
const countedAtOnce = 20_000;

/** Counts a text, and again whenever typing in it pauses; null until it is counted. */
export function useTextCounts(source: ShownText | null): TextCounts | null {
  const [counted, setCounted] = useState<{ of: ShownText; counts: TextCounts } | null>(null);
  useEffect(() => {
    if (source === null) return;
    return follow(source, (counts) => setCounted({ of: source, counts }));
  }, [source]);
  return counted !== null && counted.of === source ? counted.counts : null;
}

function follow(source: ShownText, onCounts: (counts: TextCounts) => void): () => void {
  const clock = pageClock(window);
  const reader = createTemplateReader(startTemplateWorker);
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
