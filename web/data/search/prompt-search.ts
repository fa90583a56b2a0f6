/**
 * Searches titles and texts on this device. The texts are held in memory and kept up to date by stamps: a
 * search after an edit reads that one prompt again, not the library. The text of a prompt that is deleted is
 * released by the next search. Meant for a thread of its own.
 */
import { inSearchOrder, matchOf } from '#shared/text/search-order.ts';
import { searchSnippet } from '#shared/text/search-snippet.ts';
import type { LibraryDb } from '../database/library-db.ts';
import { readOutline } from '../rows/outline.ts';
import { latestStamp, stampedAfter } from '../rows/prompt-stamps.ts';

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

/** `texts`: where the texts are held, by prompt id. */
export function createPromptSearch(db: LibraryDb, texts = new Map<number, string>()): PromptSearch {
  let upTo = 0;

  /** One transaction, so that the texts and the outline are of the same moment. */
  async function catchUp() {
    return db.transaction('r', db.prompts, db.promptStamps, db.meta, async () => {
      const outline = await readOutline(db);
      const latest = await latestStamp(db);
      const changed = upTo === 0 ? await db.prompts.toArray() : await changedPrompts(db, upTo);
      for (const { id, row } of changed) texts.set(id, row.content);
      if (texts.size > outline.prompts.length) release(texts, new Set(outline.prompts.map(({ id }) => id)));
      upTo = latest;
      return outline;
    });
  }

  return async (query) => {
    const { projects, prompts } = await catchUp();
    const names = new Map(projects.map(({ id, name }) => [id, name]));
    const found = prompts.flatMap(({ id, title, projectId }) => {
      const content = texts.get(id) ?? '';
      const match = matchOf({ title, content }, query);
      return match === null ? [] : [{ id, title, projectId, content, match }];
    });
    const shown = inSearchOrder(found).slice(0, mostShown);
    return {
      count: found.length,
      prompts: shown.map(({ id, title, projectId, content }) => ({
        id,
        title,
        snippet: searchSnippet(content, query),
        projectId,
        projectName: names.get(projectId) ?? '',
      })),
    };
  };
}

function release(texts: Map<number, string>, present: ReadonlySet<number>): void {
  for (const id of texts.keys()) if (!present.has(id)) texts.delete(id);
}

async function changedPrompts(db: LibraryDb, after: number) {
  const ids = await stampedAfter(db, after);
  return (await db.prompts.bulkGet(ids)).filter((prompt) => prompt !== undefined);
}
