/**
 * The server's history is another one (a backup was put back, or the folder was emptied): this device takes
 * over the whole feed anew, and a person has said whose words count where the two differ.
 *
 * 1. One transaction: until it ends the library is as it was.
 * 2. `mine`: what the server lacks or has otherwise is said to it again; its own text is kept as a version. An
 *    entry whose words are not in the rows stays an entry.
 * 3. `server`: its rows are shown; what was never confirmed here is still said, merged upon them.
 * 4. Either way nothing that waited is dropped, and every entry gets a number that no server has heard.
 * Before: `rejoin.ts`, which reads the feed. After: `say-differences.ts`, and the next round.
 */
import { type RowKey, rowKey } from '#shared/model/row.ts';
import { deletions } from '#shared/mutations/registry.ts';
import { RowSet } from '#shared/mutations/row-set.ts';
import { creates, type OutboxEntry } from '#shared/sync/outbox.ts';
import { closure, rebase, rowsOf } from '#shared/sync/rebase.ts';
import type { Change } from '#shared/sync/wire.ts';
import { withNumbers } from './commit.ts';
import { confirmChanges } from './confirm-changes.ts';
import { keepAs } from './keep-as.ts';
import type { Cursor, Library } from './library.ts';
import { writeMeta } from './meta.ts';
import { clearEntries, readEntries } from './outbox-table.ts';
import { sayDifferences } from './say-differences.ts';
import { showRebased } from './show-rebased.ts';
import { readConfirmed, writeShown } from './shown-rows.ts';

export type WhoseWords = 'mine' | 'server';

/** `changes`: the whole feed with all texts, up to `cursor`. */
export async function takeOverFeed(
  library: Library,
  { changes, cursor, keep }: { changes: readonly Change[]; cursor: Cursor; keep: WhoseWords },
): Promise<void> {
  const { db } = library;
  await db.transaction('rw', db.everything, async () => {
    const mine = await everythingShown(library);
    const entries = await readEntries(db);
    const server = await serverRows(library, changes);
    const said = keep === 'server' ? entries : await notInRows(library, entries);
    await db.confirmed.clear();
    await showServer(library, mine, server);
    await writeMeta(db, 'cursor', cursor);
    await writeMeta(db, 'feedRead', { complete: true });
    await clearEntries(db);
    await sayAgain(library, said, server);
    if (keep === 'mine') await sayDifferences(library, { mine, there: await everythingShown(library) });
  });
  for (const wake of library.onCommit) wake();
}

async function everythingShown({ db }: Library): Promise<RowSet> {
  const [projects, prompts, versions, resources, uiState] = await Promise.all([
    db.projects.toArray(),
    db.prompts.toArray(),
    db.versions.toArray(),
    db.resources.toArray(),
    db.uiState.toArray(),
  ]);
  return new RowSet([...projects, ...prompts, ...versions, ...resources, ...uiState]);
}

/**
 * The entries that the rows do not speak for: what was refused, what could not be applied any more, and deletions;
 * with all that come before and after them in a chain, which is what is held or was taken from the screen since.
 * What all others did is in the rows, and is said as a difference.
 */
async function notInRows(library: Library, entries: readonly OutboxEntry[]): Promise<OutboxEntry[]> {
  const hidden = await hiddenOf(library, entries);
  const made = new Set(entries.filter(creates).map(({ target }) => target));
  // Two that only need the same row, which is there, have nothing to do with each other.
  const chained = entries.map((entry) => ({
    ...entry,
    writes: [...entry.writes, ...entry.needs.filter((key) => made.has(key))],
    needs: [],
  }));
  const apart = chained.filter(
    ({ state, name, position }) => state === 'refused' || deletions.has(name) || hidden.has(position),
  );
  const rows = apart.flatMap((entry) => rowsOf(entry));
  const stays = new Set(closure(rows, chained).entries.map(({ position }) => position));
  return entries.filter(({ position }) => stays.has(position));
}

/** What could not be applied any more, and what would make a row that somebody else has made by now. */
async function hiddenOf(library: Library, entries: readonly OutboxEntry[]): Promise<Set<number>> {
  const keys = new Set(entries.flatMap((entry) => rowsOf(entry)));
  const confirmed = await readConfirmed(library.db, [...keys]);
  const there = new Set(confirmed.map((stored) => rowKey(stored)));
  const { overtaken } = rebase({
    confirmed,
    entries,
    client: library.client,
    foreign: new Set(),
    keepAs: () => keepAs(library, null),
  });
  const met = entries.filter((entry) => creates(entry) && there.has(entry.target));
  return new Set([...overtaken.map(({ entry }) => entry.position), ...met.map(({ position }) => position)]);
}

/** A row may be in the feed twice, where it changed or went while the feed was read: the later one counts. */
async function serverRows(library: Library, changes: readonly Change[]): Promise<RowSet> {
  const last = new Map(changes.map((change): [RowKey, Change] => [rowKey(change), change]));
  const live = [...last.values()].filter((change) => !change.deleted);
  const confirmed = confirmChanges(library, live, { entries: [], confirmed: [] });
  if (confirmed === null) throw new Error('The feed was read with all its texts.');
  return new RowSet(confirmed.map(({ stored }) => stored));
}

async function showServer({ db }: Library, mine: RowSet, server: RowSet): Promise<void> {
  const keys = new Set<RowKey>([...mine.all(), ...server.all()].map((stored) => rowKey(stored)));
  await writeShown(db, keys, { before: mine, after: server });
}

/** Upon the server's rows, under numbers of their own, in their order. */
async function sayAgain(library: Library, entries: readonly OutboxEntry[], server: RowSet): Promise<void> {
  const anew: OutboxEntry[] = [];
  await withNumbers(library, (next) => {
    for (const { seq: _seq, revs: _revs, ...rest } of entries) {
      const state = rest.state === 'refused' ? 'refused' : 'queued';
      anew.push({ ...rest, state, number: next(), ifMatch: null, attempts: 0 });
    }
  });
  const reached = closure(
    anew.flatMap((entry) => rowsOf(entry)),
    anew,
  );
  const keys = [...reached.keys];
  const confirmed = new RowSet(server.all().filter((stored) => reached.keys.has(rowKey(stored))));
  await showRebased(library, {
    keys,
    confirmed,
    authors: new Map(),
    entries: reached.entries,
    stored: new Map(),
  });
}
