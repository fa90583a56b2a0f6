import { Plugin } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import {
  breakLine,
  crossesLines,
  deleteRange,
  indentLines,
  insertSource,
  joinAtCaret,
  moveToEnd,
  type PositionRange,
  selectEverything,
  selectedRange,
} from './edit-commands.ts';
import type { TextIndex } from './text-index.ts';
import { readSelection } from './unread-selection.ts';

export type EditKeyOptions = {
  readonly index: TextIndex;
  /** Sees every key first; true means that it was dealt with. */
  onKeyDown(event: KeyboardEvent): boolean;
  onUndo(): void;
  onRedo(): void;
};

/**
 * What the browser does well within one line (typing, deleting a character as a person sees one, moving) is left to
 * it. Whatever crosses lines is done here, because the browser would move elements about that are not its own. The
 * browser's own undo knows nothing of the text that was loaded or merged, so it never happens: it is passed on.
 */
export function editKeys(options: EditKeyOptions): Plugin {
  const { index } = options;
  let leaving = false;

  function key(view: EditorView, event: KeyboardEvent): boolean {
    // The view also tells of keys it infers from changes of the page; those were seen as real keys before.
    if (event instanceof KeyboardEvent && options.onKeyDown(event)) return true;
    const direction = undoDirection(event);
    if (direction !== null) {
      if (direction === 'undo') options.onUndo();
      else options.onRedo();
      return true;
    }
    if (event.key === 'Tab') return !leaving && !hasModifier(event) && tab(view, event.shiftKey);
    if (isSelectAll(event)) {
      view.dispatch(selectEverything(view.state));
      return true;
    }
    const end = endOfText(event);
    if (end !== null) {
      view.dispatch(moveToEnd(view.state, { end, extend: event.shiftKey }));
      return true;
    }
    if (event.key === 'Enter') {
      if (hasModifier(event)) return false;
      view.dispatch(breakLine(view.state, index, selectedRange(view.state, index)));
      return true;
    }
    if (event.key === 'Backspace') return remove(view, -1);
    if (event.key === 'Delete' && !event.shiftKey) return remove(view, 1);
    return false;
  }

  function tab(view: EditorView, outward: boolean): boolean {
    const range = selectedRange(view.state, index);
    const whole = crossesLines(view.state, range);
    const tr =
      outward || whole
        ? indentLines(view.state, index, outward ? -1 : 1)
        : insertSource(view.state, index, { range, text: '\t' });
    if (tr !== null) view.dispatch(tr);
    return true;
  }

  function remove(view: EditorView, direction: -1 | 1): boolean {
    const range = selectedRange(view.state, index);
    const tr = range.from < range.to ? deleteRange(view.state, range) : joinAtCaret(view.state, direction);
    if (tr === null) return false;
    view.dispatch(tr);
    return true;
  }

  function input(view: EditorView, event: InputEvent): boolean {
    if (event.isComposing && !event.cancelable) return false;
    const { inputType } = event;
    if (inputType === 'historyUndo' || inputType === 'historyRedo') {
      if (inputType === 'historyUndo') options.onUndo();
      else options.onRedo();
      return true;
    }
    if (inputType.startsWith('format')) return true;
    const range = targetOf(view, event, index);
    if (inputType === 'insertParagraph' || inputType === 'insertLineBreak') {
      view.dispatch(breakLine(view.state, index, range));
      return true;
    }
    const crosses = crossesLines(view.state, range);
    if (inputType.startsWith('delete')) {
      if (crosses) view.dispatch(deleteRange(view.state, range));
      return crosses;
    }
    const text = event.data ?? event.dataTransfer?.getData('text/plain') ?? '';
    const native = inputType === 'insertText' || inputType === 'insertReplacementText';
    if (inputType === 'insertCompositionText' || (native && !crosses && !/[\r\n]/.test(text))) return false;
    if (text !== '') view.dispatch(insertSource(view.state, index, { range, text }));
    return true;
  }

  return new Plugin({
    props: {
      handleKeyDown: (view, event) => {
        readSelection(view);
        const done = key(view, event);
        // Shift is on its way to Shift+Tab, which leaves backwards.
        if (event.key !== 'Shift') leaving = event.key === 'Escape';
        return done;
      },
      handleTextInput: (view, from, to, text) => {
        const range = {
          from: index.positionInLine(view.state.doc, from),
          to: index.positionInLine(view.state.doc, to),
        };
        if (!crossesLines(view.state, range) && !/[\r\n]/.test(text)) return false;
        view.dispatch(insertSource(view.state, index, { range, text }));
        return true;
      },
      handleDOMEvents: {
        beforeinput: (view, event) => {
          if (!view.editable || !input(view, event)) return false;
          event.preventDefault();
          return true;
        },
        blur: () => {
          leaving = false;
          return false;
        },
        keydown: (view, event) => {
          // A text that cannot be edited gets no keys from the view, and the browser would select the whole page.
          if (view.editable || !isSelectAll(event)) return false;
          event.preventDefault();
          view.dispatch(selectEverything(view.state));
          return true;
        },
      },
    },
  });
}

function hasModifier(event: KeyboardEvent): boolean {
  return event.ctrlKey || event.metaKey || event.altKey;
}

function isSelectAll(event: KeyboardEvent): boolean {
  return (
    (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'a'
  );
}

/** The browser takes the last chunk that is drawn for the end of the text. */
function endOfText(event: KeyboardEvent): -1 | 1 | null {
  if (event.altKey || event.ctrlKey === event.metaKey) return null;
  if (event.key === (event.metaKey ? 'ArrowUp' : 'Home')) return -1;
  return event.key === (event.metaKey ? 'ArrowDown' : 'End') ? 1 : null;
}

function undoDirection(event: KeyboardEvent): 'undo' | 'redo' | null {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return null;
  const pressed = event.key.toLowerCase();
  if (pressed === 'z') return event.shiftKey ? 'redo' : 'undo';
  return pressed === 'y' && !event.shiftKey ? 'redo' : null;
}

/** What an input event is about to change: a selection where there is one, else what the browser says. */
function targetOf(view: EditorView, event: InputEvent, index: TextIndex): PositionRange {
  const selected = selectedRange(view.state, index);
  const target = event.getTargetRanges()[0];
  if (selected.from < selected.to || target === undefined) return selected;
  if (!view.dom.contains(target.startContainer) || !view.dom.contains(target.endContainer)) return selected;
  const from = index.positionInLine(view.state.doc, view.posAtDOM(target.startContainer, target.startOffset));
  const to = index.positionInLine(view.state.doc, view.posAtDOM(target.endContainer, target.endOffset));
  return { from: Math.min(from, to), to: Math.max(from, to) };
}
