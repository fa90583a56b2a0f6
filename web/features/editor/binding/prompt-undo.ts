/**
 * Undo and redo of the prompts on the screen: what this person typed here are steps, and whatever else the text came
 * to be is another's, which no step takes away.
 */
import {
  type EditHistories,
  keepOpenHistories,
  noHistories,
  openHistory,
  recordEdit,
  redo,
  takeInOthers,
  undo,
} from '#shared/text/edit-history.ts';

export type PromptUndo = {
  opened(promptId: number, content: string): void;
  typed(promptId: number, edit: { content: string; at: number }): void;
  /** The text that is shown after something came in from elsewhere. */
  merged(promptId: number, content: string): void;
  /** The text to go back to, or forward; null: nothing more that way. */
  step(promptId: number, step: { direction: 'undo' | 'redo'; shown: string }): string | null;
  /** Histories of prompts that are no longer open go. */
  keepOpen(promptIds: readonly number[]): void;
};

export function createPromptUndo(): PromptUndo {
  let histories: EditHistories = noHistories;
  return {
    opened(promptId, content) {
      histories = openHistory(histories, { promptId, content });
    },
    typed(promptId, { content, at }) {
      histories = recordEdit(histories, { promptId, content, now: at });
    },
    merged(promptId, content) {
      histories = takeInOthers(histories, { promptId, content });
    },
    step(promptId, { direction, shown }) {
      histories = takeInOthers(histories, { promptId, content: shown });
      const moved = (direction === 'undo' ? undo : redo)(histories, promptId);
      histories = moved.histories;
      return moved.content;
    },
    keepOpen(promptIds) {
      histories = keepOpenHistories(histories, promptIds);
    },
  };
}
