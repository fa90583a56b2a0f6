/**
 * Server truth comes in here and nowhere else.
 *
 *   page of the change feed -> confirmed rows -> rebase with the outbox -> shown rows, outbox, cursor
 *
 * 1. One transaction: rows, finished entries, rewritten entries and the cursor move together or not at all.
 * 2. An entry leaves the outbox only when its answer was heard and its effect is in the confirmed rows, or
 *    the feed has passed the place of that effect.
 * 3. Nothing under a person's words is replaced: what the outbox holds is merged on top.
 * 4. A page that would remove much of the library changes nothing on the screen and asks; `pull-changes.ts` looks at
 *    all of a pull.
 * 5. The cursor never moves back: a page that does not lead on from it is not applied.
 */

import { kindOf, parseRowKey, type RowKey, rowKey, rowTypes, type Stored } from '#shared/kinds/row.ts';
import { deletions, type MutationName } from '#shared/mutations/registry.ts';
import { RowSet } from '#shared/mutations/row-set.ts';
import { continuesFeed } from '#shared/sync/continues-feed.ts';
import { EntryGraph, rowsOf } from '#shared/sync/entry-graph.ts';
import type { EntryHead, OutboxEntry } from '#shared/sync/outbox.ts';
import { removesTooMuch } from '#shared/sync/pull-guard.ts';
import { isIncluded } from '#shared/sync/rebase.ts';
import {
  type ChangesPage,
  type FeedChange,
  formatCursor,
  type KnownPage,
  parseCursor,
} from '#shared/sync/wire.ts';
import { accountOf } from '../database/account.ts';
import { type Cursor, type Library, readCursor } from '../database/library.ts';
import type { LibraryDb } from '../database/library-db.ts';
import { readStoredLoop } from '../database/loop-memory.ts';
import { type MetaKey, type MetaSource, metaAhead, writeManyMeta, writeMeta } from '../database/meta.ts';
import { onComplete } from '../database/on-complete.ts';
import type { TextAuthor } from '../database/text-author.ts';
import { headsIn, writersOf } from '../outbox/outbox-lookups.ts';
import { removeEntries } from '../outbox/outbox-table.ts';
import { type Reached, reachedEntries } from '../outbox/reached-entries.ts';
import { readConfirmedWithAuthors, readManyShown } from '../rows/shown-rows.ts';
import { type ConfirmedChange, confirmChanges } from './confirm-changes.ts';
import { type FirstFill, feedReadAfter, readFeedRead } from './first-fill.ts';
import { concernedMeta, concernedRows, readReplaced, splitFresh, storeFresh } from './fresh-rows.ts';
import { releaseHeldPage } from './held-pages.ts';
import { rememberAuthors } from './last-authors.ts';
import { confirmOwnDeletions, splitOwnDeletions } from './own-deletions.ts';
import { addPullNotices } from './pull-notices.ts';
import { rebaseInLibrary, showRebased } from './show-rebased.ts';
import {
  countUnknown,
  readStoredUnknown,
  splitUnknown,
  storedChanges,
  storeUnknown,
} from './unknown-changes.ts';

export type PullOutcome =
  | { kind: 'applied'; hasMoreToPush: boolean }
  /** A row came without the text that this device should hold but does not: ask for whole rows. */
  | { kind: 'needsWholeRows' }
  /** It does not lead on from the cursor that is stored by now: another tab was here. Nothing was changed. */
  | { kind: 'overtaken' }
  /** Too much would go: a person decides. */
  | { kind: 'asks'; removed: number };

/**
 * Applies a page of the feed. `allowRemovals`: a person has approved the removals, or the pull removes little in all.
 * `held`: the position of the page where it was held. `fill`: how far a first fill is with this page. `syncedAt`:
 * the time, where nothing is left to be sent: at the end of the feed all is synced. `ifIdle`: only if nothing is pending
 * or held here, nobody has stopped the loop, and the library goes with this account; otherwise it is `overtaken`.
 */
