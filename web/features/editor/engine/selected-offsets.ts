import { type EditorState, TextSelection, type Transaction } from '@tiptap/pm/state';
import type { TextIndex } from './text-index.ts';

/** The ends of a selection in UTF-16 offsets of the exact text; `head` is the one that moves. */
export type SelectedOffsets = { readonly anchor: number; readonly head: number };

/** Returns the selection in offsets of the text. */
export function selectedOffsets({ doc, selection }: EditorState, index: TextIndex): SelectedOffsets {
  return { anchor: index.offsetAt(doc, selection.anchor), head: index.offsetAt(doc, selection.head) };
}

/** Adds the selection to a transaction. */
export function selectOffsets(
  tr: Transaction,
  index: TextIndex,
  { anchor, head }: SelectedOffsets,
): Transaction {
  const wanted = TextSelection.create(
    tr.doc,
    index.positionAt(tr.doc, anchor),
    index.positionAt(tr.doc, head),
  );
  // Setting what is there already would take an input method's caret away from it.
  return wanted.eq(tr.selection) ? tr : tr.setSelection(wanted);
}
