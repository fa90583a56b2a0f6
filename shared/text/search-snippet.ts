import { limits } from '#shared/model/limits.ts';
import { partsPair } from './cut-text.ts';
import { foldedMatch, type Searchable, type Span, searchable } from './fold-text.ts';
import type { Search } from './search-query.ts';

/**
 * Returns the snippet of a text in a search result: its first 100 characters, or, if the first match begins beyond
 * them, 100 characters starting 50 before it; an ellipsis where there is more. Spec section 9.
 */
export function searchSnippet(
  content: string,
  search: Search,
  { length, lead } = { length: limits.snippetLength as number, lead: limits.snippetLead as number },
): string {
  const match = firstMatch(content, search)?.start ?? 0;
  let start = match >= length ? match - lead : 0;
  let end = Math.min(start + length, content.length);
  if (partsPair(content, start)) start += 1;
  if (partsPair(content, end)) end -= 1;
  return `${start > 0 ? '…' : ''}${content.slice(start, end)}${end < content.length ? '…' : ''}`;
}

/**
 * Returns where the query first stands as it was typed, or else the first of its terms, whatever case and Unicode form;
 * null where none does.
 */
export function firstMatch(content: string, { terms, asTyped }: Search): Span | null {
  const text = searchable(content);
  const typed = foldedMatch(text, asTyped);
  return typed ?? firstTerm(text, terms);
}

/** Returns every place where a term stands, in order; none overlaps another. */
export function allMatches(content: string, { terms }: Search): Span[] {
  const spans: Span[] = [];
  for (let from = 0; ; ) {
    const found = firstTerm(searchable(content.slice(from)), terms);
    if (found === null) return spans;
    spans.push({ start: from + found.start, end: from + found.end });
    from += found.end;
  }
}

/** The longest of those that begin first. */
function firstTerm(text: Searchable, terms: readonly string[]): Span | null {
  const spans = terms.map((term) => foldedMatch(text, term)).filter((span) => span !== null);
  return spans.sort((a, b) => a.start - b.start || b.end - a.end)[0] ?? null;
}
