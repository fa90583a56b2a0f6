import type { Node } from '@tiptap/pm/model';
import { Plugin, type Transaction } from '@tiptap/pm/state';
import { partOfComposition, SETTLE } from './composition.ts';
import type { LineEnd } from './line-ends.ts';
import { replaceLines } from './replace-lines.ts';
import { breakBefore, CHUNK_WEIGHT, weightOf } from './source-nodes.ts';
import type { TextIndex } from './text-index.ts';

const HEAVIEST_CHUNK = CHUNK_WEIGHT * 2;
const LIGHTEST_CHUNK = CHUNK_WEIGHT / 4;

/**
 * Keeps the document in its normal form after every change, whatever its origin:
 * 1. a line's text holds no line break (a browser or an input method may put one there);
 * 2. every line but the first has a break before it, the first has none;
 * 3. an empty line after a CR is not followed by an LF, for the text would then read CR LF: one break and not two;
 * 4. no chunk is too heavy to be drawn at once, none so light that there are many.
 * Splitting a chunk redraws its lines, which ends an unfinished composition; so while one goes on nothing is done,
 * and a transaction marked SETTLE makes up for it.
 */
export function keepChunks(index: TextIndex, composing: () => boolean): Plugin {
  return new Plugin({
    appendTransaction(transactions, before, after) {
      if (composing() || transactions.some(partOfComposition)) return null;
      const settles = transactions.some((tr) => tr.getMeta(SETTLE) === true);
      if (!settles && !transactions.some((tr) => tr.docChanged)) return null;
      const tr = after.tr;
      repairLines(tr, index, settles ? wholeDocument(after.doc) : changedChunks(before.doc, after.doc));
      balanceChunks(tr, index);
      return tr.docChanged ? tr : null;
    },
  });
}

type ChunkRange = { readonly first: number; readonly last: number };

function wholeDocument(doc: Node): ChunkRange {
  return { first: 0, last: doc.childCount - 1 };
}

/** The chunks that are not the ones of before, and one more: what stands before its first line may have changed. */
function changedChunks(before: Node, after: Node): ChunkRange {
  const shorter = Math.min(before.childCount, after.childCount);
  let first = 0;
  while (first < shorter && before.child(first) === after.child(first)) first += 1;
  let same = 0;
  while (
    same < shorter - first &&
    before.child(before.childCount - 1 - same) === after.child(after.childCount - 1 - same)
  ) {
    same += 1;
  }
  return { first, last: after.childCount - same };
}

function repairLines(tr: Transaction, index: TextIndex, range: ChunkRange): void {
  const { doc } = tr;
  const repairs: (() => void)[] = [];
  const newBreak = () => index.dominantEnd(doc);
  let previous: Node | null = null;
  doc.forEach((chunk, offset, chunkIndex) => {
    if (chunkIndex < range.first || chunkIndex > range.last) {
      previous = chunk.lastChild;
      return;
    }
    let position = offset + 1;
    chunk.forEach((line) => {
      const at = position;
      const wanted = wantedBreak(line, previous, newBreak);
      if (wanted !== breakBefore(line)) repairs.push(() => tr.setNodeAttribute(at, 'breakBefore', wanted));
      if (hasBreak(line)) repairs.push(() => splitAtBreaks(tr, { line, at, newBreak: newBreak() }));
      previous = line;
      position += line.nodeSize;
    });
  });
  // From the last one up, so that the positions of the others still hold.
  for (const repair of repairs.reverse()) repair();
}

function wantedBreak(line: Node, previous: Node | null, dominant: () => LineEnd): LineEnd | '' {
  if (previous === null) return '';
  const lineBreak = breakBefore(line);
  if (lineBreak === null || lineBreak === '') return dominant();
  const readsAsOne = lineBreak === '\n' && previous.content.size === 0 && breakBefore(previous) === '\r';
  return readsAsOne ? '\r\n' : lineBreak;
}

function hasBreak(line: Node): boolean {
  for (let child = 0; child < line.childCount; child += 1) {
    if (/[\r\n]/.test(line.child(child).text ?? '')) return true;
  }
  return false;
}

function splitAtBreaks(tr: Transaction, broken: { line: Node; at: number; newBreak: LineEnd }): void {
  const matches = [...broken.line.textContent.matchAll(/\r\n|\r|\n/g)];
  for (const match of matches.reverse()) {
    const from = broken.at + 1 + match.index;
    replaceLines(tr, { from, to: from + match[0].length }, [
      { breakBefore: '', text: '' },
      { breakBefore: broken.newBreak, text: '' },
    ]);
  }
}

/** A split may leave a piece that goes with the chunk below it; joins alone come to an end. */
function balanceChunks(tr: Transaction, index: TextIndex): void {
  let balanced: Node;
  do {
    balanced = tr.doc;
    balanceOnce(tr, index);
  } while (tr.doc !== balanced);
}

/** From the last chunk to the first, so that the positions still to come are not moved. */
function balanceOnce(tr: Transaction, index: TextIndex): void {
  const { doc } = tr;
  let start = doc.content.size;
  let weightBelow = Number.POSITIVE_INFINITY;
  for (let at = doc.childCount - 1; at >= 0; at -= 1) {
    const chunk = doc.child(at);
    const { weight } = index.summary(chunk);
    const end = start;
    start -= chunk.nodeSize;
    if (weight > HEAVIEST_CHUNK && chunk.childCount > 1) {
      weightBelow = splitChunk(tr, { chunk, start, weight });
    } else if (
      Math.min(weight, weightBelow) < LIGHTEST_CHUNK &&
      weight + weightBelow <= CHUNK_WEIGHT &&
      at < doc.childCount - 1
    ) {
      tr.join(end);
      weightBelow += weight;
    } else {
      weightBelow = weight;
    }
  }
}

/** Splits a chunk into pieces of about one weight; returns the weight of the first of them. */
function splitChunk(tr: Transaction, options: { chunk: Node; start: number; weight: number }): number {
  const share = options.weight / Math.ceil(options.weight / CHUNK_WEIGHT);
  const cuts: number[] = [];
  let position = options.start + 1;
  let weight = 0;
  let first = 0;
  options.chunk.forEach((line) => {
    const added = weightOf(line.content.size);
    if (weight > 0 && weight + added > share + 1) {
      if (cuts.length === 0) first = weight;
      cuts.push(position);
      weight = 0;
    }
    weight += added;
    position += line.nodeSize;
  });
  for (const cut of cuts.reverse()) tr.split(cut);
  return first;
}
