import { mergeText } from './merge-text.ts';

/**
 * Joins two notes that are plain text: written in the same place, this person's words come first, and the others below
 * them. Without a base, mine replaces theirs.
 */
export function mergedNote(base: string | undefined, mine: string, theirs: string): string {
  if (base === undefined) return mine;
  const { text, overlap } = mergeText(base, mine, theirs);
  if (!overlap) return text;
  return mine.includes(theirs) ? mine : `${mine}\n\n${theirs}`;
}
