/**
 * Saves what was decided as one batch; see `library-transaction.ts`.
 *
 * Each statement names what it replaces (the revision of a row, the place of the latest change), so that a change that
 * was decided upon something else is an exception and never a lost update.
 */
import type { RowOf, RowType } from '#shared/kinds/row.ts';
import type { Changes, PlacedWrite } from '../../ports/library-transaction.ts';
import { changeParameters } from '../../records/row-records.ts';
import { recordEvent } from '../../sql/webhook-events.ts';
import { run } from '../../sql/work.ts';
import { type RowPut, type RowTables, tableOf } from '../rows/row-tables.ts';
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
  const [first] = writes;
  if (first !== undefined && writes.length === 1) check(saveWrite(tables, userId, first), 1);
  else for (const run of runsOfPuts(writes)) saveRun(tables, userId, run);
  for (const event of changes.events) sql.now(run(recordEvent(userId, event)));
  if (writes.length > 0) users.moveSeq(userId, { before, after: seq });
  if (changes.answers.length > 0) answers.add(userId, changes.answers);
  if (bulk !== null) bulkChanges.begin(userId, bulk.change, bulk.authorship);
}

/** Divides writes into puts of one kind that follow each other, and single writes of another sort. */
function* runsOfPuts(writes: readonly PlacedWrite[]): Generator<readonly PlacedWrite[]> {
  let from = 0;
  for (const [index, { write }] of writes.entries()) {
    const next = writes[index + 1]?.write;
    if (write.kind === 'put' && next?.kind === 'put' && next.type === write.type) continue;
    yield writes.slice(from, index + 1);
    from = index + 1;
  }
}

/** Takes as many as one statement writes while there are so many, and the rest one by one. */
function saveRun(tables: RowTables, userId: number, run: readonly PlacedWrite[]): void {
  const [first] = run;
  if (first === undefined) return;
  const { batch } = tableOf(tables, first.write.type);
  let saved = 0;
  while (batch !== undefined && run.length - saved >= batch.rows) {
    const puts = run.slice(saved, saved + batch.rows).flatMap((placed) => putOf(userId, placed) ?? []);
    check(batch.put(puts), batch.rows);
    saved += batch.rows;
  }
  for (const placed of run.slice(saved)) check(saveWrite(tables, userId, placed), 1);
}

function check(changed: number, expected: number): void {
  if (changed !== expected) throw new Error('a row has changed since it was gathered');
}

function putOf(
  userId: number,
  { write, rev, seq, authorship }: PlacedWrite,
): RowPut<RowOf[RowType]> | undefined {
  if (write.kind !== 'put') return undefined;
  const change = { userId, id: write.id, rev, ...changeParameters(seq, authorship) };
  return { row: write.row, change, authorship };
}

/** Returns how many rows it changed. */
function saveWrite(tables: RowTables, userId: number, placed: PlacedWrite): number {
  const { write, rev, seq, authorship } = placed;
  const table = tableOf(tables, write.type);
  const change = { userId, id: write.id, rev, ...changeParameters(seq, authorship) };
  if (write.kind === 'put') return table.put(write.row, change, authorship);
  return table.mark({ ...change, deletedAt: write.kind === 'delete' ? authorship.at : null });
}
