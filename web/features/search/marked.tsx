import type { ReactNode } from 'react';
import { readSearch } from '#shared/text/search-query.ts';
import { allMatches } from '#shared/text/search-snippet.ts';

/** The text with every place marked where a word of the query stands. */
export function Marked({ text, query }: { readonly text: string; readonly query: string }) {
  const parts: ReactNode[] = [];
  let from = 0;
  for (const { start, end } of allMatches(text, readSearch(query))) {
    parts.push(text.slice(from, start), <mark key={start}>{text.slice(start, end)}</mark>);
    from = end;
  }
  return (
    <>
      {parts}
      {text.slice(from)}
    </>
  );
}
