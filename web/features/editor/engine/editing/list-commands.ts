import type { EditorState, Transaction } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { replaceLines } from '../document/replace-lines.ts';
import type { TextIndex } from '../document/text-index.ts';
import { breakLine, crossesLines, indentLines, type PositionRange, withCaret } from './edit-commands.ts';
import { atEnter, itemLevel, type LineChange } from './list-lines.ts';

/** Breaks the line at a range; in a list or a quote it goes on, or ends where its last line is empty. */
export function breakOrContinue(view: EditorView, index: TextIndex, range: PositionRange): Transaction {
  const { state } = view;
  const from = state.doc.resolve(range.from);
  const found = isCode(view, range.from)
    ? null
    : atEnter(from.parent.textContent, from.parentOffset, lineAbove(state, range.from));
  if (found === null) return breakLine(state, index, range);
  if ('prefix' in found) return breakLine(state, index, { ...range, prefix: found.prefix });
  if (range.from < range.to) return breakLine(state, index, range);
  const kept = from.start() + found.keep;
  return withCaret(
    replaceLines(state.tr, { from: kept, to: from.end() }, [{ breakBefore: '', text: '' }]),
    kept,
  );
}

/** Takes list items one level in (1) or out (-1); null where the selected lines are not all in a list. */
export function moveItems(
  view: EditorView,
  index: TextIndex,
  { range, by }: { range: PositionRange; by: 1 | -1 },
): Transaction | null {
  const { state } = view;
  if (isCode(view, range.from)) return null;
  if (crossesLines(state, range)) {
    return indentLines(state, index, {
      by,
      ofLine: (text) => (/\S/.test(text) ? changed(text, itemLevel(text, by)) : text),
    });
  }
  const line = state.doc.resolve(range.from);
  const change = itemLevel(line.parent.textContent, by);
  if (change === null) return null;
  const from = line.start() + change.at;
  const added = [{ breakBefore: '' as const, text: change.insert }];
  return replaceLines(state.tr, { from, to: from + change.remove }, added).scrollIntoView();
}

function changed(text: string, change: LineChange | null): string | null {
  if (change === null) return null;
  return text.slice(0, change.at) + change.insert + text.slice(change.at + change.remove);
}

/** The highlighting knows the fences above a line, which reading the text for each Enter would cost. */
function isCode(view: EditorView, position: number): boolean {
  const line = view.nodeDOM(view.state.doc.resolve(position).before());
  return line instanceof Element && line.classList.contains('tok-fence');
}

function lineAbove({ doc }: EditorState, position: number): string | null {
  const at = doc.resolve(position);
  const chunk = at.index(1) > 0 ? at.node(1) : at.index(0) > 0 ? doc.child(at.index(0) - 1) : null;
  if (chunk === null) return null;
  return chunk.child(at.index(1) > 0 ? at.index(1) - 1 : chunk.childCount - 1).textContent;
}
