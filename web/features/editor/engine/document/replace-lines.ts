import { Fragment, Slice } from '@tiptap/pm/model';
import type { Transaction } from '@tiptap/pm/state';
import { ReplaceStep } from '@tiptap/pm/transform';
import type { TextChange } from '#shared/text/text-change.ts';
import { type SourceLine, splitLines } from './line-ends.ts';
import { chunkNodes, lineNode } from './source-nodes.ts';
import { withWholeBreaks } from './text-change.ts';
import type { TextIndex } from './text-index.ts';

const MOST_LINES_IN_PLACE = 50;

/**
 * Replaces the range between two positions in lines. The first of `lines` goes on in the line at `from` and keeps that
 * line's break; the line at `to` goes on in the last one. The steps are built by hand: the general replacing of the
 * library tries where content could fit, at a cost in the size of what is replaced, and could nest it elsewhere.
 */
export function replaceLines(
  tr: Transaction,
  range: { readonly from: number; readonly to: number },
  lines: readonly SourceLine[],
): Transaction {
  const { schema } = tr.doc.type;
  const start = tr.doc.resolve(range.from);
  const end = tr.doc.resolve(range.to);
  const only = lines.length === 1 ? lines[0] : undefined;
  if (only !== undefined && start.sameParent(end)) {
    if (only.text === '' && range.from === range.to) return tr;
    const content = only.text === '' ? Fragment.empty : Fragment.from(schema.text(only.text));
    return tr.step(new ReplaceStep(range.from, range.to, new Slice(content, 0, 0)));
  }
  if (start.index(0) === end.index(0) && lines.length <= MOST_LINES_IN_PLACE) {
    const nodes = lines.map((line) => lineNode(schema, line));
    return tr.step(new ReplaceStep(range.from, range.to, new Slice(Fragment.from(nodes), 1, 1)));
  }
  const chunks = chunkNodes(schema, lines);
  return tr.step(new ReplaceStep(range.from, range.to, new Slice(Fragment.from(chunks), 2, 2)));
}

/** Carries a change of the exact text into the document: afterwards its text is the changed text to the code unit. */
export function changeText(tr: Transaction, index: TextIndex, change: TextChange): Transaction {
  const whole = withWholeBreaks(index.text(tr.doc), change);
  const range = { from: index.positionAt(tr.doc, whole.from), to: index.positionAt(tr.doc, whole.to) };
  return replaceLines(tr, range, splitLines(whole.insert));
}
