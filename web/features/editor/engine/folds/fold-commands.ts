import { type EditorState, Plugin, TextSelection } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import type { TextIndex } from '../document/text-index.ts';
import { type Fold, foldsOfChat, hidesWithin } from './fold-ranges.ts';
import { foldsKey, foldsOf } from './message-folds.ts';

/** Folds the message at a position, or opens it; returns false where there is none that has lines below its first. */
export function toggleFold(view: EditorView, index: TextIndex, position: number): boolean {
  const { state } = view;
  const isThere = ({ head, end }: Fold) => position > head && position < end;
  const open = foldsOf(state);
  const kept = open.filter((fold) => !isThere(fold));
  if (kept.length < open.length) {
    showFolds(view, kept);
    return true;
  }
  const found = foldsOfChat(state.doc, index).find(isThere);
  if (found === undefined) return false;
  showFolds(
    view,
    [...open, found].sort((left, right) => left.head - right.head),
  );
  return true;
}

/** Folds all messages, or opens all. */
export function foldAll(view: EditorView, index: TextIndex, fold: boolean): void {
  showFolds(view, fold ? foldsOfChat(view.state.doc, index) : []);
}

/** The caret goes out of what is folded, to the end of the line that stays. */
function showFolds(view: EditorView, folds: readonly Fold[]): void {
  if (view.composing) return;
  const { tr } = view.state;
  const place = placeOutside(view.state, folds);
  if (place !== null) tr.setSelection(TextSelection.create(tr.doc, place));
  view.dispatch(tr.setMeta(foldsKey, folds).scrollIntoView());
}

function placeOutside({ selection }: EditorState, folds: readonly Fold[]): number | null {
  const { from, to, head } = selection;
  const around = folds.filter((fold) => hidesWithin(fold, { from, to }));
  const fold = around.findLast((one) => one.head <= head) ?? around[0];
  return fold === undefined ? null : fold.below - 1;
}

/** A press on the arrow before a line of a role, which the style sheet draws, folds its message or opens it. */
export function foldArrows(index: TextIndex): Plugin {
  return new Plugin({
    props: {
      handleDOMEvents: {
        mousedown(view, event) {
          const line = event.target instanceof Element ? event.target.closest('.tok-role') : null;
          if (line === null || event.button !== 0 || !isOnArrow(line, event)) return false;
          // The caret stays where it is, and no keyboard comes up on the screen.
          event.preventDefault();
          return toggleFold(view, index, view.posAtDOM(line, 0));
        },
      },
    },
  });
}

function isOnArrow(line: Element, { clientX }: MouseEvent): boolean {
  const { paddingInlineStart, borderInlineStartWidth } = getComputedStyle(line);
  const width = Number.parseFloat(paddingInlineStart) + Number.parseFloat(borderInlineStartWidth);
  return clientX - line.getBoundingClientRect().left < width;
}
