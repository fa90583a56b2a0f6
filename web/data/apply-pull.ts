/**
 * Server truth comes in here and nowhere else.
 *
 *   page of the change feed -> confirmed rows -> rebase with the outbox -> shown rows, outbox, cursor
 *
 * 1. One transaction: rows, finished entries, rewritten entries and the cursor move together or not at all.
 * 2. An entry leaves the outbox only when its answer was heard and its effect is in the confirmed rows, or
 *    the feed has passed the place of that effect.
 * 3. Nothing under a person's words is replaced: what the outbox holds is merged on top.
 * 4. A pull that would remove much of the library changes nothing and asks.
 */

import { type RowKey, rowKey, type Stored } from '#shared/model/row.ts';
import { RowSet } from '#shared/mutations/row-set.ts';
import { type OutboxEntry, transition } from '#shared/sync/outbox.ts';
import { removesTooMuch } from '#shared/sync/pull-guard.ts';
import { closure, isIncluded, parseRowKey, type Rebased, rebase, rowsOf } from '#shared/sync/rebase.ts';
import { type ChangesPage, parseCursor } from '#shared/sync/wire.ts';
import { commitInside, nextNumber } from './commit.ts';
import { type ConfirmedChange, confirmChanges } from './confirm-changes.ts';
import { keepOverlap, type OverlapAuthor } from './keep-overlap.ts';
import type { Library } from './library.ts';
import { writeMeta } from './meta.ts';
import { sameRow } from './same-row.ts';
import { readConfirmed, readManyShown, writeShown } from './shown-rows.ts';

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
    const entries = await db.outbox.orderBy('position').toArray();
    const changes = await confirmChanges(library, page.changes, entries);
    if (changes === null) return { kind: 'needsWholeRows' };
    const removed = await countRemovals(library, changes);
    if (!options.allowRemovals && (await wouldRemoveTooMuch(library, removed)))
      return { kind: 'asks', removed };
    const moreToSay = await applyChanges(library, { page, changes, entries });
    return { kind: 'applied', moreToSay };
  });
}

async function countRemovals(library: Library, changes: readonly ConfirmedChange[]): Promise<number> {
  const keys = changes
    .filter(({ stored, own }) => stored.deleted && !own)
    .map(({ stored }) => rowKey(stored));
  return keys.length === 0 ? 0 : (await readManyShown(library.db, keys)).length;
}

async function wouldRemoveTooMuch(library: Library, removed: number): Promise<boolean> {
  if (removed === 0) return false;
  const { projects, prompts, versions } = library.db;
  const counts = await Promise.all([projects.count(), prompts.count(), versions.count()]);
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
  const confirmed = new RowSet(await readConfirmed(db, keys));
  const authors = new Map<number, OverlapAuthor>();
  for (const { stored, author } of changes) {
    confirmed.add(stored);
    if (stored.type === 'prompt') authors.set(stored.id, author);
    if (stored.type === 'version') authors.set(stored.row.promptId, author);
  }
  const revOf = (key: RowKey) => confirmed.at(parseRowKey(key))?.rev;
  const finished = reached.entries.filter((entry) => passed(entry) || isIncluded(entry, revOf));
  const done = new Set(finished.map((entry) => entry.position));
  const open = reached.entries.filter((entry) => !done.has(entry.position));
  const rebased = rebase({ confirmed: confirmed.all(), entries: open, client: library.client });

  const before = new RowSet(await readManyShown(db, keys));
  await writeShown(db, differing(keys, before, rebased.shown), { before, after: rebased.shown });
  await db.outbox.bulkDelete([...done]);
  const widened = new Map(rebased.widened.map(({ entry, writes }) => [entry.position, writes]));
  const stillOpen = open.map((entry) => ({ ...entry, writes: widened.get(entry.position) ?? entry.writes }));
  await db.outbox.bulkPut(stillOpen.filter((entry) => widened.has(entry.position)));
  await keepConfirmedRows(library, { keys, confirmed, open: stillOpen });
  const rewritten = await rewriteEntries(library, rebased, { open: stillOpen, last });
  for (const overlap of rebased.overlaps) {
    const args = await keepOverlap(library, { overlap, author: authors.get(overlap.promptId) ?? null });
    if (args !== null) await commitInside(library, 'addVersion', args);
  }
  await writeMeta(db, 'cursor', cursor);
  return rewritten > 0;
}

/** Only rows that look different are written: a live query that shows none of them stays asleep. */
function differing(keys: readonly RowKey[], before: RowSet, after: RowSet): RowKey[] {
  return keys.filter((key) => {
    const ref = parseRowKey(key);
    return !sameRow(visible(before.at(ref)), visible(after.at(ref)));
  });
}

function visible(stored: Stored | undefined): Stored | undefined {
  return stored?.deleted ? undefined : stored;
}

/** Rows that open entries write keep the server's word beside the shown row; others need no second copy. */
async function keepConfirmedRows(
  library: Library,
  { keys, confirmed, open }: { keys: readonly RowKey[]; confirmed: RowSet; open: readonly OutboxEntry[] },
): Promise<void> {
  const wanted = new Set<RowKey>(open.flatMap((entry) => [entry.target, ...entry.writes]));
  const { db } = library;
  await db.confirmed.bulkPut(
    keys
      .filter((key) => wanted.has(key))
      .map((key) => ({ key, stored: confirmed.at(parseRowKey(key)) ?? null })),
  );
  await db.confirmed.bulkDelete(keys.filter((key) => !wanted.has(key)));
}

/** Says merged texts in new words, gives stale entries a new number, and lets go of overtaken deletes. */
async function rewriteEntries(
  library: Library,
  rebased: Rebased,
  { open, last }: { open: readonly OutboxEntry[]; last: boolean },
): Promise<number> {
  const { db } = library;
  const newArgs = new Map(rebased.rewritten.map(({ entry, args }) => [entry.position, args]));
  const overtaken = new Map(rebased.overtaken.map(({ entry, code }) => [entry.position, code]));
  let count = 0;
  for (const entry of open) {
    const stale = last && entry.state === 'stale';
    const args = newArgs.get(entry.position);
    if (!stale && args === undefined) continue;
    count += 1;
    const reason = overtaken.get(entry.position);
    if (stale && reason === 'changed_since') {
      await letGo(library, entry);
    } else if (stale && reason !== undefined) {
      const problem = {
        code: reason === 'not_found' ? ('not_found' as const) : ('invalid_request' as const),
      };
      await db.outbox.put({ ...transition(entry, 'refused'), problem });
    } else {
      const renumbered = stale
        ? { ...transition(entry, 'queued'), number: await nextNumber(library) }
        : entry;
      await db.outbox.put({ ...renumbered, args: args ?? entry.args, ifMatch: null });
    }
  }
  return count;
}

/** An edit wins over a delete that had not seen it: the row stays, and the person is told. */
async function letGo(library: Library, entry: OutboxEntry): Promise<void> {
  const { db } = library;
  await db.outbox.delete(entry.position);
  const record = await db.confirmed.get(entry.target);
  const row = record?.stored?.row;
  const name =
    row === undefined ? '' : 'title' in row ? String(row.title) : 'name' in row ? String(row.name) : '';
  await db.notices.add({
    at: new Date(library.deps.now()).toISOString(),
    kind: 'keptAfterDelete',
    title: name,
  });
}
