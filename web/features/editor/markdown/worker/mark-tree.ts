/**
 * Marks in a tree what its variables and snippets became: values, names, and where a snippet begins and ends.
 *
 * 1. Nothing that is read changes by a mark, but that a variable without a value is shown by its name.
 * 2. A text whose source cannot be followed stays without marks (`source-pieces.ts`).
 * Before: the parser, which knows nothing of prompts. After: `remark-rehype` makes `mark` and `ins` of it.
 */
import type { ElementContent } from 'hast';
import type { Code, InlineCode, Nodes, Parents, PhrasingContent, Root, Text } from 'mdast';
import type { Range } from '#shared/templates/code-spans.ts';
import { lastIndex } from '#shared/templates/last-index.ts';
import type { ShownMark } from '#shared/templates/shown-prompt.ts';
import { inlineEdge, type PlacedEdges, placeEdges, placeIn, type SnippetEdge } from './snippet-edges.ts';
import { cutCode, cutInlineCode, cutText } from './source-pieces.ts';

/** Places count from the start of the text that the tree was read from; marks are in their order. */
export type TreeMarks = { readonly marks: readonly ShownMark[]; readonly edges: readonly SnippetEdge[] };

export function markTree(tree: Root, source: string, { marks, edges }: TreeMarks): void {
  if (marks.length === 0 && edges.length === 0) return;
  const placed = placeEdges(tree, edges);
  const marked = marker(source, marks, placed);
  // Without recursion: the tree is as deep as somebody wrote it.
  const open: Parents[] = [tree];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const children: Nodes[] = [];
    for (const child of node.children) {
      if ('children' in child) open.push(child);
      children.push(
        ...(placed.before.get(child) ?? []),
        ...marked(child),
        ...(placed.after.get(child) ?? []),
      );
    }
    Object.assign(node, { children });
  }
}

/** A part of a node's source. */
type Piece = Range & { readonly mark: ShownMark | null };

/** Returns what puts the marks into a text or into code; any other node stays as it is. */
function marker(
  source: string,
  marks: readonly ShownMark[],
  { within }: PlacedEdges,
): (node: Nodes) => Nodes[] {
  /** Variables whose name is shown: where Markdown took one apart, it is shown once. */
  const named = new Set<ShownMark>();

  function shownText(mark: ShownMark | null, text = ''): string {
    if (mark?.kind !== 'missing') return text;
    const isFirst = !named.has(mark);
    named.add(mark);
    return isFirst ? mark.name : '';
  }

  function markedText(node: Text): PhrasingContent[] {
    const range = placeIn(node);
    const edges = (within.get(node) ?? []).map((edge) => clamped(edge, range));
    const pieces = piecesOf(source, range, { marks, cuts: edges.map(({ at }) => at) });
    if (pieces.every(({ mark }) => mark === null) && edges.length === 0) return [node];
    const texts = textsOf(cutText, node, { source, pieces });
    const edgesAt = (isHere: (edge: SnippetEdge) => boolean) => edges.filter(isHere).map(inlineEdge);
    if (texts === null)
      return [...edgesAt(({ side }) => side === 'start'), node, ...edgesAt(({ side }) => side === 'end')];
    const nodes = pieces.flatMap(({ start, mark }, at): PhrasingContent[] => {
      const text = shownText(mark, texts[at]);
      return [...edgesAt((edge) => edge.at === start), ...(text === '' ? [] : [textNode(text, mark)])];
    });
    return [...nodes, ...edgesAt((edge) => edge.at === range.end)];
  }

  function markCode(node: Code | InlineCode): void {
    const pieces = piecesOf(source, placeIn(node), { marks, cuts: [] });
    if (pieces.every(({ mark }) => mark === null)) return;
    const [only] = pieces;
    if (pieces.length === 1 && only?.mark) {
      // As one text, it gets the colors of any other code.
      node.data = { hProperties: propertiesOf(only.mark) };
      return;
    }
    const texts = textsOf(node.type === 'code' ? cutCode : cutInlineCode, node, { source, pieces });
    if (texts === null) return;
    const isBlock = node.type === 'code';
    const hChildren = pieces.flatMap(({ mark }, at) => {
      const text = shownText(mark, texts[at]);
      return codeText(isBlock ? text : text.replace(/\r\n|\r|\n/g, ' '), mark);
    });
    if (isBlock) hChildren.push({ type: 'text', value: '\n' });
    node.data = { hChildren };
  }

  return (node) => {
    if (node.type === 'text' && node.position !== undefined) return markedText(node);
    if ((node.type === 'code' || node.type === 'inlineCode') && node.position !== undefined) markCode(node);
    return [node];
  };
}

function clamped(edge: SnippetEdge, { start, end }: Range): SnippetEdge {
  return { ...edge, at: Math.min(Math.max(edge.at, start), end) };
}

type Cutting = { readonly marks: readonly ShownMark[]; readonly cuts: readonly number[] };

/** Returns a part of the source in pieces: cut at the marks in it, and at further places. */
function piecesOf(source: string, { start, end }: Range, { marks, cuts }: Cutting): Piece[] {
  const inside: Piece[] = [];
  for (let at = lastIndex(marks, (mark) => mark.end <= start) + 1; at < marks.length; at += 1) {
    const mark = marks[at];
    if (mark === undefined || mark.start >= end) break;
    const seen = withoutSpace(source, Math.max(mark.start, start), Math.min(mark.end, end));
    if (seen.start < seen.end) inside.push({ ...seen, mark });
  }
  const places = [start, end, ...cuts, ...inside.flatMap((piece) => [piece.start, piece.end])];
  const ordered = [...new Set(places)].sort((one, other) => one - other);
  let next = 0;
  return ordered.slice(1).map((to, at) => {
    const from = ordered[at] ?? start;
    while ((inside[next]?.end ?? end) <= from) next += 1;
    const covering = inside[next];
    const isCovered = covering !== undefined && covering.start <= from;
    return { start: from, end: to, mark: isCovered ? covering.mark : null };
  });
}

function withoutSpace(source: string, from: number, to: number): Range {
  let [start, end] = [from, to];
  while (start < end && isSpace(source, start)) start += 1;
  while (end > start && isSpace(source, end - 1)) end -= 1;
  return { start, end };
}

function isSpace(source: string, at: number): boolean {
  return /\s/.test(source.charAt(at));
}

type OfSource = { readonly source: string; readonly pieces: readonly Piece[] };

/** Returns the text of each piece of a node; null where the source cannot be followed. */
function textsOf(cut: typeof cutText, { value }: { value: string }, { source, pieces }: OfSource) {
  if (pieces.length === 1) return [value];
  return cut({ value, source, places: [pieces[0]?.start ?? 0, ...pieces.map(({ end }) => end)] });
}

function textNode(value: string, mark: ShownMark | null): PhrasingContent {
  const text: Text = { type: 'text', value };
  if (mark === null) return text;
  const data = { hName: 'mark', hProperties: propertiesOf(mark) };
  return { type: 'emphasis', children: [text], data };
}

function codeText(value: string, mark: ShownMark | null): ElementContent[] {
  if (value === '') return [];
  const text: ElementContent = { type: 'text', value };
  if (mark === null) return [text];
  return [{ type: 'element', tagName: 'mark', properties: propertiesOf(mark), children: [text] }];
}

function propertiesOf(mark: ShownMark): Record<string, string> {
  if (mark.kind === 'reference') return { dataKind: mark.kind };
  return { dataKind: mark.kind, dataVariable: mark.name };
}
