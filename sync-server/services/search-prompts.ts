/**
 * Titles and texts that hold the words, whatever the case: the same rule as the search of the app, which runs
 * on the device. Read in portions, so that a large library keeps nobody else waiting.
 */
import { setImmediate } from 'node:timers/promises';
import { inSearchOrder, matchOf } from '#shared/text/search-order.ts';
import type { LibraryStorage } from '../storage/library-port.ts';

export type FoundPrompt = {
  id: number;
  title: string;
  content: string;
  projectId: number;
  projectName: string;
};

export type SearchPrompts = (userId: number, query: string) => Promise<FoundPrompt[]>;

const portion = 200;
/** More than anybody reads; a client that wants everything has the change feed. */
const mostFound = 300;

export function createSearchPrompts(storage: LibraryStorage): SearchPrompts {
  return async (userId, query) => {
    const found: (FoundPrompt & { match: 'title' | 'content' })[] = [];
    let after: number | null = 0;
    while (after !== null) {
      const { prompts, next } = await storage.promptTexts(userId, after, portion);
      for (const { id, title, content, projectId, projectName } of prompts) {
        const match = matchOf({ title, content }, query);
        if (match !== null) found.push({ id, title, content, projectId, projectName, match });
      }
      after = next;
      await setImmediate();
    }
    return inSearchOrder(found)
      .slice(0, mostFound)
      .map(({ match: _match, ...prompt }) => prompt);
  };
}
