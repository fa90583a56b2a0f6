/**
 * The one way in: a screen commits a mutation, and from the end of this transaction on the change is on
 * this device's disk, visible in every tab, and in the outbox.
 *
 * 1. Rows and outbox entry are written in one strict transaction, or neither is.
 * 2. A text that was written upon an older one (another tab, a pull in between) is merged, never laid over.
 * 3. Only an autosave that was never sent takes up the next one, and the first base is kept.
 * 4. It locks the tables that the mutation touches, and no others.
 * How: `commit-many.ts`, of which this is a commit of one.
 */
import type { Table } from 'dexie';
import { type BoundMutation, fields } from '#shared/mutations/mutation.ts';
import { type ArgsOf, bind, deletions, type MutationName } from '#shared/mutations/registry.ts';
import type { Library } from '../database/library.ts';
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
  const tables = commitTables(library.db, mutation.touches);
  return inOneWrite(library, () => commitBound(library, name, mutation), tables);
}

/** Several mutations in one transaction; the loop is notified when it has ended. */
export async function inOneWrite<Outcome extends { ok: boolean }>(
  library: Library,
  write: () => Promise<Outcome>,
  tables: readonly Table[] = library.db.everything,
): Promise<Outcome> {
  const { db, storage } = library;
  try {
    // An async function: Dexie only then keeps the transaction across an await that is not one of its own.
    const outcome = await db.transaction('rw', tables, async () => write());
    storage.report(true);
    if (outcome.ok) for (const wake of library.onCommit) wake();
    return outcome;
  } catch (error) {
    if (db.isOpen()) storage.report(false);
    throw error;
  }
}

/** Commits inside a transaction of the caller's over all tables: several mutations, one write. */
export async function commitInside(
  library: Library,
  name: MutationName,
  args: unknown,
): Promise<CommitOutcome> {
  const bound = bind(name, args);
  return bound.ok ? commitBound(library, name, bound.mutation) : invalid(bound);
}

async function commitBound(
  library: Library,
  name: MutationName,
  mutation: BoundMutation,
): Promise<CommitOutcome> {
  const one = new ManyCommits(library, { isTyped: true });
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
