import { RowSet } from '#shared/mutations/row-set.ts';
import { rowsOf } from '#shared/sync/entry-graph.ts';
import { creates, type OutboxEntry } from '#shared/sync/outbox.ts';
import type { Library } from '../database/library.ts';
import { reachedEntries } from '../outbox/reached-entries.ts';
import { readConfirmedWithAuthors } from '../rows/shown-rows.ts';
import { rebaseInLibrary, showRebased } from './show-rebased.ts';

/**
 * Shows the rows of these entries as the outbox has them now: after some were put in or taken out. Inside the
 * caller's transaction over all tables.
 */
export async function showEntries(library: Library, decided: readonly OutboxEntry[]): Promise<void> {
  const { db } = library;
  const rows = decided.flatMap((entry) => rowsOf(entry));
  const comingOrGoing = decided.filter(creates).map(({ target }) => target);
  const { keys, entries, stored } = await reachedEntries(db, { rows, comingOrGoing });
  const known = await readConfirmedWithAuthors(db, keys);
  const { authors } = known;
  const confirmed = new RowSet(known.rows);
  const rebased = await rebaseInLibrary(library, {
    ...{ confirmed, authors, entries },
    ...{ foreign: new Set(), held: new Set(), isEnd: false },
  });
  await showRebased(library, { keys, confirmed, authors, rebased, stored });
}
