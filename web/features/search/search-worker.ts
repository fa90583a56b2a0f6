/** A thread of its own for searching: it reads the library itself, and typing goes on. */
import '#shared/model/zod-without-eval.ts';
import { z } from 'zod';
import { existingLibraryDb } from '../../data/database/library-db.ts';
import { createPromptSearch, type PromptSearch } from '../../data/search/prompt-search.ts';
import { type SearchStaleness, searchStaleness } from '../../data/search/search-staleness.ts';
import type { SearchAnswer } from './search-messages.ts';

const Asked = z.object({
  number: z.int(),
  databaseName: z.string(),
  query: z.string(),
  /** How often the page has committed: a commit must be found by the very next search. */
  commits: z.int(),
  options: z
    .object({
      filter: z.object({
        ...{ projectId: z.int().nullable(), tag: z.string().nullable() },
        ...{ label: z.string().nullable(), since: z.string().nullable() },
      }),
      most: z.int(),
    })
    .optional(),
});

type Opened = { name: string; search: PromptSearch; staleness: SearchStaleness };

/** Lives as long as the thread; the name of the database comes with the first question. */
function searchThread(): (asked: z.infer<typeof Asked>) => Promise<SearchAnswer> {
  let opened: Opened | undefined;
  let known = 0;
  return async ({ number, databaseName, query, commits, options }) => {
    if (opened?.name !== databaseName) opened = open(databaseName);
    if (commits !== known) opened.staleness.mark();
    known = commits;
    try {
      return { number, ok: true, result: await opened.search(query, options) };
    } catch (error) {
      return { number, ok: false, reason: String(error) };
    }
  };
}

function open(name: string): Opened {
  const db = existingLibraryDb(name);
  const staleness = searchStaleness(db);
  return { name, staleness, search: createPromptSearch(db, { staleness }) };
}

const answer = searchThread();
addEventListener('message', async (event: MessageEvent<unknown>) => {
  postMessage(await answer(Asked.parse(event.data)));
});
