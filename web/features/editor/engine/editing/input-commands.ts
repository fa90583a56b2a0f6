import type { EditorView } from '@tiptap/pm/view';
import type { TextIndex } from '../document/text-index.ts';
import {
  breakLine,
  crossesLines,
  deleteRange,
  insertSource,
  type PositionRange,
  selectedRange,
} from './edit-commands.ts';
import type { EditKeyOptions } from './key-commands.ts';
import { breakOrContinue } from './list-commands.ts';

/** Runs what the browser announces as input, as far as it is not left to the browser; returns whether it ran. */
export function runInput(view: EditorView, event: InputEvent, options: EditKeyOptions): boolean {
  if (event.isComposing && !event.cancelable) return false;
  const { index } = options;
  const { inputType } = event;
  if (inputType === 'historyUndo' || inputType === 'historyRedo') {
    if (inputType === 'historyUndo') options.onUndo();
    else options.onRedo();
    return true;
  }
  if (inputType.startsWith('format')) return true;
  const range = targetOf(view, event, index);
  if (inputType === 'insertParagraph' || inputType === 'insertLineBreak') {
    const isPlain = inputType === 'insertLineBreak';
    view.dispatch(isPlain ? breakLine(view.state, index, range) : breakOrContinue(view, index, range));
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

/** Returns the range that an input event is about to change: a selection where there is one, else the browser's. */
function targetOf(view: EditorView, event: InputEvent, index: TextIndex): PositionRange {
  const selected = selectedRange(view.state, index);
  const target = event.getTargetRanges()[0];
  if (selected.from < selected.to || target === undefined) return selected;
  if (!view.dom.contains(target.startContainer) || !view.dom.contains(target.endContainer)) return selected;
  const from = index.positionInLine(view.state.doc, view.posAtDOM(target.startContainer, target.startOffset));
  const to = index.positionInLine(view.state.doc, view.posAtDOM(target.endContainer, target.endOffset));
  return { from: Math.min(from, to), to: Math.max(from, to) };
}
