/**
 * Titles and texts that hold the words, whatever the case: the same rule as the search of the app, which runs
 * on the device. Read in portions, so that a large library keeps nobody else waiting and needs no memory.
 *
 * 1. Only the best are kept, and of those everything but their texts, which are read when they are answered.
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

/** The best first, some at a time. */
export type SearchPrompts = (userId: number, query: string) => Promise<AsyncIterable<FoundPrompt[]>>;

/** More than anybody reads; a client that wants everything has the change feed. */
const mostFound = 300;
/** UTF-16 units of text that are answered in one go. */
const textTogether = 1024 * 1024;

type Hit = Omit<FoundPrompt, 'content'> & { match: 'title' | 'content' };

export function createSearchPrompts(storage: LibraryStorage): SearchPrompts {
  return async (userId, query) => {
    let best: Hit[] = [];
    for (let after: number | null = 0; after !== null; ) {
      const { prompts, next } = await storage.promptTexts(userId, after);
      const hits: Hit[] = [];
      for (const { id, title, content, projectId, projectName } of prompts) {
        const match = matchOf({ title, content }, query);
        if (match !== null) hits.push({ id, title, projectId, projectName, match });
      }
      if (hits.length > 0) best = inSearchOrder([...best, ...hits]).slice(0, mostFound);
      after = next;
      await setImmediate();
    }
    return withTexts(storage, userId, best);
  };
}

/** A prompt that is deleted before its text is read is not found any more. */
async function* withTexts(
  storage: LibraryStorage,
  userId: number,
  hits: readonly Hit[],
): AsyncIterable<FoundPrompt[]> {
  let part: FoundPrompt[] = [];
  let length = 0;
  for (const { id, projectId, projectName } of hits) {
    const found = await storage.prompt(userId, id);
    if (found === undefined) continue;
    const { title, content } = found.row;
    if (part.length > 0 && length + content.length > textTogether) {
      yield part;
      part = [];
      length = 0;
    }
    part.push({ id, title, content, projectId, projectName });
    length += content.length;
  }
  if (part.length > 0) yield part;
}
