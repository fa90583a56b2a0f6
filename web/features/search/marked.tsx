import type { ReactNode } from 'react';
import { firstMatch } from '#shared/text/search-snippet.ts';

/** The text with every place that the query found in it marked. */
export function Marked({ text, query }: { readonly text: string; readonly query: string }) {
  const parts: ReactNode[] = [];
  let rest = text;
  for (let at = firstMatch(rest, query); at >= 0; at = firstMatch(rest, query)) {
    const end = at + query.length;
    parts.push(rest.slice(0, at), <mark key={parts.length}>{rest.slice(at, end)}</mark>);
    rest = rest.slice(end);
  }
  parts.push(rest);
  return <>{parts}</>;
}
