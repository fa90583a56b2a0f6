import { createStore } from 'jotai';
import type { MarkdownPart } from './markdown-parts.ts';
import { markdownReaderAtom } from './markdown-reader-atom.ts';

const reader = createStore().get(markdownReaderAtom);

/** Everything that a text became, once it was read to its end or given up. */
export function partsOf(text: string): Promise<MarkdownPart[]> {
  const parts: MarkdownPart[] = [];
  return new Promise((resolve) => {
    reader.read(
      { text, keepsBreaks: false, prompt: null },
      { parts: (more) => parts.push(...more), ended: () => resolve(parts) },
    );
  });
}

export function lengthOfPlain(parts: readonly MarkdownPart[]): number {
  return parts.reduce((sum, part) => sum + (part.kind === 'plain' ? part.text.length : 0), 0);
}

/** Names the hostile texts that take the parser seconds, or all of its stack. */
export const shownAsTheyAre = new Set([
  'a list in a list in a list',
  'emphasis that never closes',
  'lists in quotations in lists',
  'quotations in quotations',
]);
