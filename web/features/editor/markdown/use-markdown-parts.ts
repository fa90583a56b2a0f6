import { useAtomValue } from 'jotai';
import { startTransition, useEffect, useRef, useState } from 'react';
import type { MarkdownSource } from './markdown-parts.ts';
import type { MarkdownReader } from './markdown-reader.ts';
import { markdownReaderAtom } from './markdown-reader-atom.ts';
import { createTextFollower, type ReadText, type TextFollower } from './text-follower.ts';

const nothing: ReadText = { parts: [], isPartial: true };

/**
 * The text as parts. The first ones are there as soon as they are read; where a text that was read to its end
 * changes, what was there before stays until the new one is read to its end, so that nothing jumps.
 */
export function useMarkdownParts({ text, keepsBreaks, prompt }: MarkdownSource): ReadText {
  const reader = useAtomValue(markdownReaderAtom);
  const [shown, setShown] = useState(nothing);
  const follower = useRef<{ readonly of: MarkdownReader; readonly following: TextFollower }>(null);
  useEffect(() => {
    const following = createTextFollower(reader, (next) =>
      startTransition(() => setShown((before) => (next.isPartial && !before.isPartial ? before : next))),
    );
    follower.current = { of: reader, following };
    return following.stop;
  }, [reader]);
  useEffect(() => {
    if (follower.current?.of === reader) follower.current.following.take({ text, keepsBreaks, prompt });
  }, [reader, text, keepsBreaks, prompt]);
  return shown;
}
