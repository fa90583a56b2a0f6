import type { ReactNode } from 'react';
import { firstMatch } from '#shared/text/search-snippet.ts';

/** The text with every place that the query found in it marked. */
export function Marked({ text, query }: { readonly text: string; readonly query: string }) {
  const parts: ReactNode[] = [];
  let rest = text;
  for (let found = firstMatch(rest, query); found !== null; found = firstMatch(rest, query)) {
    const { start, end } = found;
    parts.push(rest.slice(0, start), <mark key={parts.length}>{rest.slice(start, end)}</mark>);
    rest = rest.slice(end);
  }
  parts.push(rest);
  return <>{parts}</>;
}
