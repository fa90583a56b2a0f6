/** Declares what page and worker send each other. */
import type { SearchOptions, SearchResult } from '../../data/search/prompt-search.ts';

export type SearchRequest = { number: number; databaseName: string; query: string; commits: number } & {
  /** Absent: the first of all prompts, as many as the box shows. */
  options?: SearchOptions | undefined;
};

export type SearchAnswer =
  | { number: number; ok: true; result: SearchResult }
  | { number: number; ok: false; reason: string };
