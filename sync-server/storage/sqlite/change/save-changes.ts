/**
 * Saves what was decided as one batch; see `library-transaction.ts`.
 *
 * Each statement names what it replaces (the revision of a row, the place of the latest change), so that a change that
 * was decided upon something else is an exception and never a lost update.
 */
import type { Changes, PlacedWrite } from '../../ports/library-transaction.ts';
import { changeParameters } from '../../records/row-records.ts';
import { recordEvent } from '../../sql/webhook-events.ts';
import { run } from '../../sql/work.ts';
import { type RowTables, tableOf } from '../rows/row-tables.ts';
import type { SqliteDatabase } from '../sql-database.ts';
import type { BulkChanges } from './bulk-changes.ts';
import type { StoredAnswers } from './stored-answers.ts';
import type { UserRecords } from './user-records.ts';

export type SaveDeps = {
  tables: RowTables;
  users: UserRecords;
  answers: StoredAnswers;
  bulkChanges: BulkChanges;
  sql: SqliteDatabase;
};

/** Synchronous, within the caller's transaction. `before`: the place of the latest change as it was gathered. */
export function saveChanges(
  { tables, users, answers, bulkChanges, sql }: SaveDeps,
  { userId, before, changes }: { userId: number; before: number; changes: Changes },
): void {
  const { acknowledged, writes, seq, bulk } = changes;
  if (acknowledged !== null) answers.acknowledge(userId, acknowledged);
  for (const write of writes) check(saveWrite(tables, userId, write));
  for (const event of changes.events) sql.now(run(recordEvent(userId, event)));
  if (writes.length > 0) users.moveSeq(userId, { before, after: seq });
  if (changes.answers.length > 0) answers.add(userId, changes.answers);
  if (bulk !== null) bulkChanges.begin(userId, bulk.change, bulk.authorship);
}

function check(changed: number): void {
  if (changed !== 1) throw new Error('a row has changed since it was gathered');
}

/** Returns how many rows it changed. */
function saveWrite(tables: RowTables, userId: number, placed: PlacedWrite): number {
  const { write, rev, seq, authorship } = placed;
  const table = tableOf(tables, write.type);
  const change = { userId, id: write.id, rev, ...changeParameters(seq, authorship) };
  if (write.kind === 'put') return table.put(write.row, change, authorship);
  return table.mark({ ...change, deletedAt: write.kind === 'delete' ? authorship.at : null });
}
