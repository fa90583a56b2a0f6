/**
 * Turns the blocks of a tree into parts that the page can take, however hostile the text was.
 * 1. No part has more than `bounds.blockNodes` nodes, and none is deeper than `bounds.depth`: neither copying it
 *    between threads nor drawing it runs out of stack or takes long.
 * 2. A list or a block of code that is too large becomes several; any other block becomes its source.
 * 3. Every block is in the parts, in its order.
 */
import type { Element, ElementContent, RootContent } from 'hast';
import { isSlowToLayOut, pieceLength, textPieces } from '#shared/text/text-pieces.ts';
import type { MarkdownPart } from '../markdown-parts.ts';

export const bounds = {
  /** Elements and texts of a part, unless a single block has more. */
  partNodes: 600,
  blockNodes: 3_000,
  depth: 50,
  /** UTF-16 units of one text: laying out more at once is felt. */
  textLength: pieceLength,
} as const;

/** Throws where a block that must become its source has none, as the list of footnotes. */
export function boundedParts(blocks: readonly RootContent[], source: string): MarkdownPart[] {
  const parts: MarkdownPart[] = [];
  let open: RootContent[] = [];
  let openNodes = 0;

  function close(): void {
    if (open.length > 0) parts.push({ kind: 'formatted', blocks: open, nodes: openNodes });
    open = [];
    openNodes = 0;
  }

  function add(block: RootContent, nodes: number): void {
    if (openNodes + nodes > bounds.partNodes) close();
    open.push(bare(block));
    openNodes += nodes;
  }

  for (const block of blocks) {
    const nodes = nodesOf(block);
    if (nodes <= bounds.blockNodes) {
      add(block, nodes);
      continue;
    }
    const smaller = smallerBlocks(block);
    if (smaller !== null) {
      for (const piece of smaller) add(piece, nodesOf(piece));
      continue;
    }
    close();
    for (const text of textPieces(sourceOf(block, source))) parts.push({ kind: 'plain', text });
  }
  close();
  return parts;
}

/** Returns how many nodes a block has, infinite where it is too deep or has too long a text. */
function nodesOf(block: RootContent, depth = 1): number {
  if (block.type === 'text') {
    if (block.value.length > bounds.textLength || isSlowToLayOut(block.value))
      return Number.POSITIVE_INFINITY;
    return /\S/.test(block.value) ? 1 : 0;
  }
  if (block.type !== 'element') return 1;
  if (depth > bounds.depth) return Number.POSITIVE_INFINITY;
  let nodes = 1;
  for (const child of block.children) {
    nodes += nodesOf(child, depth + 1);
    if (nodes > bounds.blockNodes) return Number.POSITIVE_INFINITY;
  }
  return nodes;
}

function sourceOf(block: RootContent, source: string): string {
  const start = block.position?.start.offset;
  const end = block.position?.end.offset;
  if (start === undefined || end === undefined) throw new Error('A block without a place in its source.');
  return source.slice(start, end);
}

/** Returns a block's parts as blocks of its own kind, each one within the bounds; null where that cannot be. */
function smallerBlocks(block: RootContent): Element[] | null {
  if (block.type !== 'element') return null;
  if (block.tagName === 'pre') return smallerCode(block);
  if (block.tagName === 'ul' || block.tagName === 'ol') return smallerLists(block);
  return null;
}

/** It is too long to have colors, so it is one text. */
function smallerCode(block: Element): Element[] | null {
  const [code] = block.children;
  const [text, ...others] = code?.type === 'element' ? code.children : [];
  if (code?.type !== 'element' || text?.type !== 'text' || others.length > 0) return null;
  return Array.from(textPieces(text.value), (value, at) =>
    continued(block, at, [{ ...code, children: [{ type: 'text', value }] }]),
  );
}

function smallerLists(list: Element): Element[] | null {
  const lists: Element[] = [];
  let items: ElementContent[] = [];
  let nodes = 0;
  let next = typeof list.properties.start === 'number' ? list.properties.start : 1;

  function close(): void {
    const smaller = continued(list, lists.length, items);
    if (list.tagName === 'ol') smaller.properties.start = next;
    lists.push(smaller);
    next += items.length;
    items = [];
    nodes = 0;
  }
  for (const item of list.children) {
    if (item.type !== 'element') continue;
    const more = nodesOf(item);
    if (more >= bounds.blockNodes) return null;
    if (nodes > 0 && nodes + more > bounds.partNodes) close();
    items.push(item);
    nodes += more;
  }
  close();
  return lists;
}

function continued(block: Element, at: number, children: ElementContent[]): Element {
  const properties = { ...block.properties };
  if (at > 0) properties.className = ['markdown-continued'];
  return { ...block, properties, children };
}

/** Elements in which white space between their children is not drawn. */
const spaceless: ReadonlySet<string> = new Set(['table', 'thead', 'tbody', 'tr', 'ul', 'ol', 'blockquote']);

/** A copy without what nobody reads: places in the source, and white space between elements. */
function bare(block: RootContent): RootContent {
  return block.type === 'doctype' ? block : bareContent(block);
}

function bareContent(node: ElementContent): ElementContent {
  if (node.type === 'text') return { type: 'text', value: node.value };
  if (node.type !== 'element') return node;
  const { tagName, properties } = node;
  const kept = spaceless.has(tagName)
    ? node.children.filter((child) => child.type !== 'text' || /\S/.test(child.value))
    : node.children;
  return { type: 'element', tagName, properties, children: kept.map(bareContent) };
}
