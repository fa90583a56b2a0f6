/**
 * Takes what a page of the feed says of this device's own deletions, which were answered, without looking at the rest
 * of what they deleted: a deleted project comes back over many pages, and each would look at all of it.
 *
 * 1. Only before the end of the feed: there the deletion leaves the outbox, and everything is looked at once.
 * 2. Only where nothing else waits on any of these rows. Otherwise they go the way of all changes.
 */
import type { RowKey } from '#shared/kinds/row.ts';
import { rowKey } from '#shared/kinds/row.ts';
import { deletions } from '#shared/mutations/registry.ts';
import { EntryGraph } from '#shared/sync/entry-graph.ts';
import type { Change, KnownPage } from '#shared/sync/wire.ts';
import type { Library } from '../database/library.ts';
import { needersOf, writersOf } from '../outbox/outbox-lookups.ts';
import { readConfirmedWithAuthors } from '../rows/shown-rows.ts';
import { confirmChanges } from './confirm-changes.ts';

export type SplitPage = { page: KnownPage; own: readonly Change[] };

/** Returns the page without the deletions that can be taken by themselves, and those. */
export async function splitOwnDeletions({ db }: Library, page: KnownPage): Promise<SplitPage> {
  const own = page.changes.filter((change) => change.deleted && change.ownNumber !== undefined);
  if (!page.more || own.length === 0) return { page, own: [] };
  const keys = own.map(({ type, id }): RowKey => `${type}:${id}`);
  const writers = await writersOf(db, keys);
  const isDecided = writers.every(({ state, name }) => state === 'acknowledged' && deletions.has(name));
  if (!isDecided || (await needersOf(db, keys)).length > 0) return { page, own: [] };
  const taken = new Set(own);
  return { page: { ...page, changes: page.changes.filter((change) => !taken.has(change)) }, own };
}

/** Keeps that the server has deleted them; nothing of them is shown any more. Inside the caller's transaction. */
export async function confirmOwnDeletions(library: Library, own: readonly Change[]): Promise<void> {
  if (own.length === 0) return;
  const { db } = library;
  const keys = own.map(({ type, id }): RowKey => `${type}:${id}`);
  const { rows } = await readConfirmedWithAuthors(db, keys);
  const confirmed =
    confirmChanges(library, own, { graph: new EntryGraph([]), confirmed: rows })?.confirmed ?? [];
  await db.confirmed.bulkPut(
    confirmed.map(({ stored, author }) => ({ key: rowKey(stored), stored, author })),
  );
}
