/**
 * Runs a person's commands on one source editor: formats, and steps of its history.
 * None changes a text that is locked, or from which an input method holds a piece.
 */
import { type TextFormat, toggleFormat } from '#shared/text/toggle-format.ts';
import type { BoundEditor } from './bound-text.ts';
import type { SourceEditor, TextRange } from './engine/source-editor.ts';
import type { TypedHistory } from './typed-history.ts';

export type EditorCommands = {
  format(format: TextFormat): void;
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

  return {
    format(format) {
      if (isLocked || source.isComposing()) return;
      history.record();
      const { change, selection } = toggleFormat(source.text(), source.selection(), format);
      source.replace({ from: change.from, to: change.to }, change.insert);
      source.select(selection);
      history.record();
      source.focus();
    },
    replaceAll(text) {
      if (isLocked || source.isComposing()) return false;
      history.record();
      source.setText(text, { keepSelection: false, origin: 'user' });
      history.record();
      return true;
    },
    exchange(text, caret) {
      if (isLocked || source.isComposing()) return false;
      history.record();
      source.setText(text, { origin: 'user' });
      source.reveal({ from: caret, to: caret });
      history.record();
      return true;
    },
    replace(range, insert) {
      if (isLocked || source.isComposing()) return false;
      history.record();
      source.replace(range, insert);
      history.record();
      return true;
    },
    step(direction) {
      if (isLocked || source.isComposing()) return true;
      const content = history.step(direction);
      if (content === null) return false;
      source.setText(content, { keepSelection: false, origin: 'history' });
      return true;
    },
    bound: {
      text: source.text,
      setText(text, how) {
        history.record();
        source.setText(text, how);
      },
      isComposing: source.isComposing,
      setEditable(editable) {
        if (isLocked === !editable) return;
        isLocked = !editable;
        source.setEditable(editable);
      },
    },
  };
}
