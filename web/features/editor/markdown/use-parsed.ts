import { useEffect, useMemo, useState } from 'react';
import { parseBeside } from './parse-beside.ts';
import { type MarkdownBlocks, parseMarkdown } from './parse-markdown.ts';

/** Reading this much takes a few dozen milliseconds at most: not worth a thread, nor the moment without a text. */
const shortText = 20_000;

export type Parsed = {
  readonly blocks: MarkdownBlocks;
  /** Only the beginning so far. */
  readonly isPartial: boolean;
};

/** A short text at once. Of a long one the beginning, or what was there before, until a thread has read it all. */
export function useParsed(text: string): Parsed {
  const isShort = text.length <= shortText;
  const beginning = useMemo(() => parseMarkdown(isShort ? text : beginningOf(text)), [isShort, text]);
  const [whole, setWhole] = useState<{ readonly text: string; readonly blocks: MarkdownBlocks }>();
  useEffect(() => {
    if (isShort) return;
    return parseBeside(text, (blocks) => setWhole({ text, blocks }));
  }, [isShort, text]);
  if (isShort || whole === undefined) return { blocks: beginning, isPartial: !isShort };
  return { blocks: whole.blocks, isPartial: whole.text !== text };
}

/** Up to a blank line, so that no block is cut where there is any. */
function beginningOf(text: string): string {
  const cut = text.slice(0, shortText);
  const end = cut.lastIndexOf('\n\n');
  return end > 0 ? cut.slice(0, end) : cut;
}
