/**
 * Searches titles and texts on this device. They are held in memory and kept up to date by the log of changes: a
 * search after an edit reads that one prompt again, not the library. The text of a prompt that is deleted is
 * released by the next search. Meant for a thread of its own.
 */
import { searchSnippet } from '#shared/text/search-snippet.ts';
import type { LibraryDb } from '../database/library-db.ts';
import { createSearchReader } from './search-reader.ts';
import type { SearchStaleness } from './search-staleness.ts';
import { SearchedPrompts } from './searched-prompts.ts';

export type FoundPrompt = {
  id: number;
  title: string;
  snippet: string;
  projectId: number;
  projectName: string;
};

/** `count`: of everything that matches; `prompts`: the first of them. */
export type SearchResult = { count: number; prompts: FoundPrompt[] };

export type PromptSearch = (query: string) => Promise<SearchResult>;

/** More than anybody scrolls through. */
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

  return async (query) => {
    // One after the other: an answer that was read before must not replace what was read after it.
    if (staleness?.isStale() ?? true) updating = updating.catch(() => undefined).then(update);
    await updating;
    const { count, first } = prompts.find(query, mostShown);
    void sign();
    const found = first.map(({ id, title, projectId, content }): FoundPrompt => {
      const projectName = reader.projectName(projectId);
      return { id, title, snippet: searchSnippet(content, query), projectId, projectName };
    });
    return { count, prompts: found };
  };
}

function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
