/**
 * Records what is typed in one editor as steps of its prompt's history, and walks through them.
 * Before: `open-editor.ts` notes every change. After: `prompt-undo.ts` holds the steps.
 */
import type { Clock } from '../../../ui/clock.ts';
import type { BoundEditor } from './bound-text.ts';
import type { PromptUndo } from './prompt-undo.ts';

/** Reading a large text at each key would be felt; a history entry may be this much late. */
const recordPauseMs = 100;

export type TypedHistory = {
  /** Plans to record what was typed just now. */
  noteTyped(): void;
  /** Records at once what is not recorded yet. */
  record(): void;
  /** Returns the editor for what binds it to a row: what that puts into it is no step of this person. */
  bound(editor: BoundEditor): BoundEditor;
  /** Returns the text of the step before or after the current one; null where there is none. */
  step(direction: 'undo' | 'redo'): string | null;
};

export type TypedHistoryDeps = {
  readonly undo: PromptUndo;
  readonly historyId: number;
  readonly clock: Clock;
  text(): string;
};

export function createTypedHistory({ undo, historyId, clock, text }: TypedHistoryDeps): TypedHistory {
  let typedAt: number | null = null;
  let callOffRecord = () => {};

  function record(): void {
    callOffRecord();
    if (typedAt === null) return;
    undo.typed(historyId, { content: text(), at: typedAt });
    typedAt = null;
  }

  function noteTyped(): void {
    typedAt = clock.now();
    callOffRecord();
    callOffRecord = clock.after(recordPauseMs, record);
  }

  return {
    record,
    noteTyped,
    bound: (editor) => ({
      ...editor,
      setText(next, how) {
        record();
        editor.setText(next, how);
        if (how.origin === 'merge') undo.merged(historyId, text());
        // What was typed is repaired.
        else noteTyped();
      },
    }),
    step(direction) {
      record();
      return undo.step(historyId, { direction, shown: text() });
    },
  };
}
