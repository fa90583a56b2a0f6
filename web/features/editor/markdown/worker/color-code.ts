import type { Element, ElementContent, Root } from 'hast';
import { common } from 'lowlight';
import rehypeHighlight from 'rehype-highlight';
import { unified } from 'unified';

/** Arduino is colored as the C++ that it is: its own grammar adds names, and takes time in the square of the text. */
const { arduino: _, ...languages } = common;
const aliases = { cpp: ['arduino', 'ino'] };

/** UTF-16 units. Some grammars take time in the square of the text, so a longer block stays without colors. */
const longestColored = 10_000;
/** Milliseconds for all the code of a section; what is left then stays without colors. */
const longestColoring = 300;

export type CodeColoring = {
  /** Colors the blocks of code in the tree, in their order, as far as time goes. */
  color(tree: Root): void;
};

/** `now`: in milliseconds. */
export function codeColoring(now: () => number): CodeColoring {
  const processor = unified().use(rehypeHighlight, { languages, aliases }).freeze();
  return {
    color(tree) {
      const end = now() + longestColoring;
      for (const block of codeIn(tree)) {
        if (now() >= end) return;
        processor.runSync({ type: 'root', children: [block] });
      }
    },
  };
}

/** Without recursion: the tree is as deep as somebody wrote it. */
function codeIn(tree: Root): Element[] {
  const blocks: Element[] = [];
  const open: (Root['children'][number] | ElementContent)[] = [...tree.children];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.type !== 'element') continue;
    if (node.tagName === 'pre') {
      if (lengthOf(node) <= longestColored) blocks.push(node);
    } else for (const child of node.children) open.push(child);
  }
  return blocks.reverse();
}

/** Returns infinity for code in which something is marked: the marks would go. */
function lengthOf(block: Element): number {
  const [code] = block.children;
  const [text, ...others] = code?.type === 'element' ? code.children : [];
  return text?.type === 'text' && others.length === 0 ? text.value.length : Number.POSITIVE_INFINITY;
}
