/**
 * Finds the entries that must be rebased together with some rows, and all the rows that these look at: without
 * reading the rest of the outbox.
 *
 * 1. An entry is reached through a row that it writes or is about, and brings the rows that it needs along. A row
 *    that is only needed does not lead on to all that need it: a thousand new prompts of one project have
 *    nothing to do with each other.
 * 2. It does lead on where the row may come or go: a creation that was refused or is said anew, and whatever the
 *    caller names. What was refused is reached through what it needs as well.
 */
import { parseRowKey, type RowKey, rowKey } from '#shared/kinds/row.ts';
import { followTouchesAsync } from '#shared/mutations/follow-touches.ts';
import type { Touch } from '#shared/mutations/mutation.ts';
import { textWrites } from '#shared/mutations/registry.ts';
import { rowsOf } from '#shared/sync/entry-graph.ts';
import { creates, inOrder, type OutboxEntry } from '#shared/sync/outbox.ts';
import type { LibraryDb, StoredEntry } from '../database/library-db.ts';
import { touchReader } from '../rows/touched-rows.ts';
import { headsIn, needersOf, writersOf } from './outbox-lookups.ts';
import { withArgs } from './outbox-table.ts';

export type Reached = {
  keys: RowKey[];
  /** In order, with their arguments; a deletion writes all that is inside by now. */
  entries: OutboxEntry[];
  /** The same ones by position, exactly as they are stored. */
  stored: ReadonlyMap<number, OutboxEntry>;
};

/** `comingOrGoing`: rows that may be there afterwards and were not, or the other way round. */
export async function reachedEntries(
  db: LibraryDb,
  { rows, comingOrGoing }: { rows: Iterable<RowKey>; comingOrGoing: readonly RowKey[] },
): Promise<Reached> {
  const keys = new Set<RowKey>();
  const heads = new Map<number, StoredEntry>();
  const inside = new Map<number, RowKey[]>();
  const seeds = new Set([...rows, ...comingOrGoing]);
  if ((await db.outbox.limit(1).primaryKeys()).length === 0) {
    return { keys: [...seeds], entries: [], stored: new Map() };
  }
  const refused = (await headsIn(db, 'refused')).filter(({ needs }) => needs.some((key) => seeds.has(key)));
  let found = [...refused, ...(await needersOf(db, comingOrGoing))];
  for (let fresh = [...seeds]; fresh.length > 0 || found.length > 0; ) {
    for (const key of fresh) keys.add(key);
    found.push(...(await writersOf(db, fresh)));
    const reached = [...new Map(found.map((head) => [head.position, head])).values()].filter(
      ({ position }) => !heads.has(position),
    );
    for (const head of reached) heads.set(head.position, head);
    for (const [head, touch] of reached.flatMap((head) => deletionIn(head))) {
      const rows = (await followTouchesAsync([touch], touchReader(db))).all();
      inside.set(
        head.position,
        rows.map((stored) => rowKey(stored)),
      );
    }
    const unsettled = reached.filter((head) => creates(head) && isUnsettled(head));
    found = await needersOf(
      db,
      unsettled.map(({ target }) => target),
    );
    const all = new Set(reached.flatMap((head) => [...rowsOf(head), ...(inside.get(head.position) ?? [])]));
    for (const key of await conflictsUnder(db, reached)) all.add(key);
    for (const key of await versionsBeside(db, reached)) all.add(key);
    fresh = [...all].filter((key) => !keys.has(key));
  }
  const stored = inOrder(await withArgs(db, [...heads.values()]));
  return {
    keys: [...keys],
    entries: stored.map((entry) => widened(entry, inside.get(entry.position) ?? [])),
    stored: new Map(stored.map((entry) => [entry.position, entry])),
  };
}

function isUnsettled({ state }: StoredEntry): boolean {
  return state === 'refused' || state === 'stale';
}

/** Unreviewed conflict versions of the prompts that texts wait for: one may take a text that is replaced. */
async function conflictsUnder(db: LibraryDb, heads: readonly StoredEntry[]): Promise<RowKey[]> {
  const prompts = heads.flatMap(({ name, target }) => {
    const ref = parseRowKey(target);
    return textWrites.has(name) && ref.type === 'prompt' ? [[ref.id, 'unreviewed']] : [];
  });
  if (prompts.length === 0) return [];
  const ids = await db.versions.where('[row.promptId+row.conflict]').anyOf(prompts).primaryKeys();
  return ids.map((id): RowKey => `version:${id}`);
}

/** Returns the versions of the prompts of which some are to be deleted: one of them must stay. */
async function versionsBeside(db: LibraryDb, heads: readonly StoredEntry[]): Promise<RowKey[]> {
  const found = await Promise.all(
    heads.map(({ name, target }) => {
      const ref = parseRowKey(target);
      return name === 'deleteVersions' && ref.type === 'prompt'
        ? db.versions
            .where('[row.promptId+row.version]')
            .between([ref.id, -Infinity], [ref.id, Infinity])
            .primaryKeys()
        : [];
    }),
  );
  return found.flat().map((id): RowKey => `version:${id}`);
}

/**
 * A delete that waits is about everything inside by now, also about what came in after it was meant: whether
 * its author had seen all of that is decided anew.
 */
function deletionIn(head: StoredEntry): [StoredEntry, Touch][] {
  const ref = parseRowKey(head.target);
  if (head.name === 'deleteProject' && ref.type === 'project') {
    return [[head, { kind: 'contentsOf', projectId: ref.id }]];
  }
  if (head.name === 'deletePrompt' && ref.type === 'prompt') {
    return [[head, { kind: 'insideOf', promptId: ref.id }]];
  }
  return [];
}

function widened(entry: OutboxEntry, inside: readonly RowKey[]): OutboxEntry {
  const writes = [...new Set([...entry.writes, ...inside])];
  return writes.length === entry.writes.length ? entry : { ...entry, writes };
}
