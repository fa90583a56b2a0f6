/**
 * Shown rows, outbox and the server's kept words are put in step with each other: after a pull, and after a
 * person decided what becomes of an entry. Inside the caller's transaction over all tables.
 */
import { parseRowKey, type RowKey, type Stored } from '#shared/kinds/row.ts';
import { RowSet } from '#shared/mutations/row-set.ts';
import type { OutboxEntry } from '#shared/sync/outbox.ts';
import { rebase } from '#shared/sync/rebase.ts';
import { keepAs } from '../commit/keep-as.ts';
import type { Library } from '../database/library.ts';
import { withNumbers } from '../database/mutation-numbers.ts';
import type { TextAuthor } from '../database/text-author.ts';
import { putChanged } from '../outbox/outbox-table.ts';
import { sameRow } from '../rows/same-row.ts';
import { readManyShown, writeShown } from '../rows/shown-rows.ts';

export type Rebasing = {
  /** All rows that are looked at anew: a closure, so that nothing outside depends on them. */
  keys: readonly RowKey[];
  confirmed: RowSet;
  authors: ReadonlyMap<RowKey, TextAuthor>;
  /** All entries that share these rows, as they will be said from now on. */
  entries: readonly OutboxEntry[];
  /** Those of them that are in the outbox already, as they are stored there. */
  stored: ReadonlyMap<number, OutboxEntry>;
};

export async function showRebased(library: Library, rebasing: Rebasing): Promise<void> {
  const { db } = library;
  const { keys, confirmed, authors } = rebasing;
  const entries = await inNewWords(library, rebasing);
  const { shown, widened } = rebase({
    confirmed: confirmed.all(),
    entries,
    client: library.client,
    foreign: new Set(),
    keepAs: () => keepAs(library, null),
  });
  const wider = new Map(widened.map(({ entry, writes }) => [entry.position, writes]));
  const open = entries.map((entry) => {
    const writes = wider.get(entry.position);
    return writes === undefined ? entry : { ...entry, writes };
  });
  const shownKeys = [...new Set([...keys, ...open.flatMap(({ writes }) => writes)])];
  const before = new RowSet(await readManyShown(db, shownKeys));
  await writeShown(db, differing(shownKeys, before, shown), { before, after: shown });
  await putChanged(db, open, rebasing.stored);
  await keepConfirmedRows(library, { keys: shownKeys, confirmed, authors, open });
}

/**
 * Entries that wait, in the words that do to these rows what their author meant: they may have been written
 * upon others, and are sent as they are. After a pull that was done already; then this changes nothing.
 */
async function inNewWords(
  library: Library,
  { confirmed, authors, entries }: Rebasing,
): Promise<readonly OutboxEntry[]> {
  if (!entries.some(({ state }) => state === 'queued')) return entries;
  const { rewritten } = rebase({
    confirmed: confirmed.all(),
    entries,
    client: library.client,
    foreign: new Set(),
    keepAs: (target) => keepAs(library, authors.get(target) ?? null),
  });
  const newArgs = new Map(rewritten.map(({ entry, args }) => [entry.position, args]));
  return withNumbers(library, (next) =>
    entries.map((entry) => {
      const args = entry.state === 'queued' ? newArgs.get(entry.position) : undefined;
      return args === undefined ? entry : { ...entry, args, number: next(), ifMatch: null };
    }),
  );
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
  {
    keys,
    confirmed,
    authors,
    open,
  }: {
    keys: readonly RowKey[];
    confirmed: RowSet;
    authors: ReadonlyMap<RowKey, TextAuthor>;
    open: readonly OutboxEntry[];
  },
): Promise<void> {
  const wanted = new Set<RowKey>(open.flatMap((entry) => [entry.target, ...entry.writes]));
  const { db } = library;
  await db.confirmed.bulkPut(
    keys
      .filter((key) => wanted.has(key))
      .map((key) => ({
        key,
        stored: confirmed.at(parseRowKey(key)) ?? null,
        author: authors.get(key) ?? null,
      })),
  );
  if ((await db.confirmed.limit(1).primaryKeys()).length === 0) return;
  await db.confirmed.bulkDelete(keys.filter((key) => !wanted.has(key)));
}
