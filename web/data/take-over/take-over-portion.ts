/**
 * A portion of a take-over: some rows with their versions, and everything that waits upon them.
 *
 * 1. An entry that writes rows of several groups brings them all into its portion.
 * 2. A row that is only needed stays as it is: it was gone through before what needs it.
 * 3. What was made while the take-over goes on is in the rows, like everything else that waits.
 * Before: `take-over-feed.ts`, whose transaction this runs in. After: `upload-differences.ts`.
 */
import { kindOf, parseRowKey, type RowKey, rowKey } from '#shared/kinds/row.ts';
import { deletions } from '#shared/mutations/registry.ts';
import { RowSet } from '#shared/mutations/row-set.ts';
import { EntryGraph, rowsOf } from '#shared/sync/entry-graph.ts';
import { creates, inOrder, type OutboxEntry } from '#shared/sync/outbox.ts';
import { rebase } from '#shared/sync/rebase.ts';
import type { Change } from '#shared/sync/wire.ts';
import { preserveAs } from '../commit/preserve-as.ts';
import type { Library } from '../database/library.ts';
import type { StoredEntry } from '../database/library-db.ts';
import { withNumbers } from '../database/mutation-numbers.ts';
import { confirmChanges } from '../feed/confirm-changes.ts';
import { showEntries } from '../feed/show-entries.ts';
import { writersOf } from '../outbox/outbox-lookups.ts';
import { putEntries, removeEntries, withArgs } from '../outbox/outbox-table.ts';
import { readConfirmed, readInsideOf, readManyShown, writeShown } from '../rows/shown-rows.ts';
import { withNotesThere } from './notes-there.ts';
import { preserveMergedTexts } from './preserve-merged.ts';
import { withSeenThere } from './seen-there.ts';
import type { WhoseWords } from './take-over-plan.ts';
import { withUnusedVersionIds } from './unused-version-ids.ts';
import { uploadDifferences } from './upload-differences.ts';

/** The state of a take-over that is under way. */
export type TakingOver = {
  keep: WhoseWords;
  /** Entries after this one were made while it went on. */
  position: number;
  /** The latest state of each row that the server has. */
  server: ReadonlyMap<RowKey, Change>;
  /** The rows on the server by the row that each is inside of. */
  childrenThere: ReadonlyMap<RowKey, readonly RowKey[]>;
  /** Rows that were gone through. */
  done: Set<RowKey>;
  /** Which entries write a row or are about it; of those up to `latest`. Our own need not be known. */
  writers: Map<RowKey, number[]>;
  latest: number;
  projects: Set<number>;
  blocked: Set<RowKey>;
};

export async function takeOverRows(
  library: Library,
  rows: readonly RowKey[],
  run: TakingOver,
): Promise<void> {
  await noteWriters(library, run);
  const { keys, heads } = await withWriters(
    library,
    rows.filter((key) => !run.done.has(key)),
    run,
  );
  for (const key of keys) run.done.add(key);
  await takeOverGroup(library, { keys, heads, run });
  run.latest = await latestPosition(library);
}

/** Notes what was put into the outbox since the last portion: by a person. */
async function noteWriters({ db }: Library, run: TakingOver): Promise<void> {
  for (const { position, target, writes } of await db.outbox.where('position').above(run.latest).toArray()) {
    for (const key of new Set([target, ...writes])) {
      const known = run.writers.get(key);
      if (known === undefined) run.writers.set(key, [position]);
      else known.push(position);
    }
  }
}

/** The position of the newest entry; 0 where there is none. */
async function latestPosition({ db }: Pick<Library, 'db'>): Promise<number> {
  return Number((await db.outbox.orderBy('position').lastKey()) ?? 0);
}

async function takeOverGroup(
  library: Library,
  { keys, heads, run }: { keys: Set<RowKey>; heads: readonly StoredEntry[]; run: TakingOver },
): Promise<void> {
  const { db } = library;
  const mine = new RowSet(await readManyShown(db, keys));
  const server = serverRows(library, keys, run);
  const entries = inOrder(await withArgs(db, heads));
  const staying = run.keep === 'server' ? entries : await notInRows(library, { keys, entries, run });
  await removeEntries(
    db,
    heads.map(({ position }) => position),
  );
  const confirmed = await readConfirmed(db, [...keys]);
  await db.confirmed.bulkDelete([...keys]);
  const { projects, blocked, childrenThere } = run;
  if (run.keep === 'mine' && staying.length === 0) {
    await uploadDifferences(library, { mine, there: server, projects, blocked, keys });
    return addBroughtBackNotices(library, { mine, server });
  }
  const deletion = { now: library.deps.now() };
  await writeShown(db, keys, { before: mine, after: server, deletion });
  const restated = withSeenThere(staying, { confirmed, server, childrenThere });
  await requeue(library, withUnusedVersionIds(library, withNotesThere(restated, server), server));
  if (run.keep === 'server') return preserveMergedTexts(library, { mine, entries: staying });
  const there = new RowSet(await readManyShown(db, keys));
  await uploadDifferences(library, { mine, there, projects, blocked });
  await addBroughtBackNotices(library, { mine, server });
}

/** Names what was not here and is by now: deleted since the server's backup was made, mostly. */
async function addBroughtBackNotices(
  { db, deps }: Library,
  { mine, server }: { mine: RowSet; server: RowSet },
): Promise<void> {
  const unknown = server.all().filter((stored) => mine.at(stored) === undefined);
  if (unknown.length === 0) return;
  const shown = await readManyShown(
    db,
    unknown.map((stored) => rowKey(stored)),
  );
  const at = new Date(deps.now()).toISOString();
  const titles = shown.flatMap((stored) => {
    if (stored.type === 'prompt') return [stored.row.title];
    return stored.type === 'project' || stored.type === 'resource' ? [stored.row.name] : [];
  });
  await db.notices.bulkAdd(titles.map((title) => ({ at, kind: 'broughtBack' as const, title })));
}

