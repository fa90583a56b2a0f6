/**
 * Stores rows that nothing on this device is about: of a first fill, and of a page that comes to an idle device. A first
 * fill reads nothing of what they replace: that was nothing, or what an earlier page of the same fill brought. On an idle
 * device everything is read at once and written at once: it is what another device's edit waits for.
 *
 * 1. Only rows that no entry writes, is about or needs, and that no notice can be about. All others go the way of all
 *    changes (`apply-pull.ts`), as does everything where many entries or a deletion are pending.
 * 2. Without an entry, the shown row is the confirmed one: nothing is rebased.
 */
import { isTypeInPrompt } from '#shared/kinds/in-prompt.ts';
import { type RowKey, rowKey, type Stored } from '#shared/kinds/row.ts';
import { deletions } from '#shared/mutations/registry.ts';
import { RowSet } from '#shared/mutations/row-set.ts';
import { rowsOf } from '#shared/sync/entry-graph.ts';
import type { Change, KnownPage } from '#shared/sync/wire.ts';
import type { Library } from '../database/library.ts';
import type { LibraryDb } from '../database/library-db.ts';
import type { MetaKey, MetaSource } from '../database/meta.ts';
import { readManyShown, writeShown } from '../rows/shown-rows.ts';
import { readChange } from './confirm-changes.ts';
import { namedInOwnActs } from './pull-notices.ts';

/** More entries are not read to find out which rows they are about. */
const mostEntries = 200;

export type FreshRows = { page: KnownPage; fresh: readonly Stored[] };

/** Returns the fresh rows of the page, and the page without them. `concerned`: null if none counts as fresh. */
export function splitFresh(page: KnownPage, concerned: ReadonlySet<string> | null): FreshRows {
  if (concerned === null) return { page, fresh: [] };
  const changes: Change[] = [];
  const fresh: Stored[] = [];
  for (const change of page.changes) {
    const stored = mayBeFresh(change) ? readChange(change) : undefined;
    if (stored === undefined || concerned.has(rowKey(stored))) changes.push(change);
    else fresh.push(stored);
  }
  return { page: { ...page, changes }, fresh };
}

/** Other rows may need a project, and what is in the ui-state is read elsewhere. */
function mayBeFresh({ type, deleted, ownNumber }: Change): boolean {
  const isLeaf = type === 'prompt' || type === 'resource' || isTypeInPrompt(type);
  return isLeaf && !deleted && ownNumber === undefined;
}

/** The keys of `meta` that `concernedRows` reads. */
export const concernedMeta: readonly MetaKey[] = ['ownActs', 'ownLabels'];

/**
 * Returns the rows that something on this device is about; null where that is not quickly known. Inside the caller's
 * transaction. `isIdle`: only where the outbox is empty, which the caller finds out meanwhile. `meta`: `concernedMeta`.
 */
export async function concernedRows(
  db: LibraryDb,
  { isIdle, meta }: { isIdle: boolean; meta: MetaSource },
): Promise<ReadonlySet<string> | null> {
  const [entries, confirmed, named] = await Promise.all([
    isIdle ? [] : db.outbox.limit(mostEntries + 1).toArray(),
    db.confirmed.limit(mostEntries + 1).primaryKeys(),
    namedInOwnActs(meta),
  ]);
  if (entries.length > mostEntries || entries.some(({ name }) => deletions.has(name))) return null;
  if (confirmed.length > mostEntries) return null;
  return new Set([...entries.flatMap(rowsOf), ...confirmed, ...named]);
}

/** Returns the rows that fresh ones of these changes replace. Inside the caller's transaction. */
export async function readReplaced(db: LibraryDb, changes: readonly Change[]): Promise<RowSet> {
  const keys = changes.filter(mayBeFresh).map(({ type, id }): RowKey => `${type}:${id}`);
  return new RowSet(await readManyShown(db, keys));
}

/** `before`: the rows that they replace, as far as those were read. Inside the caller's transaction. */
export async function storeFresh(
  { db, deps }: Library,
  fresh: readonly Stored[],
  before: RowSet,
): Promise<void> {
  if (fresh.length === 0) return;
  const keys = fresh.map((stored) => rowKey(stored));
  const deletion = { now: deps.now() };
  await writeShown(db, keys, { before, after: new RowSet(fresh), deletion });
}
