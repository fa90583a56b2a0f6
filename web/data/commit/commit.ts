/**
 * The one way in: a screen commits a mutation, and from the end of this transaction on the change is on
 * this device's disk, visible in every tab, and in the outbox.
 *
 * 1. Rows and outbox entry are written in one strict transaction, or neither is.
 * 2. A text that was written upon an older one (another tab, a pull in between) is merged, never laid over.
 * 3. Only an autosave that was never sent takes up the next one, and the first base is kept.
 * 4. Where the loop waits for it and nothing else is pending, its entry is stored as sent (`send-with-commit.ts`).
 * 5. It locks the tables that the mutation touches, and no others.
 * How: `commit-many.ts`, of which this is a commit of one.
 */
import type { Table } from 'dexie';
import { type BoundMutation, fields } from '#shared/mutations/mutation.ts';
import { type ArgsOf, bind, deletions, type MutationName } from '#shared/mutations/registry.ts';
import type { Library } from '../database/library.ts';
import { onComplete } from '../database/on-complete.ts';
import { StartedCommit } from '../database/started-commit.ts';
import { ManyCommits } from './commit-many.ts';
import type { CommitOutcome, MutationRefused } from './commit-outcome.ts';
import { commitTables } from './commit-tables.ts';

/** Commits one mutation. Expected refusals are values; a rejection means the browser could not write. */
export async function commit<Name extends MutationName>(
  library: Library,
  name: Name,
  args: ArgsOf<Name>,
): Promise<CommitOutcome> {
  const bound = bind(name, args);
  if (!bound.ok) return invalid(bound);
  const { mutation } = bound;
  const tables = commitTables(library.db, mutation.touches, { isDeletion: deletions.has(name) });
  return inOneWrite(library, (started) => commitBound(library, { name, mutation, started }), { tables });
}

export type WriteOptions = { readonly tables?: readonly Table[]; readonly isPortion?: boolean };

/**
 * Several mutations in one transaction, begun once more where the browser breaks it off; the loop is notified when it has
 * ended. `isPortion`: of an act that the screen shows at its end (`shownAtEnd`).
 */
export async function inOneWrite<Outcome extends { ok: boolean }>(
  library: Library,
  write: (started: StartedCommit) => Promise<Outcome>,
  { tables = library.db.everything, isPortion = false }: WriteOptions = {},
): Promise<Outcome> {
  const { db, storage } = library;
  const started = new StartedCommit({ isPortion });
  for (const prepare of library.onCommitStart) prepare(started);
  try {
    // An async function: Dexie only then keeps the transaction across an await that is not one of its own.
    const outcome = await db.write(tables, async () => {
      // Of a write that was broken off, and is on no disk.
      started.store(undefined);
      const written = await write(started);
      // The push leaves before the live queries of this page look again.
      if (written.ok) onComplete(() => started.end(true));
      return written;
    });
    started.end(outcome.ok);
    storage.report(true);
    if (outcome.ok) for (const wake of library.onCommit) wake(started);
    return outcome;
  } catch (error) {
    started.end(false);
    if (db.isOpen()) storage.report(false);
    throw error;
  }
}

/** Runs an act whose writes are portions (`isPortion`), and has the screen show it when it has ended, however it did. */
export async function shownAtEnd<Result>(
  { onCommit }: Pick<Library, 'onCommit'>,
  act: () => Promise<Result>,
): Promise<Result> {
  try {
    return await act();
  } finally {
    for (const wake of onCommit) wake();
  }
}

/** Commits inside a transaction of the caller's over all tables: several mutations, one write. */
export async function commitInside(
  library: Library,
  name: MutationName,
  args: unknown,
): Promise<CommitOutcome> {
  const bound = bind(name, args);
  return bound.ok ? commitBound(library, { name, mutation: bound.mutation }) : invalid(bound);
}

/**
 * Deletes many prompts or files inside a transaction of the caller's over all tables, with one read and one write for
 * all of them. Returns for each whether it is deleted; this device refuses some.
 */
export async function deleteManyInside(
  library: Library,
  name: 'deletePrompt' | 'deleteResource',
  ids: readonly number[],
): Promise<boolean[]> {
  const bound = ids.map((id) => bind(name, { id }));
  const many = new ManyCommits(library, { isTyped: true });
  await many.readAhead(bound.flatMap((each) => (each.ok ? each.mutation.touches : [])));
  const done = bound.map(
    (each) => each.ok && many.add(name, { seen: many.seen(), ...fields(each.mutation.args) }).ok,
  );
  await many.write();
  return done;
}

async function commitBound(
  library: Library,
  { name, mutation, started }: { name: MutationName; mutation: BoundMutation; started?: StartedCommit },
): Promise<CommitOutcome> {
  const one = new ManyCommits(library, { isTyped: true, ...(started === undefined ? {} : { started }) });
  await one.readAhead(mutation.touches);
  const outcome = deletions.has(name)
    ? one.add(name, { seen: one.seen(), ...fields(mutation.args) })
    : one.addBound(name, mutation);
  if (!outcome.ok) return outcome;
  if (outcome.wrote) await one.write();
  return { ok: true };
}

function invalid({ errors }: Pick<MutationRefused, 'errors'>): MutationRefused {
  return { ok: false, code: 'invalid_fields', errors };
}
