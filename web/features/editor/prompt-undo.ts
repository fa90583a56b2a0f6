/**
 * Undo and redo of the prompts on the screen. The entries are the person's own texts; what came in from
 * elsewhere since an entry was made is merged into it when it is gone back to, so that an undo takes away
 * nobody else's words.
 */
import { mergeText } from '#shared/merge/merge-text.ts';
import {
  type EditHistories,
  type HistoryStep,
  keepOpenHistories,
  noHistories,
  openHistory,
  recordEdit,
  redo,
  undo,
} from '#shared/text/edit-history.ts';

type Merge = { at: number; from: string; to: string };

export type PromptUndo = {
  opened(promptId: number, content: string): void;
  typed(promptId: number, edit: { content: string; at: number }): void;
  merged(promptId: number, change: { from: string; to: string }): void;
  /** The text to go back to, or forward; null: nothing more that way. */
  step(promptId: number, step: { direction: 'undo' | 'redo'; shown: string }): string | null;
  /** Histories of prompts that are no longer open go. */
  keepOpen(promptIds: readonly number[]): void;
};

/** Longer ago, an undo goes back to the text as it was. */
const mergesKept = 30;

export function createPromptUndo(now: () => number): PromptUndo {
  let histories: EditHistories = noHistories;
  const merges = new Map<number, Merge[]>();

  function contentAt(promptId: number): string | null {
    const history = histories.get(promptId);
    const entry = history?.entries[history.position];
    if (entry === undefined) return null;
    return (merges.get(promptId) ?? [])
      .filter(({ at }) => at >= entry.timestamp)
      .reduce((text, { from, to }) => mergeText(from, text, to).text, entry.content);
  }

  return {
    opened(promptId, content) {
      histories = openHistory(histories, { promptId, content, now: now() });
    },
    typed(promptId, { content, at }) {
      histories = recordEdit(histories, { promptId, content, now: at });
    },
    merged(promptId, change) {
      const known = merges.get(promptId) ?? [];
      merges.set(promptId, [...known.slice(1 - mergesKept), { at: now(), ...change }]);
    },
    step(promptId, { direction, shown }) {
      const move = direction === 'undo' ? undo : redo;
      for (;;) {
        const moved: HistoryStep = move(histories, promptId);
        if (moved.atLimit) return null;
        histories = moved.histories;
        const content = contentAt(promptId);
        // With the others' words in it an entry can be what is shown already: nobody wants a step without effect.
        if (content !== null && content !== shown) return content;
      }
    },
    keepOpen(promptIds) {
      histories = keepOpenHistories(histories, promptIds);
      for (const promptId of merges.keys()) if (!histories.has(promptId)) merges.delete(promptId);
    },
  };
}
