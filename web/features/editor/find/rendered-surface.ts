/**
 * The text that is read, as something that can be searched: what its elements show, one line a block.
 * It changes as it is drawn, part by part; a position is looked up in the nodes that are there.
 */

import type { FindSurface, Span } from './find-surface.ts';
import { clearHighlights, highlightRanges } from './highlight-ranges.ts';

type ReadText = {
  readonly text: string;
  readonly nodes: readonly Text[];
  /** The offset at which each node's text begins. */
  readonly offsets: readonly number[];
};

const blocks = 'p, li, pre, td, th, dt, dd, h1, h2, h3, h4, h5, h6, blockquote, summary, header, div';

export function renderedSurface(section: HTMLElement): FindSurface {
  let read: ReadText | null = null;
  let selected: Span = { from: 0, to: 0 };

  function current(): ReadText {
    read ??= readTextOf(section);
    return read;
  }

  function select({ from, to }: Span): Range {
    selected = { from, to };
    return rangeOf(current(), selected);
  }

  return {
    ...{ text: () => current().text, isDrawnLater: true },
    onText(listener) {
      const watch = new MutationObserver(() => {
        read = null;
        listener();
      });
      watch.observe(section, { childList: true, characterData: true, subtree: true });
      return () => watch.disconnect();
    },
    selection: () => selected,
    show(matches, one) {
      if (matches === null) return clearHighlights();
      const ranges: StaticRange[] = [];
      for (const [at, from] of matches.starts.entries()) {
        const { startContainer, startOffset, endContainer, endOffset } = rangeOf(current(), {
          from,
          to: matches.ends[at] ?? from,
        });
        ranges.push(new StaticRange({ startContainer, startOffset, endContainer, endOffset }));
      }
      highlightRanges(ranges, one === null ? null : rangeOf(current(), one));
    },
    reveal(match) {
      const range = opened(select(match));
      const box = section.getBoundingClientRect();
      const { top, bottom } = range.getBoundingClientRect();
      if (top < box.top || bottom > box.bottom) {
        section.scrollTop += (top + bottom) / 2 - (box.top + box.bottom) / 2;
      }
    },
    focus() {
      section.focus();
      if (selected.from === selected.to) return;
      const range = rangeOf(current(), selected);
      getSelection()?.setBaseAndExtent(
        range.startContainer,
        range.startOffset,
        range.endContainer,
        range.endOffset,
      );
    },
    replace: () => false,
    replaceAll: () => false,
  };
}

/** Returns the range when nothing around its ends is folded any more; it opens as for the browser's own search. */
function opened(range: Range): Range {
  for (const { parentElement } of [range.startContainer, range.endContainer]) {
    const folded = parentElement?.closest('[hidden]');
    folded?.dispatchEvent(new Event('beforematch', { bubbles: true }));
    folded?.removeAttribute('hidden');
  }
  return range;
}

function readTextOf(section: HTMLElement): ReadText {
  const walker = document.createTreeWalker(section, NodeFilter.SHOW_TEXT, (node) =>
    node.parentElement?.closest('.markdown-edge') ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
  );
  const nodes: Text[] = [];
  const offsets: number[] = [];
  let text = '';
  let block: Element | null = null;
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (!(node instanceof Text) || node.data === '') continue;
    const own = node.parentElement?.closest(blocks) ?? section;
    if (text !== '' && own !== block && !text.endsWith('\n')) text += '\n';
    block = own;
    nodes.push(node);
    offsets.push(text.length);
    // A break within a paragraph is shown as a space.
    text += own.closest('pre') === null ? node.data.replace(/\s/g, ' ') : node.data;
  }
  return { text, nodes, offsets };
}

function rangeOf(read: ReadText, { from, to }: Span): Range {
  const range = new Range();
  const start = placeOf(read, from, false);
  const end = placeOf(read, to, true);
  if (start === null || end === null) return range;
  range.setStart(start.node, start.offset);
  range.setEnd(end.node, end.offset);
  return range;
}

/** `isEnd`: at the border of two nodes, the end of the first one. */
function placeOf({ nodes, offsets }: ReadText, offset: number, isEnd: boolean) {
  let low = 0;
  let high = offsets.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    const begin = offsets[middle] ?? 0;
    if (isEnd ? begin < offset : begin <= offset) low = middle;
    else high = middle - 1;
  }
  const node = nodes[low];
  return node === undefined ? null : { node, offset: Math.min(offset - (offsets[low] ?? 0), node.length) };
}
