import { Node as NodeExtension } from '@tiptap/core';
import type { DOMOutputSpec, Node, Schema } from '@tiptap/pm/model';
import { isLineEnd, type LineEnd, type SourceLine } from './line-ends.ts';

/** A chunk is kept near this weight: about this many rows on the screen. */
export const CHUNK_WEIGHT = 100;
const CHARACTERS_A_ROW = 200;

/**
 * The document of a plain text has two levels. A text of 20,000 lines as one flat list of blocks costs the editor
 * and the browser time in proportion to its length at every key; chunks are skipped whole while they are off the
 * screen (content-visibility) and while they are unchanged.
 */
export function sourceNodes(): NodeExtension[] {
  return [
    NodeExtension.create({ name: 'doc', topNode: true, content: 'chunk+' }),
    NodeExtension.create({
      name: 'chunk',
      content: 'line+',
      selectable: false,
      parseHTML: () => [{ tag: 'div.source-chunk' }],
      renderHTML: ({ node }) => [
        'div',
        { class: 'source-chunk', style: `contain-intrinsic-size: auto none auto ${rowsOf(node)}lh` },
        0,
      ],
    }),
    NodeExtension.create({
      name: 'line',
      content: 'text*',
      marks: '',
      selectable: false,
      whitespace: 'pre',
      // null is what the browser's own markup parses to: a break nobody chose, which takes the text's dominant end.
      addAttributes: () => ({ breakBefore: { default: null, rendered: false } }),
      parseHTML: () => [{ tag: 'div' }, { tag: 'p' }],
      renderHTML: lineElement,
    }),
    NodeExtension.create({ name: 'text', group: 'inline' }),
  ];
}

/** An element and not a description of one, which the serializer checks again for each of 17,000 lines of 1 MB. */
function lineElement(): DOMOutputSpec {
  const dom = document.createElement('div');
  dom.className = 'source-line';
  return { dom, contentDOM: dom };
}

export function breakBefore(line: Node): LineEnd | '' | null {
  const value: unknown = line.attrs.breakBefore;
  return value === '' || isLineEnd(value) ? value : null;
}

/** Returns the weight that a line of so many characters adds to its chunk: about the rows it fills. */
export function weightOf(characters: number): number {
  return 1 + Math.floor(characters / CHARACTERS_A_ROW);
}

export function lineNode(schema: Schema, line: SourceLine): Node {
  const content = line.text === '' ? [] : [schema.text(line.text)];
  return schema.node('line', { breakBefore: line.breakBefore }, content);
}

export function chunkNodes(schema: Schema, lines: readonly SourceLine[]): Node[] {
  const chunks: Node[] = [];
  let chunk: Node[] = [];
  let weight = 0;
  for (const line of lines) {
    const added = weightOf(line.text.length);
    if (chunk.length > 0 && weight + added > CHUNK_WEIGHT) {
      chunks.push(schema.node('chunk', null, chunk));
      chunk = [];
      weight = 0;
    }
    chunk.push(lineNode(schema, line));
    weight += added;
  }
  if (chunk.length > 0) chunks.push(schema.node('chunk', null, chunk));
  return chunks;
}

export function sourceDocument(schema: Schema, lines: readonly SourceLine[]): Node {
  return schema.node('doc', null, chunkNodes(schema, lines));
}

function rowsOf(chunk: Node): number {
  let rows = 0;
  chunk.forEach((line) => {
    rows += 1 + Math.floor(line.content.size / 90);
  });
  return rows;
}
