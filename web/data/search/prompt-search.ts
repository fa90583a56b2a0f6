/**
 * Searches prompts and their versions on this device. They are held in memory and kept up to date by the log of changes:
 * a search after an edit reads that one prompt again, not the library. The texts of a prompt that is deleted are
 * released by the next search. Meant for a thread of its own.
 */

import type { Match } from '#shared/text/search-match.ts';
import { readSearch, type Search } from '#shared/text/search-query.ts';
import { searchSnippet } from '#shared/text/search-snippet.ts';
import type { LibraryDb } from '../database/library-db.ts';
import { everyPrompt, type SearchChoices, type SearchFilter } from './search-filter.ts';
import { createSearchReader } from './search-reader.ts';
import type { SearchStaleness } from './search-staleness.ts';
import { type FoundText, SearchedPrompts } from './searched-prompts.ts';

export type FoundPrompt = {
  id: number;
  title: string;
  snippet: string;
  projectId: number;
  projectName: string;
  match: Pick<Match, 'place' | 'version'>;
  /** The words to look for in the text or the version that matches; none where it is neither. */
  words: string[];
};

/**
 * `count`: of everything that matches; `prompts`: the first of them; `choices`: what it can be filtered by; `leftOut`:
 * versions whose texts were too much to search.
 */
export type SearchResult = {
  count: number;
  prompts: FoundPrompt[];
  choices: SearchChoices;
  leftOut: number;
};

/** `most`: so many prompts are handed over, the others only counted. */
export type SearchOptions = { filter: SearchFilter; most: number };

export type PromptSearch = (query: string, options?: SearchOptions) => Promise<SearchResult>;

/** More than anybody scrolls through in a list below the search box. */
export const mostShown = 100;

export type PromptSearchOptions = {
  /** Holds titles and texts. */
  prompts?: SearchedPrompts;
  /** Whether the database may have changed since the last call; without it, each search asks the database. */
  staleness?: SearchStaleness;
  /** Resolves when questions that came meanwhile were answered. */
  pause?(): Promise<void>;
};

/** So many code units are signed in some ten milliseconds. */
const unitsTogether = 100_000;

/** A search for nothing only makes the next ones quick. */
export function createPromptSearch(
  db: LibraryDb,
  { prompts = new SearchedPrompts(), pause = nextTask, staleness }: PromptSearchOptions = {},
): PromptSearch {
  const reader = createSearchReader(db, prompts);
  let updating = Promise.resolve();
  let isSigning = false;

  async function update(): Promise<void> {
    try {
      await reader.bringUpToDate();
    } catch (error) {
      staleness?.mark();
      throw error;
    }
  }

  async function sign(): Promise<void> {
    if (isSigning) return;
    isSigning = true;
    while (prompts.signSome(unitsTogether)) await pause();
    isSigning = false;
  }

  return async (query, { filter, most } = { filter: everyPrompt, most: mostShown }) => {
    // One after the other: an answer that was read before must not replace what was read after it.
    if (staleness?.isStale() ?? true) updating = updating.catch(() => undefined).then(update);
    await updating;
    const search = readSearch(query);
    const { count, first } = prompts.find(search, most, filter);
    void sign();
    const found = first.map(({ id, title, projectId, match, text, lower }): FoundPrompt => {
      const { place, version } = match;
      return {
        ...{ id, title, projectId, projectName: reader.projectName(projectId) },
        snippet: searchSnippet(text, search),
        match: { place, version },
        words: wordsIn({ match, lower }, search),
      };
    });
    return { count, prompts: found, choices: prompts.choices(), leftOut: prompts.leftOut };
  };
}

/** Returns the query as it was typed where the text has it so, or else those of its terms that it has. */
function wordsIn({ match, lower }: Pick<FoundText, 'match' | 'lower'>, search: Search): string[] {
  if (match.place !== 'text' && match.place !== 'version') return [];
  const { terms, written, asTyped } = search;
  if (lower.includes(asTyped)) return [written.join(' ')];
  return written.filter((_, index) => lower.includes(terms[index] ?? ''));
}

function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