export async function applyPull(
  library: Library,
  whole: ChangesPage,
  options: {
    allowRemovals: boolean;
    held?: number;
    fill?: FirstFill;
    syncedAt?: string;
    ifIdle?: { account: number };
  },
): Promise<PullOutcome> {
  const { db } = library;
  const cursor = parseCursor(whole.cursor);
  if (cursor === null) throw new Error('The cursor was parsed with its page.');
  const { known, unknown } = splitUnknown(whole.changes);
  const isForIdle = options.ifIdle !== undefined;
  return db.relaxed(db.everything, async (): Promise<PullOutcome> => {
    const isFill = options.fill !== undefined;
    const mayBeFresh = isForIdle || isFill;
    const meta = metaAhead(db, [...pullMeta, ...(mayBeFresh ? concernedMeta : [])]);
    const [from, idle, hasNothing, concerned, before, feedRead, loop, stored] = await Promise.all([
      readCursor({ db: meta }),
      isIdle(library, { meta, asked: options.ifIdle }),
      isForIdle || (isFill && hasNothingPending(db)),
      mayBeFresh ? concernedRows(db, { isIdle: isForIdle, meta }) : null,
      isForIdle ? readReplaced(db, known) : new RowSet(),
      readFeedRead(meta),
      readStoredLoop(meta),
      readStoredUnknown(db, meta),
    ]);
    if (!idle || !continuesFeed(whole, from)) return { kind: 'overtaken' };
    if (unknown.some(({ ownNumber }) => ownNumber !== undefined)) return { kind: 'needsWholeRows' };
    const { page: split, own } = await splitOwnDeletions(library, { ...whole, changes: known });
    const { page, fresh } = splitFresh(split, concerned);
    // First: the rest of the page may reach the same rows, and must find them as they are by now.
    await confirmOwnDeletions(library, own);
    const removed = options.allowRemovals ? 0 : await countRemovals(library, page);
    // Where nothing is pending the cursor is all that the rest of such a page changes.
    const isOnlyFresh = hasNothing && page.changes.length === 0;
    const taken = isOnlyFresh
      ? nothingTaken
      : await takeIn(library, { page, cursor, mayAsk: await isTooMuch(library, removed) });
    if (taken === null) return { kind: 'needsWholeRows' };
    if (taken === 'asks') return { kind: 'asks', removed };
    const { syncedAt, held } = options;
    const isSynced = syncedAt !== undefined && !whole.more && !taken.hasMoreToPush;
    await Promise.all([
      storeFresh(library, fresh, before),
      storeUnknown(db, { known, unknown: [...unknown, ...taken.unreadable] }, stored),
      held === undefined ? undefined : releaseHeldPage(db, held, whole),
      writeManyMeta(db, {
        ...(isOnlyFresh ? { cursor } : {}),
        ...feedReadAfter(whole, { fill: options.fill, before: feedRead }),
        ...(isSynced ? { loop: { ...loop, lastSuccess: syncedAt } } : {}),
      }),
    ]);
    announceStored(library, { known, fresh });
    return { kind: 'applied', hasMoreToPush: taken.hasMoreToPush };
  });
}

/** Passes the rows on once they are stored. Nothing is merged into them: a screen that shows one takes it as it is. */
function announceStored(
  library: Library,
  { known, fresh }: { known: KnownPage['changes']; fresh: readonly Stored[] },
): void {
  const { onArrival } = library;
  rememberAuthors(library, known);
  if (fresh.length === 0) return;
  onComplete(() => {
    for (const listener of onArrival) listener(fresh);
  });
}

/** The keys of `meta` that a page is applied upon. */
const pullMeta: readonly MetaKey[] = [
  'account',
  'cursor',
  'feedRead',
  'heldFeed',
  'history',
  'loop',
  'takeOver',
];

/** Returns whether a page is all that there is to do; true if nobody asks. `meta`: `pullMeta` of it. */
async function isIdle(
  { db, user }: Library,
  { meta, asked }: { meta: MetaSource; asked: { account: number } | undefined },
): Promise<boolean> {
  if (asked === undefined) return true;
  const [account, loop, waiting, takeOver, held] = await Promise.all([
    accountOf({ db: meta, user }),
    readStoredLoop(meta),
    db.outbox.count(),
    meta.meta.get('takeOver'),
    meta.meta.get('heldFeed'),
  ]);
  const isStopped = loop.paused !== null || loop.notBefore !== null;
  return (
    account === asked.account && !isStopped && waiting === 0 && takeOver === undefined && held === undefined
  );
}

