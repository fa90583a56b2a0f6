/** Declares what page and worker send each other. */
import type { SearchResult } from '../../data/search/prompt-search.ts';

export type SearchRequest = { number: number; databaseName: string; query: string; commits: number };

export type SearchAnswer =
  | { number: number; ok: true; result: SearchResult }
  | { number: number; ok: false; reason: string };
