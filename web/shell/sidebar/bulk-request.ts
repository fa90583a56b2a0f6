/** Makes the question before an act on many rows, with what it needs to know of them. */
import { deviceName } from '#shared/text/device-name.ts';
import type { BulkAct as WrittenAct } from '../../data/bulk/bulk-act.ts';
import type { PromptChange } from '../../data/bulk/prompt-change.ts';
import type { Outline } from '../../data/rows/outline.ts';
import type { BulkRequest } from '../../features/bulk/bulk-question.ts';
import { focusSidebar } from '../../features/sidebar/focus-sidebar.ts';
import type { BulkAct } from '../../features/sidebar/picks/tree-picks.ts';
import { tagsOf } from '../../features/sidebar/tree-view.ts';
import type { ProofOf } from '../../session/all-models.ts';
import { type BulkWords, wordsOf } from '../../session/bulk-notice.ts';

export type AskedAct = Extract<BulkAct, BulkRequest['kind']>;

export type Asking = {
  readonly outline: Outline;
  readonly ids: readonly number[];
  /** Of the rows; all are alike. */
  readonly type: 'prompt' | 'resource';
  readonly proofOf: ProofOf;
  perform(act: WrittenAct, words: BulkWords): void;
};

export function bulkRequest(kind: AskedAct, { outline, ids, type, proofOf, perform }: Asking): BulkRequest {
  const count = ids.length;
  const picked = new Set(ids);
  const prompts = outline.prompts.filter(({ id }) => picked.has(id));
  const change = (one: PromptChange, words: BulkWords) => perform({ kind: 'change', change: one }, words);
  switch (kind) {
    case 'move': {
      const homes = new Set(prompts.map(({ projectId }) => projectId));
      return {
        kind,
        count,
        // Where all of them are in one project, it is no place to move to.
        projects: outline.projects.filter(({ id }) => homes.size > 1 || !homes.has(id)),
        onAgree: ({ id, name }) => change({ kind, projectId: id }, wordsOf({ kind, project: name })),
      };
    }
    case 'tags': {
      const tags = tagsOf({ projects: [], prompts });
      return {
        kind,
        count,
        tags,
        others: tagsOf(outline).filter((tag) => !tags.includes(tag)),
        onAgree: (changed) => change({ kind, ...changed }, wordsOf({ kind })),
      };
    }
    case 'label':
      return {
        kind,
        count,
        onAgree: (label) =>
          change({ kind, label, device: deviceName(navigator), proofOf }, wordsOf({ kind, label })),
      };
    case 'delete':
      return {
        kind,
        of: type,
        count,
        onAgree: () => perform({ kind, type }, wordsOf({ kind, type })),
        focusAfterwards: focusSidebar,
      };
  }
}