type TakenIn = { hasMoreToPush: boolean; unreadable: readonly FeedChange[] };

const nothingTaken: TakenIn = { hasMoreToPush: false, unreadable: [] };

/** Null where a text is missing that this device should hold; `asks`, where it may, before anything is changed. */
async function takeIn(
  library: Library,
  { page, cursor, mayAsk }: { page: KnownPage; cursor: Cursor; mayAsk: boolean },
): Promise<TakenIn | 'asks' | null> {
  if (page.changes.length === 0 && (await hasNothingPending(library.db))) {
    await writeMeta(library.db, 'cursor', cursor);
    return nothingTaken;
  }
  const reached = await reachedByPage(library.db, page, cursor);
  const { rows, authors } = await readConfirmedWithAuthors(library.db, reached.keys);
  const graph = new EntryGraph(reached.entries);
  const read = confirmChanges(library, page.changes, { graph, confirmed: rows });
  if (read === null) return null;
  if (mayAsk) return 'asks';
  const before = new RowSet(rows);
  const { confirmed: changes, unreadable } = read;
  const hasMoreToPush = await applyChanges(library, {
    page,
    cursor,
    changes,
    reached,
    graph,
    before,
    authors,
  });
  return { hasMoreToPush, unreadable };
}

/** So many rows at a time take some ten milliseconds: nobody who types waits longer than that. */
const storedInPortion = 200;

/** Applies what this app could not read when it came and can read by now: call it between rounds, after an update. */
export async function applyStoredChanges(library: Library): Promise<void> {
  const { db } = library;
  // Mostly there is nothing, and a transaction over all tables waits for the disk and for whoever types.
  if ((await countUnknown(library)) === 0) return;
  for (let after: string | null = ''; after !== null; ) {
    const from: string = after;
    after = await db.transaction('rw', db.everything, async () => {
      const cursor = await readCursor(library);
      if (cursor === undefined) return null;
      const { changes, upTo } = await storedChanges(db, { after: from, most: storedInPortion });
      if (changes.length === 0) return upTo;
      const page: KnownPage = { cursor: formatCursor(cursor), more: true, changes };
      const taken = await takeIn(library, { page, cursor, mayAsk: false });
      const unknown = taken === null || taken === 'asks' ? changes : taken.unreadable;
      await storeUnknown(db, { known: changes, unknown });
      return upTo;
    });
  }
}

/**
 * Finds what a page is about: its rows, what waits upon them, and at the end of the feed what its place settles.
 * A pull costs in proportion to that, whatever else waits.
 */
async function reachedByPage(db: LibraryDb, page: KnownPage, cursor: Cursor): Promise<Reached> {
  const keys = page.changes.map(({ type, id }): RowKey => `${type}:${id}`);
  // Mostly nothing waits: one look instead of one for each state and kind of deletion.
  if (await hasNothingPending(db)) return { keys, entries: [], stored: new Map() };
  const rows = new Set([...keys, ...(await deletionsAround(db, page))]);
  if (!page.more) {
    const ended = [...(await headsIn(db, 'acknowledged')), ...(await headsIn(db, 'stale'))];
    for (const entry of ended) {
      if (entry.state === 'acknowledged' && !isPassed(entry, cursor)) continue;
      for (const key of rowsOf(entry)) rows.add(key);
    }
  }
  return reachedEntries(db, { rows, comingOrGoing: await comingOrGoing(db, page) });
}

async function hasNothingPending(db: LibraryDb): Promise<boolean> {
  return (await db.outbox.limit(1).primaryKeys()).length === 0;
}

/** Only a project, or what the page takes away, is a row that something else may need. */
async function comingOrGoing(db: LibraryDb, { changes }: KnownPage): Promise<RowKey[]> {
  const gone = changes.filter(({ deleted }) => deleted).map(({ type, id }): RowKey => `${type}:${id}`);
  const there = changes.filter(({ type, deleted }) => type === 'project' && !deleted);
  const shown = await db.projects.bulkGet(there.map(({ id }) => Number(id)));
  const coming = there.filter((_, index) => shown[index] === undefined);
  return [...gone, ...coming.map(({ type, id }): RowKey => `${type}:${id}`)];
}

