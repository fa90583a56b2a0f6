/** The parts that the statements which write rows share: values, and what an update takes over. */
import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { projects } from './schema-library.ts';
import { given } from './statement-parts.ts';

export const ownerAndId = { userId: given('userId'), id: given('id') };

export const change = {
  rev: given('rev'),
  seq: given('seq'),
  deletedAt: null,
  erased: 0,
  byClient: given('byClient'),
  byNumber: given('byNumber'),
  device: given('device'),
  changedAt: given('changedAt'),
};

/** Columns of a row that is deleted or restored. */
export const marked = {
  rev: given('rev'),
  seq: given('seq'),
  deletedAt: given('deletedAt'),
  byClient: given('byClient'),
  byNumber: given('byNumber'),
  device: given('device'),
  changedAt: given('changedAt'),
};

/** Returns the values of an insert, for the columns that an update takes over as they are. */
export function inserted(columns: Record<string, SQLiteColumn>): Record<string, SQL> {
  const pairs = Object.entries(columns).map(([name, column]) => [name, sql.raw(`excluded.${column.name}`)]);
  return Object.fromEntries(pairs);
}

const { rev, seq, deletedAt, erased, byClient, byNumber, device, changedAt } = getTableColumns(projects);

/** The columns that every change of a row takes over; all tables of rows have them under the same names. */
export const changed = { rev, seq, deletedAt, erased, byClient, byNumber, device, changedAt };