/** The rows with what is inside of the prompts among them, everything that writes them, and what that writes as well. */
async function withWriters(
  { db }: Library,
  rows: readonly RowKey[],
  { server, childrenThere, done, writers }: TakingOver,
): Promise<{ keys: Set<RowKey>; heads: StoredEntry[] }> {
  const keys = new Set<RowKey>();
  const heads = new Map<number, StoredEntry>();
  for (let fresh = [...rows]; fresh.length > 0; ) {
    for (const key of fresh) keys.add(key);
    const positions = new Set(fresh.flatMap((key) => writers.get(key) ?? []));
    const found = await db.outbox.bulkGet([...positions].filter((position) => !heads.has(position)));
    const reached = found.filter((head) => head !== undefined);
    for (const head of reached) heads.set(head.position, head);
    const refs = fresh.map((key) => parseRowKey(key));
    const prompts = refs.flatMap((ref) => (ref.type === 'prompt' ? [ref.id] : []));
    const alone = refs.filter(({ type }) => kindOf(type).parent?.type === 'prompt').map((ref) => rowKey(ref));
    const shown = (await readManyShown(db, alone)).map(({ row }) => row);
    const there = alone.map((key) => server.get(key)?.row ?? {});
    const next = new Set<RowKey>([
      ...reached.flatMap(({ target, writes }) => [target, ...writes]),
      ...(await readInsideOf(db, prompts)).map((stored) => rowKey(stored)),
      ...prompts.flatMap((id) => childrenThere.get(`prompt:${id}`) ?? []),
      ...[...shown, ...there].flatMap(promptOf),
    ]);
    fresh = [...next].filter((key) => !keys.has(key) && !done.has(key));
  }
  return { keys, heads: [...heads.values()] };
}

/** The prompt that a row is inside of. */
function promptOf({ promptId }: Record<string, unknown>): RowKey[] {
  return typeof promptId === 'number' ? [`prompt:${promptId}`] : [];
}

function serverRows(library: Library, keys: Iterable<RowKey>, { server }: TakingOver): RowSet {
  const live = [...keys].map((key) => server.get(key)).filter((change) => change !== undefined);
  const confirmed = confirmChanges(library, live, { graph: new EntryGraph([]), confirmed: [] });
  if (confirmed === null) throw new Error('The feed was read with all its texts.');
  return new RowSet(confirmed.confirmed.map(({ stored }) => stored));
}

/**
 * The entries that the rows do not speak for: what was refused, what could not be applied any more, and deletions;
 * with all that come before and after them in a chain, which is what is held or was taken from the screen since.
 * What all others did is in the rows, and is said as a difference.
 */
async function notInRows(
  library: Library,
  { keys, entries, run }: { keys: ReadonlySet<RowKey>; entries: readonly OutboxEntry[]; run: TakingOver },
): Promise<OutboxEntry[]> {
  const { db } = library;
  const needed = [...new Set(entries.flatMap(({ needs }) => needs))].filter((key) => !keys.has(key));
  // A creation that waits since before is there still because the rows do not speak for it either.
  const makers = (await writersOf(db, needed)).filter(
    (head) => creates(head) && head.position <= run.position,
  );
  const hidden = await hiddenOf(library, { keys, needed, entries });
  const all = [...entries, ...(await withArgs(db, makers))];
  const made = new Set(all.filter(creates).map(({ target }) => target));
  // Two that only need the same row, which is there, have nothing to do with each other.
  const chained = all.map((entry) => ({
    ...entry,
    writes: [...entry.writes, ...entry.needs.filter((key) => made.has(key))],
    needs: [],
  }));
  const stayed = new Set(makers.map(({ position }) => position));
  const apart = chained.filter(
    ({ state, name, position }) =>
      state === 'refused' || deletions.has(name) || hidden.has(position) || stayed.has(position),
  );
  const rows = apart.flatMap((entry) => rowsOf(entry));
  const stays = new Set(new EntryGraph(chained).connectedTo(rows).entries.map(({ position }) => position));
  return entries.filter(({ position }) => stays.has(position));
}

/** Returns the entries that cannot be applied any more, and those that would create a row which exists by now. */
async function hiddenOf(
  library: Library,
  {
    keys,
    needed,
    entries,
  }: { keys: ReadonlySet<RowKey>; needed: readonly RowKey[]; entries: readonly OutboxEntry[] },
): Promise<Set<number>> {
  const { db } = library;
  const confirmed = await readConfirmed(db, [...keys]);
  const there = new Set(confirmed.map((stored) => rowKey(stored)));
  const { overtaken } = rebase({
    confirmed: [...confirmed, ...(await readManyShown(db, needed))],
    entries,
    client: library.client,
    foreign: new Set(),
    preserveAs: () => preserveAs(library, null),
  });
  const met = entries.filter((entry) => creates(entry) && there.has(entry.target));
  return new Set([...overtaken.map(({ entry }) => entry.position), ...met.map(({ position }) => position)]);
}

/** Upon the server's rows, under numbers of their own, in their order. */
async function requeue(library: Library, entries: readonly OutboxEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const requeued = await withNumbers(library, (next) =>
    entries.map(({ seq: _seq, revs: _revs, ...rest }) => {
      const state = rest.state === 'refused' ? ('refused' as const) : ('queued' as const);
      return { ...rest, state, number: next(), ifMatch: null, attempts: 0 };
    }),
  );
  await putEntries(library.db, requeued);
  await showEntries(library, requeued);
}
