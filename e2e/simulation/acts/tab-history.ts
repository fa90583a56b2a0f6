import { createPromptUndo, type PromptUndo } from '../../../web/features/editor/binding/prompt-undo.ts';

export type TabHistory = {
  undo: PromptUndo;
  /** The words that the person wrote or took out in this tab: steps may take them out. */
  own: Set<string>;
};

export function emptyHistory(): TabHistory {
  return { undo: createPromptUndo(), own: new Set() };
}
