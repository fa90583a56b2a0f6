import type { FoundRow, Table } from '../sql/row-tables.ts';
import type { Reads } from './transactions.ts';

/** Returns the rows that a statement selects with `columns` or `bareColumns`. */
export async function readRows(
  reads: Reads,
  { found }: Table,
  { text, values }: { text: string; values: readonly unknown[] },
): Promise<FoundRow[]> {
  const records = await reads.query<object>(text, values);
  return records.map((record) => found(record));
}
