import { useSetAtom } from 'jotai';
import { t } from '#shared/language/translate.ts';
import { doMany, type BulkAct as WrittenAct } from '../../data/bulk/bulk-act.ts';
import type { Outline } from '../../data/rows/outline.ts';
import { bulkDialogs } from '../../features/bulk/feature.tsx';
import { compare } from '../../features/compare/feature.tsx';
import type { Bulk, BulkAct, PickedRows } from '../../features/sidebar/picks/tree-picks.ts';
import { exportFiles } from '../../features/transfer/feature.tsx';
import { proofsOf } from '../../session/all-models.ts';
import { type BulkWords, wordsOf } from '../../session/bulk-notice.ts';
import { useOpenLibrary } from '../../session/open-library-context.ts';
import { useBulkRun } from '../../session/use-bulk-run.ts';
import type { WorkspaceActions } from '../workspace/use-workspace.ts';
import { bulkRequest } from './bulk-request.ts';

/** Acts on the rows that are selected in the sidebar: each act is one question, one notice and one undo. */
export function useBulk(outline: Outline, { closePrompts }: Pick<WorkspaceActions, 'closePrompts'>): Bulk {
  const lent = useOpenLibrary();
  const { library } = lent;
  const ask = useSetAtom(bulkDialogs.openAtom);
  const setExport = useSetAtom(exportFiles.openAtom);
  const setCompared = useSetAtom(compare.openAtom);
  const { underWay, stop, run } = useBulkRun();

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
      } else if (kind === 'compare') {
        const [before = null, after = null] = ids.map((promptId) => ({ promptId, versionId: null }));
        setCompared({ before, after });
      } else {
        const type = rows[0]?.kind === 'file' ? 'resource' : 'prompt';
        ask(
          bulkRequest(kind, {
            outline,
            ids,
            type,
            proofOf: proofsOf(lent),
            perform: (...act) => perform(ids, ...act),
          }),
        );
      }
    },
  };
}
