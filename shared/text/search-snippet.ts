import { limits } from '#shared/model/limits.ts';
import { partsPair } from './cut-text.ts';
import { foldedMatch, foldText, type Span } from './fold-text.ts';

/**
 * Returns the snippet of a prompt's text in a search result: its first 100 characters, or, if the first match begins beyond
 * them, 100 characters starting 50 before it; an ellipsis where there is more. Spec section 9.
 */
export function searchSnippet(content: string, query: string): string {
  const match = firstMatch(content, query)?.start ?? 0;
  let start = match >= limits.snippetLength ? match - limits.snippetLead : 0;
  let end = Math.min(start + limits.snippetLength, content.length);
  if (partsPair(content, start)) start += 1;
  if (partsPair(content, end)) end -= 1;
  return `${start > 0 ? '…' : ''}${content.slice(start, end)}${end < content.length ? '…' : ''}`;
}

/** Returns where the query first stands in the text, whatever its case and Unicode form; null where it does not. */
export function firstMatch(content: string, query: string): Span | null {
  return foldedMatch(content, foldText(query));
}
