import type { Node } from '@tiptap/pm/model';
import { Selection } from '@tiptap/pm/state';
import { addEnds, countEnds, dominantEnd, type EndCounts, type LineEnd } from './line-ends.ts';
import { breakBefore, weightOf } from './source-nodes.ts';

/** The text, weight and line ends of a chunk, computed once. */
export type ChunkSummary = { readonly text: string; readonly weight: number; readonly ends: EndCounts };

/** Maps between document positions and UTF-16 offsets into the exact text. */
export type TextIndex = {
  text(doc: Node): string;
  summary(chunk: Node): ChunkSummary;
  offsetAt(doc: Node, position: number): number;
  positionAt(doc: Node, offset: number): number;
  /** The position itself where it lies in a line, else the nearest one that does. */
  positionInLine(doc: Node, position: number): number;
  dominantEnd(doc: Node): LineEnd;
};

/**
 * Documents and chunks are immutable and an edit makes new ones only along its path, so what was worked out for a
 * node holds for ever: after a key, one chunk of a hundred lines is read again and not the text.
 */
export function createTextIndex(): TextIndex {
  const summaries = new WeakMap<Node, ChunkSummary>();
  const texts = new WeakMap<Node, string>();

  function summary(chunk: Node): ChunkSummary {
    const known = summaries.get(chunk);
    if (known !== undefined) return known;
    const fresh = summarize(chunk);
    summaries.set(chunk, fresh);
    return fresh;
  }

  function text(doc: Node): string {
    const known = texts.get(doc);
    if (known !== undefined) return known;
    const parts: string[] = [];
    doc.forEach((chunk) => {
      parts.push(summary(chunk).text);
    });
    const fresh = parts.join('');
    texts.set(doc, fresh);
    return fresh;
  }

  function offsetAt(doc: Node, position: number): number {
    const at = doc.resolve(positionInLine(doc, position));
    let offset = 0;
    for (let index = 0; index < at.index(0); index += 1) offset += summary(doc.child(index)).text.length;
    const chunk = at.node(1);
    for (let index = 0; index < at.index(1); index += 1) offset += lengthWithBreak(chunk.child(index));
    return offset + (breakBefore(at.parent) ?? '\n').length + at.parentOffset;
  }

  function positionAt(doc: Node, offset: number): number {
    let start = 0;
    let position = 0;
    for (let index = 0; index < doc.childCount; index += 1) {
      const chunk = doc.child(index);
      const length = summary(chunk).text.length;
      if (offset <= start + length) return positionInChunk(chunk, position, offset - start);
      start += length;
      position += chunk.nodeSize;
    }
    return doc.content.size - 2;
  }

  function dominantEndOf(doc: Node): LineEnd {
    let counts: EndCounts = { lf: 0, crlf: 0, cr: 0 };
    doc.forEach((chunk) => {
      counts = addEnds(counts, summary(chunk).ends);
    });
    return dominantEnd(counts);
  }

  return { text, summary, offsetAt, positionAt, positionInLine, dominantEnd: dominantEndOf };
}

function summarize(chunk: Node): ChunkSummary {
  let text = '';
  let weight = 0;
  const breaks: (LineEnd | '' | null)[] = [];
  chunk.forEach((line) => {
    const lineBreak = breakBefore(line);
    breaks.push(lineBreak);
    text += (lineBreak ?? '\n') + line.textContent;
    weight += weightOf(line.content.size);
  });
  return { text, weight, ends: countEnds(breaks) };
}

function positionInLine(doc: Node, position: number): number {
  const within = Math.max(0, Math.min(position, doc.content.size));
  const resolved = doc.resolve(within);
  return resolved.depth === 2 ? within : Selection.near(resolved).from;
}

function lengthWithBreak(line: Node): number {
  return (breakBefore(line) ?? '\n').length + line.content.size;
}

/** An offset between a CR and its LF counts as the end of the line above. */
function positionInChunk(chunk: Node, before: number, offset: number): number {
  let start = 0;
  let position = before + 1;
  for (let index = 0; index < chunk.childCount; index += 1) {
    const line = chunk.child(index);
    const inLine = offset - start - (breakBefore(line) ?? '\n').length;
    if (inLine < 0) return Math.max(2, index === 0 ? before - 2 : position - 1);
    if (inLine <= line.content.size) return position + 1 + inLine;
    start += lengthWithBreak(line);
    position += line.nodeSize;
  }
  return position - 1;
}
