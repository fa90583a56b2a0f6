/**
 * Runs a person's commands on one source editor: formats, and steps of its history.
 * None changes a text that is locked, or from which an input method holds a piece.
 */
import type { Role } from '#shared/templates/chat.ts';
import { insertedMessage } from '#shared/templates/insert-message.ts';
import { type TextFormat, toggleFormat } from '#shared/text/toggle-format.ts';
import type { BoundEditor } from '../binding/bound-text.ts';
import type { TypedHistory } from '../binding/typed-history.ts';
import type { SourceEditor, TextRange } from '../engine/source-editor.ts';

export type EditorCommands = {
  format(format: TextFormat): void;
  /** Begins a message of a role at the caret. */
  insertMessage(role: Role): void;
  /** Puts another text in place of the whole one, as one step that can be undone; returns whether it may be changed. */
  replaceAll(text: string): boolean;
  /** The same, with the caret at an offset of the new text. */
  exchange(text: string, caret: number): boolean;
  /** Puts a text in place of a range, as one step that can be undone; returns whether it may be changed. */
  replace(range: TextRange, insert: string): boolean;
  /** Returns false where there is no step that way. */
  step(direction: 'undo' | 'redo'): boolean;
  /** The editor for what binds it to a row: a merge is no typing, and a text whose row is gone is locked. */
  readonly bound: BoundEditor;
};

export function createEditorCommands(source: SourceEditor, history: TypedHistory): EditorCommands {
  /** Its row is gone: the text is there to be read and taken along. */
  let isLocked = false;

  /** Runs what is one step of the history; returns whether the text may be changed. */
  function inOneStep(act: () => void): boolean {
    if (isLocked || source.isComposing()) return false;
    history.record();
    act();
    history.record();
    return true;
  }

  return {
    format(format) {
      const isDone = inOneStep(() => {
        const { change, selection } = toggleFormat(source.text(), source.selection(), format);
        source.replace({ from: change.from, to: change.to }, change.insert);
        source.select(selection);
      });
      if (isDone) source.focus();
    },
    insertMessage: (role) => void (inOneStep(() => insertMessage(source, role)) && source.focus()),
    replaceAll: (text) => inOneStep(() => source.setText(text, { keepSelection: false, origin: 'user' })),
    exchange: (text, caret) =>
      inOneStep(() => {
        source.setText(text, { origin: 'user' });
        source.reveal({ from: caret, to: caret });
      }),
    replace: (range, insert) => inOneStep(() => source.replace(range, insert)),
    step(direction) {
      if (isLocked || source.isComposing()) return true;
      const content = history.step(direction);
      if (content === null) return false;
      source.setText(content, { keepSelection: false, origin: 'history' });
      return true;
    },
    bound: history.bound({
      text: source.text,
      setText: source.setText,
      isComposing: source.isComposing,
      setEditable(editable) {
        if (isLocked === !editable) return;
        isLocked = !editable;
        source.setEditable(editable);
      },
    }),
  };
}

function insertMessage(source: SourceEditor, role: Role): void {
  const text = source.text();
  const lineEnd = /\r\n|\r|\n/.exec(text)?.[0] ?? '\n';
  const { from, to, insert, caret } = insertedMessage(text, { caret: source.selection().to, role, lineEnd });
  source.replace({ from, to }, insert);
  source.select({ from: caret, to: caret });
}
