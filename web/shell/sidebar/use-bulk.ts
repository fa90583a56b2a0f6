import { useSetAtom } from 'jotai';
import { useRef, useState } from 'react';
import { t } from '#shared/language/translate.ts';
import {
  type BulkOutcome,
  type BulkRun,
  doMany,
  type BulkAct as WrittenAct,
} from '../../data/bulk/bulk-act.ts';
import type { Outline } from '../../data/rows/outline.ts';
import { bulkDialogs } from '../../features/bulk/feature.tsx';
import type { Bulk, BulkAct, PickedRows } from '../../features/sidebar/picks/tree-picks.ts';
import { exportFiles } from '../../features/transfer/feature.tsx';
import { useLibrary } from '../../session/open-library-context.ts';
import { useNotify } from '../../ui/provider.tsx';
import type { WorkspaceActions } from '../workspace/use-workspace.ts';
import { type BulkWords, bulkNotice, wordsOf } from './bulk-notice.ts';
import { bulkRequest } from './bulk-request.ts';

/** Acts on the rows that are selected in the sidebar: each act is one question, one notice and one undo. */
export function useBulk(outline: Outline, { closePrompts }: Pick<WorkspaceActions, 'closePrompts'>): Bulk {
  const library = useLibrary();
  const ask = useSetAtom(bulkDialogs.openAtom);
  const setExport = useSetAtom(exportFiles.openAtom);
  const { underWay, stop, run } = useRun();

  function perform(ids: readonly number[], act: WrittenAct, words: BulkWords): void {
    void run(ids.length, words, async (under) => {
      const outcome = await doMany(library, { ids, act }, under);
      // A tab for each of them would say that somebody else has deleted it.
      if (act.kind === 'delete' && act.type === 'prompt') closePrompts(...outcome.deleted);
      return outcome;
    });
  }

  return {
    underWay,
    onStop: stop,
    onAct(kind: BulkAct, rows: PickedRows): void {
      const ids = rows.map(({ id }) => id);
      if (kind === 'favorite') {
        const favorite = rows.some((row) => row.kind === 'prompt' && !row.isFavorite);
        perform(ids, { kind: 'change', change: { kind, favorite } }, wordsOf({ kind, favorite }));
      } else if (kind === 'export') {
        const name = t('{count, plural, one {# prompt} other {# prompts}}', { count: ids.length });
        setExport({ scope: { kind: 'prompts', ids }, name });
      } else {
        const type = rows[0]?.kind === 'file' ? 'resource' : 'prompt';
        ask(bulkRequest(kind, { outline, ids, type, perform: (...act) => perform(ids, ...act) }));
      }
    },
  };
}

/** Runs one act after the other, tells how far it is, and offers to take it back when it has ended. */
function useRun() {
  const notify = useNotify();
  const [underWay, setUnderWay] = useState<Bulk['underWay']>(null);
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
