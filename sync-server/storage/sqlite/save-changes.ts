/**
 * Saves what was decided as one batch; see `library-transaction.ts`.
 *
 * Each statement names what it replaces (the revision of a row, the place of the latest change), so that a change that
 * was decided upon something else is an exception and never a lost update.
 */
import type { Changes, PlacedWrite } from '../library-transaction.ts';
import type { BulkChanges } from './bulk-changes.ts';
import { changeParameters } from './row-records.ts';
import { type RowTables, tableOf } from './row-tables.ts';
import type { StoredAnswers } from './stored-answers.ts';
import type { UserRecords } from './user-records.ts';

export type SaveDeps = {
  tables: RowTables;
  users: UserRecords;
  answers: StoredAnswers;
  bulkChanges: BulkChanges;
};

/** Synchronous, within the caller's transaction. `before`: the place of the latest change as it was gathered. */
export function saveChanges(
  { tables, users, answers, bulkChanges }: SaveDeps,
  { userId, before, changes }: { userId: number; before: number; changes: Changes },
): void {
  const { acknowledged, writes, seq, bulk } = changes;
  if (acknowledged !== null) answers.acknowledge(userId, acknowledged);
  for (const write of writes) {
    if (saveWrite(tables, userId, write) !== 1) throw new Error('a row has changed since it was gathered');
  }
  if (writes.length > 0) users.moveSeq(userId, { before, after: seq });
  for (const { key, stored } of changes.answers) answers.add(userId, key, stored);
  if (bulk !== null) bulkChanges.begin(userId, bulk.change, bulk.authorship);
}

/** Returns how many rows it changed. */
function saveWrite(tables: RowTables, userId: number, placed: PlacedWrite): number {
  const { write, rev, seq, authorship } = placed;
  const change = { userId, id: write.id, rev, ...changeParameters(seq, authorship) };
  const table = tableOf(tables, write.type);
  if (write.kind === 'put') return table.put(write.row, change, authorship);
  return table.mark({ ...change, deletedAt: write.kind === 'delete' ? authorship.at : null });
}
