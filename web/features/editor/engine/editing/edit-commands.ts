import { type EditorState, Selection, TextSelection, type Transaction } from '@tiptap/pm/state';
import type { TextChange } from '#shared/text/text-change.ts';
import { joinLines, type SourceLine, splitLines } from '../document/line-ends.ts';
import { changeText, replaceLines } from '../document/replace-lines.ts';
import type { TextIndex } from '../document/text-index.ts';

export type PositionRange = { readonly from: number; readonly to: number };

const NOTHING: readonly SourceLine[] = [{ breakBefore: '', text: '' }];

/** The selection as positions in lines; selecting everything may lie outside of them. */
export function selectedRange(state: EditorState, index: TextIndex): PositionRange {
  const from = index.positionInLine(state.doc, state.selection.from);
  const last = Selection.atEnd(state.doc).to;
  const to = state.selection.to >= last ? last : index.positionInLine(state.doc, state.selection.to);
  return { from, to: Math.max(from, to) };
}

export function crossesLines(state: EditorState, range: PositionRange): boolean {
  return !state.doc.resolve(range.from).sameParent(state.doc.resolve(range.to));
}

export function deleteRange(state: EditorState, range: PositionRange): Transaction {
  const tr = replaceLines(state.tr, range, NOTHING);
  return withCaret(tr, tr.mapping.map(range.to));
}

/** A new line takes the end that most lines of the text have. `prefix`: what it begins with, before the caret. */
export function breakLine(
  state: EditorState,
  index: TextIndex,
  range: PositionRange & { readonly prefix?: string },
): Transaction {
  const lineBreak = index.dominantEnd(state.doc);
  const tr = replaceLines(state.tr, range, [
    ...NOTHING,
    { breakBefore: lineBreak, text: range.prefix ?? '' },
  ]);
  return withCaret(tr, tr.mapping.map(range.to));
}

/** Puts a text in the place of a range exactly as it is, line ends and all; the caret goes behind it. */
export function insertSource(
  state: EditorState,
  index: TextIndex,
  options: { range: PositionRange; text: string },
): Transaction {
  const from = index.offsetAt(state.doc, options.range.from);
  const to = index.offsetAt(state.doc, options.range.to);
  const tr = changeText(state.tr, index, { from, to, insert: options.text });
  return withCaret(tr, index.positionAt(tr.doc, from + options.text.length));
}

/** With the caret at a border of its line: takes away the break before it (-1) or behind it (1). Else null. */
export function joinAtCaret(state: EditorState, direction: -1 | 1): Transaction | null {
  const { selection } = state;
  if (!selection.empty || selection.$from.depth !== 2) return null;
  const { $from } = selection;
  if ($from.parentOffset !== (direction === -1 ? 0 : $from.parent.content.size)) return null;
  const border = direction === -1 ? $from.before() : $from.after();
  const other = Selection.findFrom(state.doc.resolve(border), direction, true);
  if (other === null) return null;
  const range = { from: Math.min(selection.from, other.from), to: Math.max(selection.from, other.from) };
  return deleteRange(state, range);
}

export type Indenting = {
  readonly by: -1 | 1;
  /** Returns a line as it is afterwards; null: the lines are not ones that it could indent. */
  ofLine?(text: string): string | null;
};

/**
 * Puts a tab before every selected line that is not empty, or takes one (or up to four spaces) away; or has `ofLine` do
 * it. Null: nothing changes.
 */
export function indentLines(
  state: EditorState,
  index: TextIndex,
  { by, ofLine = (text) => indentedText(text, by) }: Indenting,
): Transaction | null {
  const range = selectedRange(state, index);
  const from = index.offsetAt(state.doc, state.doc.resolve(range.from).start());
  const to = index.offsetAt(state.doc, state.doc.resolve(range.to).end());
  const lines = splitLines(index.text(state.doc).slice(from, to));
  const indented: SourceLine[] = [];
  for (const line of lines) {
    const text = ofLine(line.text);
    if (text === null) return null;
    indented.push({ ...line, text });
  }
  const change: TextChange = { from, to, insert: joinLines(indented) };
  const text = index.text(state.doc).slice(from, to);
  if (change.insert === text) return null;
  const grownFirst = (indented[0]?.text.length ?? 0) - (lines[0]?.text.length ?? 0);
  const grown = change.insert.length - (to - from);
  const start = index.offsetAt(state.doc, range.from);
  const end = index.offsetAt(state.doc, range.to);
  const tr = changeText(state.tr, index, change);
  const anchor = index.positionAt(tr.doc, Math.max(from, start + grownFirst));
  const head = index.positionAt(tr.doc, Math.max(from, end + grown));
  return tr.setSelection(TextSelection.create(tr.doc, anchor, head)).scrollIntoView();
}

export function selectEverything(state: EditorState): Transaction {
  const first = Selection.atStart(state.doc).from;
  const last = Selection.atEnd(state.doc).to;
  return state.tr.setSelection(TextSelection.create(state.doc, first, last));
}

/** To the beginning (-1) or the end (1) of the text, or selecting up to there. */
export function moveToEnd(state: EditorState, to: { end: -1 | 1; extend: boolean }): Transaction {
  const { from: head } = to.end === -1 ? Selection.atStart(state.doc) : Selection.atEnd(state.doc);
  const anchor = to.extend ? state.selection.anchor : head;
  return state.tr.setSelection(TextSelection.create(state.doc, anchor, head)).scrollIntoView();
}

export function withCaret(tr: Transaction, position: number): Transaction {
  return tr.setSelection(TextSelection.create(tr.doc, position)).scrollIntoView();
}

function indentedText(text: string, by: -1 | 1): string {
  if (by === -1) return text.replace(/^(?:\t| {1,4})/, '');
  return text === '' ? text : `\t${text}`;
}
