import { useAtomValue } from 'jotai';
import { startTransition, useEffect, useState } from 'react';
import type { MarkdownPart, MarkdownSource } from './markdown-parts.ts';
import { markdownReaderAtom } from './markdown-reader-atom.ts';

type Shown = {
  readonly parts: readonly MarkdownPart[];
  /** More of the text is on its way. */
  readonly isPartial: boolean;
};

const nothing: Shown = { parts: [], isPartial: true };

/**
 * The text as parts. The first ones are there as soon as they are read; where a text that was read to its end
 * changes, what was there before stays until the new one is read to its end, so that nothing jumps.
 */
export function useMarkdownParts({ text, keepsBreaks, prompt }: MarkdownSource): Shown {
  const reader = useAtomValue(markdownReaderAtom);
  const [shown, setShown] = useState(nothing);
  useEffect(() => {
    let parts: readonly MarkdownPart[] = [];
    const show = (next: Shown) =>
      startTransition(() => setShown((before) => (next.isPartial && !before.isPartial ? before : next)));
    return reader.read(
      { text, keepsBreaks, prompt },
      {
        parts(more) {
          parts = [...parts, ...more];
          show({ parts, isPartial: true });
        },
        ended: () => show({ parts, isPartial: false }),
      },
    );
  }, [reader, text, keepsBreaks, prompt]);
  return shown;
}
