import { Fragment, type Node, Slice } from '@tiptap/pm/model';
import { Plugin } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { joinLines, type SourceLine, splitLines } from '../document/line-ends.ts';
import { changeText } from '../document/replace-lines.ts';
import { breakBefore, chunkNodes } from '../document/source-nodes.ts';
import type { TextIndex } from '../document/text-index.ts';
import { deleteRange, insertSource, selectedRange, withCaret } from './edit-commands.ts';

/**
 * The exact text, beside the plain one. Systems rewrite plain text on their clipboard (line ends on Windows, lone
 * surrogates everywhere), so what is copied here and pasted here goes by this.
 */
const EXACT_TYPE = 'application/x-promptory-source';

/**
 * Copy, cut, paste and drop carry plain text and nothing else. They are done from the events themselves, because the
 * editor view's own way first makes a page of markup out of the selection, or parses one, which for a megabyte takes
 * seconds and damages blank lines.
 */
export function clipboard(index: TextIndex): Plugin {
  function copy(view: EditorView, event: ClipboardEvent): boolean {
    const range = selectedRange(view.state, index);
    if (range.from === range.to || event.clipboardData === null) return false;
    const { doc } = view.state;
    writeTo(
      event.clipboardData,
      index.text(doc).slice(index.offsetAt(doc, range.from), index.offsetAt(doc, range.to)),
    );
    event.preventDefault();
    return true;
  }

  return new Plugin({
    props: {
      handleDOMEvents: {
        copy,
        cut(view, event) {
          if (!copy(view, event)) return false;
          if (view.editable) view.dispatch(deleteRange(view.state, selectedRange(view.state, index)));
          return true;
        },
        paste(view, event) {
          event.preventDefault();
          const text = readFrom(event.clipboardData);
          if (!view.editable || text === '') return true;
          const range = selectedRange(view.state, index);
          view.dispatch(insertSource(view.state, index, { range, text }).setMeta('uiEvent', 'paste'));
          return true;
        },
        drop(view, event) {
          event.preventDefault();
          const text = readFrom(event.dataTransfer);
          const target = view.posAtCoords({ left: event.clientX, top: event.clientY });
          const moves = view.dragging !== null && !event.ctrlKey && !event.altKey;
          view.dragging = null;
          if (!view.editable || text === '' || target === null) return true;
          drop(view, index, { text, at: target.pos, moves });
          return true;
        },
      },
      clipboardTextSerializer: (slice) => joinLines(linesOf(slice)),
      clipboardTextParser: (text, context) =>
        new Slice(Fragment.from(chunkNodes(context.doc.type.schema, splitLines(text))), 2, 2),
    },
  });
}

function writeTo(transfer: DataTransfer, text: string): void {
  transfer.clearData();
  transfer.setData('text/plain', text);
  transfer.setData(EXACT_TYPE, JSON.stringify(text));
}

function readFrom(transfer: DataTransfer | null): string {
  if (transfer === null) return '';
  const exact = transfer.getData(EXACT_TYPE);
  if (exact !== '') {
    try {
      const text: unknown = JSON.parse(exact);
      if (typeof text === 'string') return text;
    } catch {
      // Some other program's use of the type: the plain text beside it is what it says.
    }
  }
  return transfer.getData('text/plain');
}

/** Moves or copies a text to where it is dropped, and selects it there; a drop on the text itself changes nothing. */
function drop(
  view: EditorView,
  index: TextIndex,
  dropped: { readonly text: string; readonly at: number; readonly moves: boolean },
): void {
  const { doc, tr } = view.state;
  const selected = selectedRange(view.state, index);
  const from = index.offsetAt(doc, selected.from);
  const to = index.offsetAt(doc, selected.to);
  let at = index.offsetAt(doc, dropped.at);
  if (dropped.moves) {
    if (at >= from && at <= to) return;
    changeText(tr, index, { from, to, insert: '' });
    if (at > to) at -= to - from;
  }
  changeText(tr, index, { from: at, to: at, insert: dropped.text });
  withCaret(tr, index.positionAt(tr.doc, at + dropped.text.length));
  view.focus();
  view.dispatch(tr.setMeta('uiEvent', 'drop'));
}

function linesOf(slice: Slice): SourceLine[] {
  const lines: SourceLine[] = [];
  const add = (node: Node) => {
    if (node.type.name === 'chunk') return true;
    lines.push({
      breakBefore: lines.length === 0 ? '' : (breakBefore(node) ?? '\n'),
      text: node.textContent,
    });
    return false;
  };
  slice.content.descendants(add);
  return lines;
}
