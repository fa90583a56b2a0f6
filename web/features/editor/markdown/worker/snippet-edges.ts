import type { Nodes, Parents, PhrasingContent, Root, RootContent, Text } from 'mdast';
import type { Range } from '#shared/templates/code-spans.ts';

/** The place at which a snippet begins or ends. `whole`: all of it. `written`: its reference. */
export type SnippetEdge = {
  readonly side: 'start' | 'end';
  readonly at: number;
  readonly whole: Range;
  readonly written: string;
};

/** Edges that are to stand before or after a node, and within a text. */
export type PlacedEdges = {
  readonly before: ReadonlyMap<Nodes, readonly Nodes[]>;
  readonly after: ReadonlyMap<Nodes, readonly Nodes[]>;
  readonly within: ReadonlyMap<Text, readonly SnippetEdge[]>;
};

/**
 * Finds where the edges of snippets are to stand in a tree: between blocks where the snippet has all of the block at
 * its edge, and else within a line.
 */
export function placeEdges(tree: Root, edges: readonly SnippetEdge[]): PlacedEdges {
  const before = new Map<Nodes, Nodes[]>();
  const after = new Map<Nodes, Nodes[]>();
  const within = new Map<Text, SnippetEdge[]>();
  for (const edge of edges) {
    const place = placeOf(tree, edge);
    if (place === null) continue;
    const { node, isBetweenBlocks } = place;
    if (node.type === 'text' && !isBetweenBlocks) add(within, node, edge);
    else add(edge.side === 'start' ? before : after, node, isBetweenBlocks ? ruleOf(edge) : inlineEdge(edge));
  }
  return { before, after, within };
}

/** Returns an edge as a node of a line. */
export function inlineEdge(edge: SnippetEdge): PhrasingContent {
  const data = { hName: 'ins', hProperties: propertiesOf(edge, 'line') };
  return { type: 'emphasis', children: [], data };
}

/** Returns an edge as a block. */
function ruleOf(edge: SnippetEdge): RootContent {
  const data = { hName: 'ins', hProperties: propertiesOf(edge, 'block') };
  return { type: 'paragraph', children: [], data };
}

function propertiesOf({ side, written }: SnippetEdge, of: 'block' | 'line'): Record<string, string> {
  return { dataSide: side, dataOf: of, dataReference: written };
}

type Place = { readonly node: Nodes; readonly isBetweenBlocks: boolean };

function placeOf(tree: Root, edge: SnippetEdge): Place | null {
  let parent: Parents = tree;
  for (;;) {
    const child = childAt(parent, edge);
    if (child === undefined) return null;
    const { start, end } = placeIn(child);
    const isWhole = edge.whole.start <= start && end <= edge.whole.end;
    if (isWhole && (parent.type === 'root' || parent.type === 'blockquote'))
      return { node: child, isBetweenBlocks: true };
    // A link must not stand within another one.
    if ((isWhole && isLine(parent)) || isLink(child) || !('children' in child))
      return { node: child, isBetweenBlocks: child.type === 'code' || child.type === 'thematicBreak' };
    parent = child;
  }
}

function isLink({ type }: Nodes): boolean {
  return type === 'link' || type === 'linkReference';
}

function isLine({ type }: Parents): boolean {
  return type === 'paragraph' || type === 'heading' || type === 'tableCell';
}

/** Returns the child that an edge is in, or the nearest one inside of the snippet. */
function childAt(parent: Parents, { side, at }: SnippetEdge): Nodes | undefined {
  const children: readonly Nodes[] = parent.children;
  return side === 'start'
    ? children.find((child) => at < placeIn(child).end)
    : children.findLast((child) => placeIn(child).start < at);
}

/** Returns where a node is in the source; a node without a place is nowhere. */
export function placeIn({ position }: Nodes): Range {
  return { start: position?.start.offset ?? Number.NaN, end: position?.end.offset ?? Number.NaN };
}

function add<Key, Item>(lists: Map<Key, Item[]>, key: Key, item: Item): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [item]);
  else list.push(item);
}
