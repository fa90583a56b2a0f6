import { useRef, useState } from 'react';
import type { BulkOutcome, BulkRun } from '../data/bulk/bulk-act.ts';
import { useNotify } from '../ui/provider.tsx';
import { type BulkWords, bulkNotice } from './bulk-notice.ts';

/** The act that is done now, named in a sentence, and how far it is; null where none is. */
export type BulkUnderWay = { readonly text: string; readonly done: number; readonly of: number } | null;

/** Returns what runs one act on many rows after the other, shows how far it is, and offers to take it back when it has ended. */
export function useBulkRun() {
  const notify = useNotify();
  const [underWay, setUnderWay] = useState<BulkUnderWay>(null);
  const stopping = useRef<AbortController | null>(null);
  const last = useRef<Promise<void>>(Promise.resolve());

  async function run(
    of: number,
    words: BulkWords,
    task: (under: BulkRun) => Promise<BulkOutcome>,
  ): Promise<void> {
    const before = last.current;
    const ended = Promise.withResolvers<void>();
    last.current = ended.promise;
    await before;
    const stop = new AbortController();
    stopping.current = stop;
    // Shows progress only for what takes longer than a moment.
    const onProgress = (done: number) => done < of && setUnderWay({ text: words.underWay, done, of });
    const outcome = await task({ onProgress, signal: stop.signal });
    setUnderWay(null);
    ended.resolve();
    const { takeBack, changed } = outcome;
    const undo = takeBack && (() => void run(changed, words.back(), takeBack));
    notify(bulkNotice(outcome, words, undo));
  }

  return { underWay, run, stop: () => stopping.current?.abort() };
}
