/** Runs works of `sql/work.ts` on SQLite: without a pause, those that write as acts of a group commit. */
import type { Database, Statement as Prepared } from 'better-sqlite3';
import { type SQL, sql } from 'drizzle-orm';
import { SQLiteSyncDialect } from 'drizzle-orm/sqlite-core';
import type { SqlDatabase, Work } from '../sql/work.ts';
import { createGroupCommit } from './group-commit.ts';

export type SqliteDatabase = SqlDatabase & {
  /** Reads with one statement, at once. */
  allNow<Row>(sql: SQL<Row>): Row[];
};

export function createSqlDatabase(connection: Database): SqliteDatabase {
  const dialect = new SQLiteSyncDialect();
  const commit = createGroupCommit(connection);
  const prepared = new Map<string, Prepared<unknown[], unknown>>();

  function rowsOf(statement: SQL): unknown[] {
    const { sql: text, params } = dialect.sqlToQuery(statement);
    const known = prepared.get(text) ?? connection.prepare<unknown[], unknown>(text);
    prepared.set(text, known);
    if (known.reader) return known.all(params);
    known.run(params);
    return [];
  }

  function done<Result>(work: Work<Result>): Result {
    let step = work.next();
    while (!step.done) step = work.next(step.value.isLock ? [] : rowsOf(step.value.sql));
    return step.value;
  }

  function allNow<Row>(statement: SQL<Row>): Row[] {
    // The type of the template says what its statement returns.
    return rowsOf(statement) as Row[];
  }

  return {
    allNow,
    all: async (statement) => allNow(statement),
    read: async (work) => done(work()),
    async write(work, { weight } = {}) {
      // Boxed: a result that could be waited for would not be one of a transaction.
      const { result } = await commit(() => ({ result: done(work()) }), weight);
      return result;
    },
    rowPlace: sql.raw('rowid'),
  };
}
