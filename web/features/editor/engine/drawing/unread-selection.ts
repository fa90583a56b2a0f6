import { TextSelection } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';

type Ends = { readonly anchor: number; readonly head: number };

/**
 * Reads the caret or selection from the page, if it is not where the editor knows it to be: the browser
 * reports a new one only some time after the press or the key that made it. Null where both are the same.
 */
export function unreadSelection(view: EditorView): Ends | null {
  const { anchorNode, anchorOffset, focusNode, focusOffset } = view.dom.ownerDocument.getSelection() ?? {};
  if (!anchorNode || !focusNode || !view.dom.contains(anchorNode) || !view.dom.contains(focusNode))
    return null;
  const known = view.state.selection;
  const anchor = view.posAtDOM(anchorNode, anchorOffset ?? 0);
  const head = view.posAtDOM(focusNode, focusOffset ?? 0);
  return anchor === known.anchor && head === known.head ? null : { anchor, head };
}

/**
 * A key must act where the person's caret is, however soon it comes after the press that put it there. And what is drawn
 * meanwhile, such as a merged text or its colors, would put the known selection back.
 */
export function readSelection(view: EditorView): void {
  if (view.composing || !view.hasFocus()) return;
  const unread = unreadSelection(view);
  if (unread === null) return;
  const { doc } = view.state;
  const [anchor, head] = [doc.resolve(unread.anchor), doc.resolve(unread.head)];
  const selection =
    view.someProp('createSelectionBetween', (create) => create(view, anchor, head)) ??
    TextSelection.between(anchor, head);
  if (!selection.eq(view.state.selection)) view.dispatch(view.state.tr.setSelection(selection));
}
