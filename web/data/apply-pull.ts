/**
 * Server truth comes in here and nowhere else.
 *
 *   page of the change feed -> confirmed rows -> rebase with the outbox -> shown rows, outbox, cursor
 *
 * 1. One transaction: rows, finished entries, rewritten entries and the cursor move together or not at all.
 * 2. An entry leaves the outbox only when its answer was heard and its effect is in the confirmed rows, or
 *    the feed has passed the place of that effect.
 * 3. Nothing under a person's words is replaced: what the outbox holds is merged on top.
 * 4. A page that would remove much of the library changes nothing and asks; `sync-round.ts` looks at all of a pull.
 */

import type { ProblemCode } from '#shared/model/problem.ts';
import { type RowKey, rowKey } from '#shared/model/row.ts';
import type { Touch } from '#shared/mutations/mutation.ts';
import { bind, deletions } from '#shared/mutations/registry.ts';
import { RowSet } from '#shared/mutations/row-set.ts';
import { creates, heldEntries, type OutboxEntry, transition } from '#shared/sync/outbox.ts';
import { removesTooMuch } from '#shared/sync/pull-guard.ts';
import { closure, isIncluded, parseRowKey, type Rebased, rebase, rowsOf } from '#shared/sync/rebase.ts';
import { type ChangesPage, parseCursor } from '#shared/sync/wire.ts';
import { nextNumber } from './commit.ts';
import { type ConfirmedChange, confirmChanges } from './confirm-changes.ts';
import { keepAs } from './keep-as.ts';
import type { Library } from './library.ts';
import { writeMeta } from './meta.ts';
import { readEntries, removeEntries } from './outbox-table.ts';
import { tellPulled } from './pull-notices.ts';
import { readAuthors, showRebased } from './show-rebased.ts';
import { loadTouched, readConfirmed, readManyShown } from './shown-rows.ts';

export type PullOutcome =
  | { kind: 'applied'; moreToSay: boolean }
  /** A row came without the text that this device should hold but does not: ask for whole rows. */
  | { kind: 'needsWholeRows' }
  /** Too much would go: a person decides. */
  | { kind: 'asks'; removed: number };

/** `allowRemovals`: a person has said that the server is right. */
export async function applyPull(
  library: Library,
  page: ChangesPage,
  options: { allowRemovals: boolean },
): Promise<PullOutcome> {
  const { db } = library;
  return db.transaction('rw', db.everything, async (): Promise<PullOutcome> => {
    const entries = await withChildren(library, await readEntries(db));
    const changes = await confirmChanges(library, page.changes, entries);
    if (changes === null) return { kind: 'needsWholeRows' };
    const removed = options.allowRemovals ? 0 : await countRemovals(library, page);
    if (await isTooMuch(library, removed)) return { kind: 'asks', removed };
    const moreToSay = await applyChanges(library, { page, changes, entries });
    return { kind: 'applied', moreToSay };
  });
}

/**
 * A delete that waits is about everything inside by now, also about what came in after it was meant: whether
 * its author had seen all of that is decided anew.
 */
async function withChildren(library: Library, entries: readonly OutboxEntry[]): Promise<OutboxEntry[]> {
  const all: OutboxEntry[] = [];
  for (const entry of entries) {
    const touches = entry.name === 'deleteProject' || entry.name === 'deletePrompt' ? touchesOf(entry) : [];
    if (touches.length === 0) {
      all.push(entry);
      continue;
    }
    const inside = (await loadTouched(library.db, touches)).all().map((stored) => rowKey(stored));
    all.push({ ...entry, writes: [...new Set([...entry.writes, ...inside])] });
  }
  return all;
}

function touchesOf(entry: OutboxEntry): Touch[] {
  const bound = bind(entry.name, entry.args);
  return bound.ok ? bound.mutation.touches : [];
}

/** How many rows a page would take from the screen that nobody deleted here. */
export async function countRemovals(library: Library, page: ChangesPage): Promise<number> {
  const keys = page.changes
    .filter(({ deleted, own }) => deleted && own === undefined)
    .map(({ type, id }): RowKey => `${type}:${id}`);
  return keys.length === 0 ? 0 : (await readManyShown(library.db, keys)).length;
}

/** Whether a person is asked before so many rows go, of all that are here now. */
export async function isTooMuch(library: Library, removed: number): Promise<boolean> {
  if (removed === 0) return false;
  const { projects, prompts, versions, resources } = library.db;
  const counts = await Promise.all([projects, prompts, versions, resources].map((table) => table.count()));
  return removesTooMuch({ removed, present: counts.reduce((sum, count) => sum + count, 0) });
}

