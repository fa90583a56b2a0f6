/** Finds the prompts whose texts refer to other prompts, by reading all texts of this device in portions. */

import type { SnippetName } from '#shared/templates/snippet-syntax.ts';
import { hasReferences, referencesOf } from '#shared/templates/snippets.ts';
import type { Library } from '../database/library.ts';

export type Referrer = { readonly id: number; readonly title: string; readonly projectId: number };

/** Rows that are read at once: their texts may be 2 MB each, and the page has its turn between two portions. */
const portion = 50;

/**
 * Returns the prompts of which a reference has one of the names, in the order of their ids. `signal` ends the search;
 * what was found by then is returned.
 */
export async function findReferrers(
  { db }: Library,
  isWanted: (name: SnippetName) => boolean,
  signal?: AbortSignal,
): Promise<Referrer[]> {
  const ids = await db.prompts.toCollection().primaryKeys();
  const found: Referrer[] = [];
  for (let at = 0; at < ids.length && signal?.aborted !== true; at += portion) {
    for (const stored of await db.prompts.bulkGet(ids.slice(at, at + portion))) {
      if (stored === undefined || !hasReferences(stored.row.content)) continue;
      const { id, title, projectId, content } = stored.row;
      if (referencesOf(content).some(isWanted)) found.push({ id, title, projectId });
    }
  }
  return found;
}
