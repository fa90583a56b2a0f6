import { Plugin, PluginKey, type Transaction } from '@tiptap/pm/state';
import { DecorationSet, type EditorView } from '@tiptap/pm/view';
import { partOfComposition, SETTLE } from '../document/composition.ts';
import { createScanPass, type Highlight } from './scan-pass.ts';
import { readSelection } from './unread-selection.ts';

export const highlightKey = new PluginKey<Highlight>('sourceHighlight');

/** Lines scanned within a key's own frame; the rest of a text follows in slices between the keys. */
const LINES_AT_ONCE = 300;
const LINES_A_SLICE = 1_500;
const SLICE_PAUSE_MS = 16;
const NEXT_SLICE = 'sourceHighlightNextSlice';

/**
 * Marks Markdown by decorations that follow the text. After a change, lines are scanned from the changed one on until a
 * line comes that was scanned before in the same state: mostly the very next. Only opening or closing a fence runs on,
 * and what is left of it then follows in slices, so that no key waits for it. While an input method composes nothing is
 * scanned, for new decorations would redraw its line under it.
 */
export function highlight(composing: () => boolean): Plugin<Highlight> {
  const scanned = createScanPass();

  return new Plugin<Highlight>({
    key: highlightKey,
    state: {
      init: (_, { doc }) => scanned(DecorationSet.empty, doc, { start: 0, upTo: 0, lines: LINES_AT_ONCE }),
      apply(tr, shown) {
        const marks = tr.docChanged ? shown.marks.map(tr.mapping, tr.doc) : shown.marks;
        const pending = shown.pending === null ? null : tr.mapping.map(shown.pending, -1);
        const changed = changedRange(tr);
        if (composing() || partOfComposition(tr))
          return { marks, pending: earlier(pending, changed?.from ?? null) };
        if (pending !== null && (tr.getMeta(NEXT_SLICE) === true || tr.getMeta(SETTLE) === true)) {
          return scanned(marks, tr.doc, {
            start: pending,
            upTo: Number.POSITIVE_INFINITY,
            lines: LINES_A_SLICE,
          });
        }
        if (changed === null) return tr.docChanged ? { marks, pending } : shown;
        if (pending !== null && pending <= changed.from) return { marks, pending };
        const next = scanned(marks, tr.doc, { start: changed.from, upTo: changed.to, lines: LINES_AT_ONCE });
        return { marks: next.marks, pending: earlier(pending, next.pending) };
      },
    },
    props: {
      decorations: (state) => highlightKey.getState(state)?.marks,
    },
    view: (view) => slices(view),
  });
}

/** Goes on with a pending highlight while nobody types; one slice a pause. */
function slices(first: EditorView) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  function update(view: EditorView) {
    if (timer !== undefined || (highlightKey.getState(view.state)?.pending ?? null) === null) return;
    timer = setTimeout(() => {
      timer = undefined;
      if (view.isDestroyed) return;
      if (view.composing) return update(view);
      readSelection(view);
      view.dispatch(view.state.tr.setMeta(NEXT_SLICE, true));
    }, SLICE_PAUSE_MS);
  }
  update(first);
  return { update, destroy: () => clearTimeout(timer) };
}

function earlier(left: number | null, right: number | null): number | null {
  if (left === null || right === null) return left ?? right;
  return Math.min(left, right);
}

/** The hull of everything a transaction changed, in positions of the document after it. */
function changedRange(tr: Transaction): { from: number; to: number } | null {
  let from = Number.POSITIVE_INFINITY;
  let to = -1;
  tr.mapping.maps.forEach((map, index) => {
    const rest = tr.mapping.slice(index + 1);
    map.forEach((_oldFrom, _oldTo, newFrom, newTo) => {
      from = Math.min(from, rest.map(newFrom, -1));
      to = Math.max(to, rest.map(newTo, 1));
    });
  });
  return to === -1 ? null : { from, to };
}
