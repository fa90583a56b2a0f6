import { limits } from '#shared/model/limits.ts';
import { partsPair } from './cut-text.ts';

/**
 * Returns the snippet of a prompt's text in a search result: its first 100 characters, or, if the first match begins beyond
 * them, 100 characters starting 50 before it; an ellipsis where there is more. Spec section 9.
 */
export function searchSnippet(content: string, query: string): string {
  const match = firstMatch(content, query);
  let start = match >= limits.snippetLength ? match - limits.snippetLead : 0;
  let end = Math.min(start + limits.snippetLength, content.length);
  if (partsPair(content, start)) start += 1;
  if (partsPair(content, end)) end -= 1;
  return `${start > 0 ? '…' : ''}${content.slice(start, end)}${end < content.length ? '…' : ''}`;
}

/** Returns the place at which the query first occurs in the text, ignoring case; −1 if it does not. */
export function firstMatch(content: string, query: string): number {
  if (query === '') return -1;
  const lower = content.toLowerCase();
  const found = lower.indexOf(query.toLowerCase());
  return found <= 0 || lower.length === content.length ? found : unitBeforeLowered(content, found);
}

/** A few letters grow in lower case ("İ"), so places in the lowered text are not places in the text. */
function unitBeforeLowered(content: string, found: number): number {
  let lowered = 0;
  let at = 0;
  for (const character of content) {
    lowered += character.toLowerCase().length;
    if (lowered > found) break;
    at += character.length;
  }
  return at;
}
