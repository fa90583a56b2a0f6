/** The prepared statements by which single rows are read and written; prepared once, they serve every request. */
import type { OpenDatabase } from '../open-database.ts';
import { prepareRowReads } from './row-reads.ts';
import { prepareRowWrites } from './row-writes.ts';

export type RowStatements = ReturnType<typeof prepareRowStatements>;

export function prepareRowStatements(database: OpenDatabase) {
  return { ...prepareRowReads(database), ...prepareRowWrites(database) };
}
