import type { Node } from '@tiptap/pm/model';
import { Decoration, DecorationSet } from '@tiptap/pm/view';
import { t } from '#shared/language/translate.ts';
import { type ChatBlock, parseChat } from '#shared/templates/chat.ts';
import { splitLines } from '../document/line-ends.ts';
import type { TextIndex } from '../document/text-index.ts';
import type { PositionRange } from '../editing/edit-commands.ts';

/** A message of which the first line alone is drawn, in positions of the document. */
export type Fold = {
  /** Before its first line, which names the role. */
  readonly head: number;
  /** Behind that line: what is hidden begins. */
  readonly below: number;
  /** Behind its last line. */
  readonly end: number;
  /** How many are hidden. */
  readonly lines: number;
};

/** Returns a fold for each message that has lines below its first one, in their order. */
export function foldsOfChat(doc: Node, index: TextIndex): Fold[] {
  const text = index.text(doc);
  return (parseChat(text) ?? []).flatMap((block) => foldOf(block, { doc, index, text }) ?? []);
}

function foldOf(
  block: ChatBlock,
  { doc, index, text }: { doc: Node; index: TextIndex; text: string },
): Fold | null {
  const content = text.slice(block.content.start, block.end);
  if (block.content.start === block.end && !/[\r\n]$/.test(text.slice(0, block.end))) return null;
  // Blank lines above the first message belong to it, and its first line is below them.
  const above = /^\s*/.exec(text.slice(block.start, block.content.start))?.[0].length ?? 0;
  const line = doc.resolve(index.positionAt(doc, block.start + above));
  const isLast = block.end === text.length;
  const lines = splitLines(content).length - (isLast ? 0 : 1);
  if (lines === 0) return null;
  const head = line.before();
  return {
    head,
    below: line.after(),
    end: isLast ? doc.content.size - 1 : endAbove(doc, index.positionAt(doc, block.end)),
    lines,
  };
}

/** Returns the position behind the line above the one at a position. */
function endAbove(doc: Node, position: number): number {
  const at = doc.resolve(position);
  return at.index(1) === 0 ? at.before(1) - 1 : at.before(2);
}

/** Returns the position of the line behind a position between two lines; null at the end of the text. */
export function lineAt(doc: Node, position: number): number | null {
  const at = doc.resolve(position);
  if (at.nodeAfter !== null) return position;
  return at.index(0) + 1 < doc.childCount ? at.after(1) + 1 : null;
}

/** Returns true for a range that reaches into what a fold hides. */
export function hidesWithin({ below, end }: Fold, { from, to }: PositionRange): boolean {
  return to > below && from < end;
}

/** Returns true for a range that touches a fold or its first line. */
export function touches({ head, end }: Fold, { from, to }: PositionRange): boolean {
  return to > head && from < end;
}

/** Hides whole chunks where it can: a megabyte has 17,000 lines and less than two hundred of them. */
export function marksOfFolds(doc: Node, folds: readonly Fold[]): DecorationSet {
  const marks: Decoration[] = [];
  let next = 0;
  doc.forEach((chunk, start) => {
    const chunkEnd = start + chunk.nodeSize;
    for (; next < folds.length && (folds[next]?.end ?? 0) <= start; ) next += 1;
    for (let at = next; at < folds.length; at += 1) {
      const fold = folds[at];
      if (fold === undefined || fold.head >= chunkEnd) break;
      addMarks(marks, { chunk, start }, fold);
    }
  });
  return DecorationSet.create(doc, marks);
}

function addMarks(marks: Decoration[], { chunk, start }: { chunk: Node; start: number }, fold: Fold): void {
  const end = start + chunk.nodeSize;
  const first = start + 1;
  if (fold.below <= first && fold.end >= end - 1) {
    marks.push(Decoration.node(start, end, { class: 'source-hidden' }));
    return;
  }
  let position = first;
  chunk.forEach((line) => {
    const lineEnd = position + line.nodeSize;
    if (position === fold.head) marks.push(Decoration.node(position, lineEnd, headOf(fold)));
    else if (position >= fold.below && lineEnd <= fold.end) {
      marks.push(Decoration.node(position, lineEnd, { class: 'source-hidden' }));
    }
    position = lineEnd;
  });
}

function headOf({ lines }: Fold) {
  return {
    class: 'source-folded',
    'data-folded': t('{count, plural, one {# line} other {# lines}} folded', { count: lines }),
  };
}
