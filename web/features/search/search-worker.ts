/** A thread of its own for searching: it reads the library itself, and typing goes on. */
import { z } from 'zod';
import { LibraryDb } from '../../data/database/library-db.ts';
import { createPromptSearch } from '../../data/search/prompt-search.ts';
import type { SearchAnswer } from './search-beside.ts';

const Asked = z.object({ number: z.int(), databaseName: z.string(), query: z.string() });

/** Lives as long as the thread; the name of the database comes with the first question. */
function searchThread(): (asked: z.infer<typeof Asked>) => Promise<SearchAnswer> {
  let opened: { name: string; search: ReturnType<typeof createPromptSearch> } | undefined;
  return async ({ number, databaseName, query }) => {
    if (opened?.name !== databaseName) {
      opened = { name: databaseName, search: createPromptSearch(new LibraryDb(databaseName)) };
    }
    try {
      return { number, ok: true, result: await opened.search(query) };
    } catch (error) {
      return { number, ok: false, reason: String(error) };
    }
  };
}

const answer = searchThread();
addEventListener('message', async (event: MessageEvent<unknown>) => {
  postMessage(await answer(Asked.parse(event.data)));
});
