import type { Root as HtmlTree, RootContent } from 'hast';
import rehypeHighlight from 'rehype-highlight';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { safeUrl } from './safe-url.ts';
import { tagLines } from './tag-lines.ts';

/** The rendered parts of a text, in order. */
export type MarkdownBlocks = readonly RootContent[];

/**
 * Turns a text into the tree of its rendered view.
 * 1. HTML is not read as HTML, but as the text that it is: nothing can become markup but what Markdown itself makes.
 * 2. Every address passes `safeUrl`.
 */
export function parseMarkdown(text: string): MarkdownBlocks {
  const processor = unified()
    .use(remarkParse)
    .use(tagLines)
    .use(remarkGfm)
    .use(remarkRehype)
    .use(rehypeHighlight)
    .use(() => strip)
    .freeze();
  const tree = processor.runSync(processor.parse(text));
  return tree.children.filter((node) => node.type !== 'text');
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
