/** The prepared statements by which single rows are read and written; prepared once, they serve every request. */
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3';
import { prepareRowReads } from './row-reads.ts';
import { prepareRowWrites } from './row-writes.ts';

export type RowStatements = ReturnType<typeof prepareRowStatements>;

export function prepareRowStatements(orm: BetterSQLite3Database) {
  return { ...prepareRowReads(orm), ...prepareRowWrites(orm) };
}
