/**
 * Searches titles and texts on this device. They are held in memory and kept up to date by the log of changes: a
 * search after an edit reads that one prompt again, not the library. The text of a prompt that is deleted is
 * released by the next search. Meant for a thread of its own.
 */
import { inSearchOrder, matchOf } from '#shared/text/search-order.ts';
import { searchSnippet } from '#shared/text/search-snippet.ts';
import type { LibraryDb } from '../database/library-db.ts';
import { promptChangesAfter } from '../rows/prompt-changes.ts';

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

type SearchedText = { id: number; title: string; projectId: number; content: string };

/** `texts`: where titles and texts are held, by prompt id. */
export function createPromptSearch(db: LibraryDb, texts = new Map<number, SearchedText>()): PromptSearch {
  let upTo: number | null = null;

  /** One transaction, so that all texts are of the same moment. */
  async function catchUp(): Promise<void> {
    await db.transaction('r', db.prompts, db.promptChanges, async () => {
      const { stamp, ids } = await promptChangesAfter(db, upTo);
      if (ids === 'all') texts.clear();
      else for (const id of ids) texts.delete(id);
      const changed = ids === 'all' ? await db.prompts.toArray() : await db.prompts.bulkGet([...ids]);
      for (const stored of changed) {
        if (stored === undefined) continue;
        const { title, projectId, content } = stored.row;
        texts.set(stored.id, { id: stored.id, title, projectId, content });
      }
      upTo = stamp;
    });
  }

  return async (query) => {
    await catchUp();
    const found = [...texts.values()].flatMap((text) => {
      const match = matchOf(text, query);
      return match === null ? [] : [{ ...text, match }];
    });
    const shown = inSearchOrder(found).slice(0, mostShown);
    const projects = await db.projects.bulkGet([...new Set(shown.map(({ projectId }) => projectId))]);
    const names = new Map(projects.map((project) => [project?.id, project?.row.name]));
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
