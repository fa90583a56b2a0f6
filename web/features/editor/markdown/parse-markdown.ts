import type { Root as HtmlTree, RootContent } from 'hast';
import type { Root as MarkdownTree, PhrasingContent, Text } from 'mdast';
import rehypeHighlight from 'rehype-highlight';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { type Processor, unified } from 'unified';
import { safeUrl } from './safe-url.ts';

/** The rendered parts of a text, in order. */
export type MarkdownBlocks = readonly RootContent[];

/**
 * Turns a text into the tree of its rendered view.
 * 1. HTML is not read as HTML: a tag is text like any other, for prompts are full of tags that are meant to be seen,
 *    and what is inside of them is Markdown. So nothing in a text can become markup but what Markdown itself makes.
 * 2. Every address passes `safeUrl`.
 * 3. A tag that stands on a line of its own stays on one.
 */
export function parseMarkdown(text: string): MarkdownBlocks {
  const processor = unified()
    .use(remarkParse)
    .use(tagsAreText)
    .use(remarkGfm)
    .use(() => breakAtTags)
    .use(remarkRehype)
    .use(rehypeHighlight)
    .use(() => strip)
    .freeze();
  const tree = processor.runSync(processor.parse(text));
  return tree.children.filter((node) => node.type !== 'text');
}

function tagsAreText(this: Processor): void {
  const given = this.data();
  given.micromarkExtensions = [
    ...(given.micromarkExtensions ?? []),
    { disable: { null: ['htmlFlow', 'htmlText'] } },
  ];
}

const lineEnd = /\r\n?|\n/;
const tagAlone = /^<\/?[\p{L}_][\p{L}\p{N}_.:-]*(?:\s[^<>]*)?>$/u;

function breakAtTags(tree: MarkdownTree): void {
  visitParents(tree, (parent) => {
    if (parent.children.some((child) => child.type === 'text' && lineEnd.test(child.value))) {
      parent.children = parent.children.flatMap((child) => (child.type === 'text' ? broken(child) : [child]));
    }
  });
}

function broken(text: Text): PhrasingContent[] {
  const lines = text.value.split(lineEnd);
  const parts: PhrasingContent[] = [];
  let run = lines[0] ?? '';
  for (let at = 1; at < lines.length; at += 1) {
    const [before, after] = [lines[at - 1] ?? '', lines[at] ?? ''];
    if (tagAlone.test(before.trim()) || tagAlone.test(after.trim())) {
      parts.push({ type: 'text', value: run }, { type: 'break' });
      run = after;
    } else run += `\n${after}`;
  }
  return [...parts, { type: 'text', value: run }];
}

type PhrasingParent = { children: PhrasingContent[] };

/** Paragraphs are where lines that belong together end up; no other block holds loose text with line ends. */
function visitParents(
  node: MarkdownTree | MarkdownTree['children'][number],
  visit: (parent: PhrasingParent) => void,
): void {
  if (node.type === 'paragraph') visit(node);
  else if ('children' in node) {
    for (const child of node.children) visitParents(child, visit);
  }
}

/** What a link or a picture asks for, made harmless; and no places in the source, which nobody reads. */
function strip(tree: HtmlTree): void {
  delete tree.position;
  for (const child of tree.children) stripNode(child);
}

function stripNode(node: RootContent): void {
  delete node.position;
  if (node.type !== 'element') return;
  for (const name of ['href', 'src', 'cite'] as const) {
    const url = node.properties[name];
    if (typeof url === 'string') node.properties[name] = safeUrl(url);
  }
  for (const child of node.children) stripNode(child);
}
