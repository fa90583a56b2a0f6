import { useEffect, useMemo, useState } from 'react';
import { parseBeside } from './parse-beside.ts';
import { type MarkdownBlocks, parseMarkdown } from './parse-markdown.ts';

/** Reading this much takes a few dozen milliseconds at most: not worth a thread, nor the moment without a text. */
const shortText = 20_000;

/** Null while a long text is read for the first time; afterwards the blocks before stay until the new ones come. */
export function useParsed(text: string): MarkdownBlocks | null {
  const isShort = text.length <= shortText;
  const atOnce = useMemo(() => (isShort ? parseMarkdown(text) : null), [isShort, text]);
  const [later, setLater] = useState<MarkdownBlocks | null>(null);
  useEffect(() => {
    if (isShort) return;
    return parseBeside(text, setLater);
  }, [isShort, text]);
  return atOnce ?? later;
}
