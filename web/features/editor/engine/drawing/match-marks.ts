import type { Node } from '@tiptap/pm/model';
import { Plugin } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import type { Matches } from '../../find/find-matches.ts';
import type { Span } from '../../find/find-surface.ts';
import { clearHighlights, highlightRanges } from '../../find/highlight-ranges.ts';
import type { TextIndex } from '../document/text-index.ts';
import { chunksOnScreen } from './drawn-chunks.ts';

/** As many marks as these beside each other are one colour anyway. */
const mostRanges = 2_000;

export type MatchMarks = {
  readonly plugin: Plugin;
  show(matches: Matches | null, current: Span | null): void;
};

/**
 * Marks matches by highlights of the page, which change no element of the text: those on the screen and about it, again
 * whenever something scrolls. While a text has none, a key costs nothing for them.
 */
export function createMatchMarks(index: TextIndex): MatchMarks {
  let shown: { readonly doc: Node; readonly matches: Matches; readonly current: Span | null } | null = null;
  let view: EditorView | null = null;
  let frame = 0;

  function draw(): void {
    frame = 0;
    if (shown === null || view === null || view.isDestroyed || view.composing) return;
    const { doc, matches, current } = shown;
    // What was found in another text is not marked in this one; the next search is on its way.
    if (view.state.doc !== doc) return;
    const spans = spansWithin(matches, offsetsOnScreen(view, index));
    const of = (span: Span) => rangeOf(view, { doc, index }, span);
    highlightRanges(spans.map(of), current === null ? null : of(current));
  }

  function drawSoon(): void {
    if (frame === 0 && shown !== null) frame = requestAnimationFrame(draw);
  }

  function stop(): void {
    removeEventListener('scroll', drawSoon, true);
    cancelAnimationFrame(frame);
    frame = 0;
    if (shown !== null) clearHighlights();
    shown = null;
  }

  return {
    plugin: new Plugin({
      view(mounted) {
        view = mounted;
        return {
          update: drawSoon,
          destroy: stop,
        };
      },
    }),
    show(matches, current) {
      if (matches === null || view === null) return stop();
      if (shown === null) addEventListener('scroll', drawSoon, { capture: true, passive: true });
      shown = { doc: view.state.doc, matches, current };
      drawSoon();
    },
  };
}

function offsetsOnScreen(view: EditorView, index: TextIndex): Span {
  const { doc } = view.state;
  const seen = chunksOnScreen(view.dom);
  let offset = 0;
  let from = 0;
  for (let at = 0; at <= Math.min(seen.last, doc.childCount - 1); at += 1) {
    if (at === seen.first) from = offset;
    offset += index.summary(doc.child(at)).text.length;
  }
  return { from, to: offset };
}

function spansWithin({ starts, ends }: Matches, { from, to }: Span): Span[] {
  let at = 0;
  for (let high = starts.length; at < high; ) {
    const middle = (at + high) >> 1;
    if ((ends[middle] ?? 0) <= from) at = middle + 1;
    else high = middle;
  }
  const spans: Span[] = [];
  for (; at < starts.length && spans.length < mostRanges; at += 1) {
    const span = { from: starts[at] ?? 0, to: ends[at] ?? 0 };
    if (span.from > to) break;
    if (span.from < span.to) spans.push(span);
  }
  return spans;
}

function rangeOf(
  view: EditorView | null,
  { doc, index }: { doc: Node; index: TextIndex },
  span: Span,
): Range {
  const range = new Range();
  if (view === null) return range;
  const start = view.domAtPos(index.positionAt(doc, span.from), 1);
  const end = view.domAtPos(index.positionAt(doc, span.to), -1);
  range.setStart(start.node, start.offset);
  range.setEnd(end.node, end.offset);
  return range;
}
