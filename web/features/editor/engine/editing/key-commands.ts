import type { EditorView } from '@tiptap/pm/view';
import { commandKey, pressedKey } from '../../../../ui/keys/pressed-key.ts';
import type { TextIndex } from '../document/text-index.ts';
import {
  breakLine,
  crossesLines,
  deleteRange,
  indentLines,
  insertSource,
  joinAtCaret,
  moveToEnd,
  selectEverything,
  selectedRange,
} from './edit-commands.ts';
import { breakOrContinue, moveItems } from './list-commands.ts';

export type EditKeyOptions = {
  readonly index: TextIndex;
  /** Sees every key first; true means that it was dealt with. */
  onKeyDown(event: KeyboardEvent): boolean;
  onUndo(): void;
  onRedo(): void;
};

/** `leaving`: Tab goes out of the editor. */
export type PressedIn = { readonly view: EditorView; readonly leaving: boolean };

/** Runs what a key does in the editor, and returns whether it did anything. */
export function runKey(event: KeyboardEvent, { view, leaving }: PressedIn, options: EditKeyOptions): boolean {
  const { index } = options;
  // The view also reports keys it infers from changes of the page; those were seen as real keys before.
  if (event instanceof KeyboardEvent && options.onKeyDown(event)) return true;
  const direction = undoDirection(event);
  if (direction !== null) {
    if (direction === 'undo') options.onUndo();
    else options.onRedo();
    return true;
  }
  const key = pressedKey(event);
  if (key === 'Tab') return !leaving && !hasModifier(event) && indent(view, index, event.shiftKey);
  if (isSelectAll(event)) {
    view.dispatch(selectEverything(view.state));
    return true;
  }
  const end = endOfText(event);
  if (end !== null) {
    view.dispatch(moveToEnd(view.state, { end, extend: event.shiftKey }));
    return true;
  }
  if (key === 'Enter') {
    if (hasModifier(event)) return false;
    const range = selectedRange(view.state, index);
    view.dispatch(event.shiftKey ? breakLine(view.state, index, range) : breakOrContinue(view, index, range));
    return true;
  }
  if (key === 'Backspace') return remove(view, index, -1);
  if (key === 'Delete' && !event.shiftKey) return remove(view, index, 1);
  return false;
}

export function isSelectAll(event: KeyboardEvent): boolean {
  return commandKey(event) === 'a';
}

function indent(view: EditorView, index: TextIndex, outward: boolean): boolean {
  const range = selectedRange(view.state, index);
  const by = outward ? -1 : 1;
  const whole = outward || crossesLines(view.state, range);
  const tr =
    moveItems(view, index, { range, by }) ??
    (whole ? indentLines(view.state, index, { by }) : insertSource(view.state, index, { range, text: '\t' }));
  if (tr !== null) view.dispatch(tr);
  return true;
}

function remove(view: EditorView, index: TextIndex, direction: -1 | 1): boolean {
  const range = selectedRange(view.state, index);
  const tr = range.from < range.to ? deleteRange(view.state, range) : joinAtCaret(view.state, direction);
  if (tr === null) return false;
  view.dispatch(tr);
  return true;
}

function hasModifier(event: KeyboardEvent): boolean {
  return event.ctrlKey || event.metaKey || event.altKey;
}

/** The browser takes the last chunk that is drawn for the end of the text. */
function endOfText(event: KeyboardEvent): -1 | 1 | null {
  if (event.altKey || event.ctrlKey === event.metaKey) return null;
  const key = pressedKey(event);
  if (key === (event.metaKey ? 'ArrowUp' : 'Home')) return -1;
  return key === (event.metaKey ? 'ArrowDown' : 'End') ? 1 : null;
}

function undoDirection(event: KeyboardEvent): 'undo' | 'redo' | null {
  const key = commandKey(event);
  if (key === 'z') return 'undo';
  return key === 'y' || commandKey(event, { shift: true }) === 'z' ? 'redo' : null;
}
