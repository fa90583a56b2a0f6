import type { Node } from '@tiptap/pm/model';
import { Plugin, PluginKey, type Transaction } from '@tiptap/pm/state';
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view';
import { partOfComposition, SETTLE } from './composition.ts';
import { type Fence, type ScannedLine, scanLine } from './scan-line.ts';

/** `pending`: from this position on, lines may still be marked as they were before; null when all are right. */
export type Highlight = { readonly marks: DecorationSet; readonly pending: number | null };

export const highlightKey = new PluginKey<Highlight>('sourceHighlight');

/** Lines scanned within a key's own frame; the rest of a text follows in slices between the keys. */
const LINES_AT_ONCE = 300;
const LINES_A_SLICE = 1_500;
const SLICE_PAUSE_MS = 16;
const NEXT_SLICE = 'sourceHighlightNextSlice';
/** Passing a line that needs no scanning, as a part of scanning one. */
const PASSING = 0.02;

type Seen = { readonly before: Fence; readonly after: Fence };
type Pass = { readonly start: number; readonly upTo: number; readonly lines: number };

/**
 * Marks Markdown by decorations that follow the text. After a change, lines are scanned from the changed one on until a
 * line comes that was scanned before in the same state: mostly the very next. Only opening or closing a fence runs on,
 * and what is left of it then follows in slices, so that no key waits for it. While an input method composes nothing is
 * scanned, for new decorations would draw its line anew under it.
 */
export function highlight(composing: () => boolean): Plugin<Highlight> {
  // Each line's node stands in the document once, so what it was scanned as can be kept beside it. A transaction that is
  // applied and whose state is then dropped would leave lines behind as scanned; an editor does not do that.
  const seen = new WeakMap<Node, Seen>();

  function scanned(marks: DecorationSet, doc: Node, pass: Pass): Highlight {
    const fresh: Decoration[] = [];
    const stale: Decoration[] = [];
    let pending: number | null = null;
    let lines = 0;
    const begin = beginning(doc, pass.start, seen);
    let { fence } = begin;
    linesFrom(doc, begin.position, (line, position) => {
      const known = seen.get(line);
      if (known?.before === fence) {
        if (position > pass.upTo) return false;
        lines += PASSING;
        fence = known.after;
        return true;
      }
      if (lines >= pass.lines) {
        pending = position;
        return false;
      }
      lines += 1;
      const found = scanLine(line.textContent, fence);
      seen.set(line, { before: fence, after: found.fence });
      fence = found.fence;
      const end = position + line.nodeSize;
      for (const mark of marks.find(position, end)) {
        // A mark through which a break was put reaches over its line; the neighbours' only touch it.
        if (mark.from < end && mark.to > position) stale.push(mark);
      }
      addMarks(fresh, position, line, found);
      return true;
    });
    return { marks: marks.remove(stale).add(doc, fresh), pending };
  }

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
      if (view.composing) update(view);
      else view.dispatch(view.state.tr.setMeta(NEXT_SLICE, true));
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

/** The line at a position, or the first of the lines above it that were never scanned; and what it starts in. */
function beginning(
  doc: Node,
  position: number,
  seen: WeakMap<Node, Seen>,
): { position: number; fence: Fence } {
  const at = doc.resolve(Math.min(position, doc.content.size));
  let chunk = Math.min(at.index(0), doc.childCount - 1);
  let line = at.depth > 0 ? Math.min(at.index(1), doc.child(chunk).childCount - 1) : 0;
  let start = at.depth > 0 ? at.posAtIndex(line, 1) : at.posAtIndex(chunk, 0) + 1;
  for (;;) {
    if (line === 0) {
      if (chunk === 0) return { position: start, fence: '' };
      chunk -= 1;
      line = doc.child(chunk).childCount;
      start -= 2;
    }
    const above = doc.child(chunk).child(line - 1);
    const known = seen.get(above);
    if (known !== undefined) {
      return { position: line === doc.child(chunk).childCount ? start + 2 : start, fence: known.after };
    }
    line -= 1;
    start -= above.nodeSize;
  }
}

/** Visits lines from the one that starts at `from`, until `visit` answers false. */
function linesFrom(doc: Node, from: number, visit: (line: Node, position: number) => boolean): void {
  let position = 0;
  for (let index = 0; index < doc.childCount; index += 1) {
    const chunk = doc.child(index);
    if (position + chunk.nodeSize > from) {
      let start = position + 1;
      for (let at = 0; at < chunk.childCount; at += 1) {
        const line = chunk.child(at);
        if (start >= from && !visit(line, start)) return;
        start += line.nodeSize;
      }
    }
    position += chunk.nodeSize;
  }
}

function addMarks(marks: Decoration[], position: number, line: Node, found: ScannedLine): void {
  if (found.className !== '' || found.rightToLeft) {
    const attributes: { class?: string; dir?: string } = {};
    if (found.className !== '') attributes.class = found.className;
    if (found.rightToLeft) attributes.dir = 'auto';
    marks.push(Decoration.node(position, position + line.nodeSize, attributes));
  }
  for (const token of found.tokens) {
    marks.push(
      Decoration.inline(position + 1 + token.from, position + 1 + token.to, { class: token.className }),
    );
  }
}