/** The targets of deletions that wait and that a row of the page, which is shown, is inside of by now. */
async function deletionsAround(db: LibraryDb, { changes }: KnownPage): Promise<RowKey[]> {
  const names = ['deleteProject', 'deletePrompt'] satisfies MutationName[];
  const waiting = await Promise.all(
    names.map((name) => db.outbox.where('name').equals(name).limit(1).primaryKeys()),
  );
  if (waiting.flat().length === 0) return [];
  const shown = await readManyShown(
    db,
    changes.map(({ type, id }): RowKey => `${type}:${id}`),
  );
  const prompts = shown.flatMap((stored) => ('promptId' in stored.row ? [Number(stored.row.promptId)] : []));
  const above = (await db.prompts.bulkGet(prompts)).filter((prompt) => prompt !== undefined);
  const parents = new Set<RowKey>(prompts.map((id): RowKey => `prompt:${id}`));
  for (const { type, row } of [...shown, ...above]) {
    if (type === 'prompt' || type === 'resource') parents.add(`project:${row.projectId}`);
  }
  return (await writersOf(db, [...parents]))
    .filter(({ name }) => deletions.has(name))
    .map(({ target }) => target);
}

function isPassed({ state, seq }: EntryHead, cursor: Cursor): boolean {
  return state === 'acknowledged' && seq !== undefined && seq <= cursor.seq;
}

/** How many rows a page would take from the screen that nobody deleted here. */
export async function countRemovals(library: Library, page: Pick<ChangesPage, 'changes'>): Promise<number> {
  const keys = splitUnknown(page.changes)
    .known.filter(({ deleted, ownNumber }) => deleted && ownNumber === undefined)
    .map(({ type, id }): RowKey => `${type}:${id}`);
  return keys.length === 0 ? 0 : (await readManyShown(library.db, keys)).length;
}

/** Whether a person is asked before so many rows go, of all that are here now. */
export async function isTooMuch(library: Library, removed: number): Promise<boolean> {
  if (removed === 0) return false;
  const content = rowTypes.filter((type) => kindOf(type).isContent);
  const counts = await Promise.all(content.map((type) => library.db.rowsOf(type).count()));
  return removesTooMuch({ removed, present: counts.reduce((sum, count) => sum + count, 0) });
}

type PageApplied = {
  page: KnownPage;
  cursor: Cursor;
  changes: readonly ConfirmedChange[];
  reached: Reached;
  graph: EntryGraph<OutboxEntry>;
  /** The server's rows as this device knew them. */
  before: RowSet;
  authors: Map<RowKey, TextAuthor>;
};

async function applyChanges(
  library: Library,
  { page, cursor, changes, reached, graph, before, authors }: PageApplied,
): Promise<boolean> {
  const { db } = library;
  const { keys, stored } = reached;
  const last = !page.more;
  const confirmed = new RowSet(before.all());
  for (const change of changes) {
    authors.set(rowKey(change.stored), change.author);
    confirmed.add(change.stored);
  }
  const revOf = (key: RowKey) => confirmed.at(parseRowKey(key))?.rev;
  const finished = reached.entries.filter(
    (entry) => (last && isPassed(entry, cursor)) || isIncluded(entry, revOf),
  );
  const done = new Set(finished.map((entry) => entry.position));
  const open = reached.entries.filter((entry) => !done.has(entry.position));
  const foreign = new Set(changes.filter(({ own }) => !own).map((change) => rowKey(change.stored)));
  const rebased = await rebaseInLibrary(library, {
    ...{ confirmed, authors, entries: open },
    ...{ foreign, held: graph.held(), isEnd: last },
  });
  await showRebased(library, { keys, confirmed, authors, rebased, stored });
  await removeEntries(db, [...done, ...rebased.letGo.map(({ position }) => position)]);
  const { entries: stillOpen, letGo, renewed } = rebased;
  await Promise.all([
    addPullNotices(library, { changes, before, confirmed, finished, open: stillOpen, letGo }),
    writeMeta(db, 'cursor', cursor),
  ]);
  return renewed > 0;
}
