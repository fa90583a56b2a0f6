/**
 * Shown rows, outbox and the server's kept words are put in step with each other: after a pull, and after a
 * person decided what becomes of an entry. Inside the caller's transaction over all tables.
 */
import { parseRowKey, type RowKey, type Stored } from '#shared/kinds/row.ts';
import { RowSet } from '#shared/mutations/row-set.ts';
import type { OutboxEntry } from '#shared/sync/outbox.ts';
import { type EntriesToRebase, type RebasedEntries, rebaseEntries } from '#shared/sync/rebase-entries.ts';
import { preserveAs } from '../commit/preserve-as.ts';
import type { Library } from '../database/library.ts';
import { withNumbers } from '../database/mutation-numbers.ts';
import type { TextAuthor } from '../database/text-author.ts';
import { putChanged } from '../outbox/outbox-table.ts';
import { sameRow } from '../rows/same-row.ts';
import { readManyShown, writeShown } from '../rows/shown-rows.ts';

export type Rebasing = Omit<EntriesToRebase, 'client' | 'preserveAs' | 'next' | 'confirmed'> & {
  confirmed: RowSet;
  /** Whose change each row was, where that is known. */
  authors: ReadonlyMap<RowKey, TextAuthor>;
};

/** Rebases entries upon confirmed rows, with numbers and names of this library. Writes nothing but the numbers. */
export function rebaseInLibrary(
  library: Library,
  { authors, ...rebasing }: Rebasing,
): Promise<RebasedEntries> {
  return withNumbers(library, (next) =>
    rebaseEntries({
      ...rebasing,
      confirmed: rebasing.confirmed.all(),
      client: library.client,
      preserveAs: (target) => preserveAs(library, authors.get(target) ?? null),
      next,
    }),
  );
}

/** Writes what a rebase came to. */
export async function showRebased(
  library: Library,
  {
    keys,
    confirmed,
    authors,
    rebased,
    stored,
  }: {
    /** All rows that were looked at: a closure, so that nothing outside depends on them. */
    keys: readonly RowKey[];
    confirmed: RowSet;
    authors: ReadonlyMap<RowKey, TextAuthor>;
    rebased: RebasedEntries;
    /** The entries that are in the outbox already, as they are stored there. */
    stored: ReadonlyMap<number, OutboxEntry>;
  },
): Promise<void> {
  const { db } = library;
  const { shown, entries: open } = rebased;
  const shownKeys = [...new Set([...keys, ...open.flatMap(({ writes }) => writes)])];
  const before = new RowSet(await readManyShown(db, shownKeys));
  const deletion = { now: library.deps.now(), authors };
  await writeShown(db, differing(shownKeys, before, shown), { before, after: shown, deletion });
  await putChanged(db, open, stored);
  await keepConfirmedRows(library, { keys: shownKeys, confirmed, authors, open });
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