async function applyChanges(
  library: Library,
  input: { page: ChangesPage; changes: readonly ConfirmedChange[]; entries: readonly OutboxEntry[] },
): Promise<boolean> {
  const { db } = library;
  const { page, changes, entries } = input;
  const cursor = parseCursor(page.cursor);
  if (cursor === null) throw new Error('The cursor was parsed with its page.');
  const last = !page.more;
  const passed = (entry: OutboxEntry) =>
    last && entry.state === 'acknowledged' && entry.seq !== undefined && entry.seq <= cursor.seq;

  const seeds = new Set<RowKey>(changes.map(({ stored }) => rowKey(stored)));
  for (const entry of entries) {
    if (passed(entry) || (last && entry.state === 'stale')) for (const key of rowsOf(entry)) seeds.add(key);
  }
  const reached = closure(seeds, entries);
  const keys = [...reached.keys];
  const before = new RowSet(await readConfirmed(db, keys));
  const confirmed = new RowSet(before.all());
  const authors = await readAuthors(library, keys);
  for (const { stored, author } of changes) authors.set(rowKey(stored), author);
  for (const { stored } of changes) confirmed.add(stored);
  const revOf = (key: RowKey) => confirmed.at(parseRowKey(key))?.rev;
  const finished = reached.entries.filter((entry) => passed(entry) || isIncluded(entry, revOf));
  const done = new Set(finished.map((entry) => entry.position));
  const open = reached.entries.filter((entry) => !done.has(entry.position));
  // Twice: first to learn what must be said anew, then to show exactly what will be said.
  const foreign = new Set(changes.filter(({ own }) => !own).map(({ stored }) => rowKey(stored)));
  const first = rebase({
    confirmed: confirmed.all(),
    entries: open,
    client: library.client,
    foreign,
    keepAs: (target) => keepAs(library, authors.get(target) ?? null),
  });
  const renewal = await renewEntries(library, first, { open, last, revOf });
  await showRebased(library, { keys, confirmed, authors, entries: renewal.entries });
  await removeEntries(db, [...done, ...renewal.letGo.map(({ position }) => position)]);
  const { entries: stillOpen, letGo } = renewal;
  await tellPulled(library, { changes, before, confirmed, finished, open: stillOpen, letGo });
  await writeMeta(db, 'cursor', cursor);
  await writeMeta(db, 'feedRead', { complete: last });
  return renewal.renewed > 0;
}

/**
 * How often an entry is said again because its row has moved on, while the feed tells nothing new of that row:
 * this device has it otherwise than the server, and no pull will change that. Then a person decides.
 */
const mostInVain = 10;

function unexplained(entry: OutboxEntry): ProblemCode {
  if (creates(entry)) return 'id_taken';
  return deletions.has(entry.name) ? 'changed_since' : 'not_found';
}

type Renewal = { entries: OutboxEntry[]; letGo: OutboxEntry[]; renewed: number };

/** The open entries as they will be said from now on: in new words, under a new number, or not at all. */
async function renewEntries(
  library: Library,
  rebased: Rebased,
  {
    open,
    last,
    revOf,
  }: { open: readonly OutboxEntry[]; last: boolean; revOf(key: RowKey): number | undefined },
): Promise<Renewal> {
  const newArgs = new Map(rebased.rewritten.map(({ entry, args }) => [entry.position, args]));
  const overtaken = new Map(rebased.overtaken.map(({ entry, code }) => [entry.position, code]));
  const held = heldEntries(open);
  const renewal: Renewal = { entries: [], letGo: [], renewed: 0 };
  for (const entry of open) {
    const stale = last && entry.state === 'stale';
    const isNew = newArgs.has(entry.position);
    const inVain = stale && !isNew && (!entry.guarded || entry.ifMatch === revOf(entry.target));
    const code = stale ? overtaken.get(entry.position) : undefined;
    if (stale && held.has(entry.position)) {
      // It was not done because of a refused one, and goes when that one does; until then nothing of it is sent.
      const number = await nextNumber(library);
      renewal.entries.push({ ...transition(entry, 'queued'), number, attempts: 0, ifMatch: null });
    } else if (code === 'changed_since') {
      renewal.letGo.push(entry);
    } else if (code !== undefined) {
      renewal.entries.push({ ...transition(entry, 'refused'), problem: { code } });
    } else if (inVain && entry.attempts >= mostInVain) {
      renewal.entries.push({ ...transition(entry, 'refused'), problem: { code: unexplained(entry) } });
    } else if (stale || isNew) {
      const queued = stale ? transition(entry, 'queued') : entry;
      const args = newArgs.get(entry.position) ?? entry.args;
      const attempts = inVain ? entry.attempts + 1 : 0;
      const number = await nextNumber(library);
      renewal.entries.push({ ...queued, args, number, attempts, ifMatch: null });
      renewal.renewed += 1;
    } else {
      renewal.entries.push(entry);
    }
  }
  return renewal;
}
