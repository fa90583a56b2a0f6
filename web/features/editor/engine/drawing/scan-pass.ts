import type { Node } from '@tiptap/pm/model';
import { Decoration, type DecorationSet } from '@tiptap/pm/view';
import { FIRST_LINE, type LineState, type ScannedLine, scanLine } from './scan-line.ts';

/** `pending`: from this position on, lines may still be marked as they were before; null when all are right. */
export type Highlight = { readonly marks: DecorationSet; readonly pending: number | null };

/** Passing a line that needs no scanning, as a part of scanning one. */
const PASSING = 0.02;

type Seen = { readonly before: LineState; readonly after: LineState };

/** Scans from `start`, beyond `upTo` only while lines change, and at most so many `lines`. */
export type Pass = { readonly start: number; readonly upTo: number; readonly lines: number };

/** Returns a function that marks the lines of a document from a place on, as far as they are not marked right. */
export function createScanPass(): (marks: DecorationSet, doc: Node, pass: Pass) => Highlight {
  // Each line's node stands in the document once, so what it was scanned as can be kept beside it. A transaction that is
  // applied and whose state is then dropped would leave lines behind as scanned; an editor does not do that.
  const seen = new WeakMap<Node, Seen>();

  return (marks, doc, pass) => {
    const fresh: Decoration[] = [];
    const stale: Decoration[] = [];
    let pending: number | null = null;
    let lines = 0;
    const begin = beginning(doc, pass.start, seen);
    let { state } = begin;
    linesFrom(doc, begin.position, (line, position) => {
      const known = seen.get(line);
      if (known?.before === state) {
        if (position > pass.upTo) return false;
        lines += PASSING;
        state = known.after;
        return true;
      }
      if (lines >= pass.lines) {
        pending = position;
        return false;
      }
      lines += 1;
      const found = scanLine(line.textContent, state);
      seen.set(line, { before: state, after: found.after });
      state = found.after;
      const end = position + line.nodeSize;
      for (const mark of marks.find(position, end)) {
        // A mark through which a break was put reaches over its line; the neighbours' only touch it.
        if (mark.from < end && mark.to > position) stale.push(mark);
      }
      addMarks(fresh, position, line, found);
      return true;
    });
    return { marks: marks.remove(stale).add(doc, fresh), pending };
  };
}

/** The line at a position, or the first of the lines above it that were never scanned; and what it starts in. */
function beginning(
  doc: Node,
  position: number,
  seen: WeakMap<Node, Seen>,
): { position: number; state: LineState } {
  const at = doc.resolve(Math.min(position, doc.content.size));
  let chunk = Math.min(at.index(0), doc.childCount - 1);
  let line = at.depth > 0 ? Math.min(at.index(1), doc.child(chunk).childCount - 1) : 0;
  let start = at.depth > 0 ? at.posAtIndex(line, 1) : at.posAtIndex(chunk, 0) + 1;
  for (;;) {
    if (line === 0) {
      if (chunk === 0) return { position: start, state: FIRST_LINE };
      chunk -= 1;
      line = doc.child(chunk).childCount;
      start -= 2;
    }
    const above = doc.child(chunk).child(line - 1);
    const known = seen.get(above);
    if (known !== undefined) {
      return { position: line === doc.child(chunk).childCount ? start + 2 : start, state: known.after };
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
    marks.push(Decoration.node(position, position + line.nodeSize, attributes, { role: found.role }));
  }
  for (const token of found.tokens) {
    marks.push(
      Decoration.inline(position + 1 + token.from, position + 1 + token.to, { class: token.className }),
    );
  }
}
