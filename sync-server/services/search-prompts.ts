/**
 * Titles and texts that hold the words, whatever the case: the same rule as the search of the app, which runs
 * on the device. Read in portions, so that a large library keeps nobody else waiting.
 */
import { setImmediate } from 'node:timers/promises';
import { firstMatch } from '#shared/text/search-snippet.ts';
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
    const found: (FoundPrompt & { inTitle: boolean })[] = [];
    let after: number | null = 0;
    while (after !== null && found.length < mostFound) {
      const { prompts, next } = await storage.promptTexts(userId, after, portion);
      for (const { id, title, content, projectId, projectName } of prompts) {
        const inTitle = firstMatch(title, query) >= 0;
        if (!inTitle && firstMatch(content, query) < 0) continue;
        found.push({ id, title, content, projectId, projectName, inTitle });
      }
      after = next;
      await setImmediate();
    }
    return found
      .sort((a, b) => Number(b.inTitle) - Number(a.inTitle) || (a.title < b.title ? -1 : 1))
      .slice(0, mostFound)
      .map(({ inTitle: _inTitle, ...prompt }) => prompt);
  };
}
