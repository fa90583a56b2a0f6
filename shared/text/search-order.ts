import { firstMatch } from './search-snippet.ts';

export type SearchedPrompt = { readonly id: number; readonly title: string };

/** Which prompts a query finds, and in which order; the app and the server say the same. */
export function matchOf(
  prompt: { title: string; content: string },
  query: string,
): 'title' | 'content' | null {
  if (firstMatch(prompt.title, query) !== null) return 'title';
  return firstMatch(prompt.content, query) === null ? null : 'content';
}

/** Titles before texts, then by title, then by id: never by chance. */
export function inSearchOrder<Found extends SearchedPrompt & { readonly match: 'title' | 'content' }>(
  found: readonly Found[],
): Found[] {
  return found.toSorted((a, b) => {
    if (a.match !== b.match) return a.match === 'title' ? -1 : 1;
    if (a.title !== b.title) return a.title < b.title ? -1 : 1;
    return a.id - b.id;
  });
}
