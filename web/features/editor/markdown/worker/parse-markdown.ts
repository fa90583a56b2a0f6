import type { Root, RootContent } from 'hast';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { keepLineBreaks } from './keep-line-breaks.ts';
import { markTree, type TreeMarks } from './mark-tree.ts';
import { safeUrl } from './safe-url.ts';
import { tagLines } from './tag-lines.ts';

/** `keepsBreaks`: a single line break stays one. */
type ReadingOptions = TreeMarks & { readonly keepsBreaks: boolean };

export type MarkdownParser = (text: string, options?: Partial<ReadingOptions>) => Root;

/**
 * Makes what turns a text into the tree of its rendered view.
 * 1. HTML is not read as HTML, but as the text that it is: nothing can become markup but what Markdown itself makes.
 * 2. Every address passes `safeUrl`.
 * Throws where the text nests so deeply that the parser itself, which is recursive, has no stack left.
 */
export function markdownParser(): MarkdownParser {
  const processor = unified().use(remarkParse).use(tagLines).use(remarkGfm).use(remarkRehype).freeze();
  return (text, { keepsBreaks = false, marks = [], edges = [] } = {}) => {
    const parsed = processor.parse(text);
    markTree(parsed, text, { marks, edges });
    if (keepsBreaks) keepLineBreaks(parsed);
    const tree = processor.runSync(parsed);
    const children = tree.children.filter((node) => node.type !== 'text');
    makeUrlsSafe(children);
    return { type: 'root', children };
  };
}

/** Makes the addresses of links and pictures harmless. */
function makeUrlsSafe(blocks: readonly RootContent[]): void {
  const open: RootContent[] = [...blocks];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.type !== 'element') continue;
    for (const name of ['href', 'src', 'cite'] as const) {
      const url = node.properties[name];
      if (typeof url === 'string') node.properties[name] = safeUrl(url);
    }
    for (const child of node.children) open.push(child);
  }
}
