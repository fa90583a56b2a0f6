/** Runs works of `sql/work.ts` on SQLite: without a pause, those that write as acts of a group commit. */
import type { Database, Statement as Prepared } from 'better-sqlite3';
import { type SQL, sql } from 'drizzle-orm';
import { SQLiteSyncDialect } from 'drizzle-orm/sqlite-core';
import { rows, type SqlDatabase, type Work } from '../sql/work.ts';
import { createGroupCommit } from './group-commit.ts';

export type SqliteDatabase = SqlDatabase & {
  /** Runs a work at once, within the transaction of the caller where there is one. */
  now<Result>(work: Work<Result>): Result;
};

export function createSqlDatabase(connection: Database): SqliteDatabase {
  const dialect = new SQLiteSyncDialect();
  const commit = createGroupCommit(connection);
  const prepared = new Map<string, Prepared<unknown[], unknown>>();

  function rowsOf(statement: SQL): unknown[] {
    const { sql: query, params } = dialect.sqlToQuery(statement);
    const text = query.startsWith('SELECT') ? withoutPlanning(query, params.length) : query;
    const known = prepared.get(text) ?? connection.prepare<unknown[], unknown>(text);
    prepared.set(text, known);
    if (known.reader) return known.all(params);
    known.run(params);
    return [];
  }

  function done<Result>(work: Work<Result>): Result {
    let step = work.next();
    while (!step.done) {
      step = work.next(step.value.map(({ sql: statement, isLock }) => (isLock ? [] : rowsOf(statement))));
    }
    return step.value;
  }

  return {
    now: done,
    all: async (statement) => done(rows(statement)),
    read: async (work) => done(work()),
    async write(work, { weight } = {}) {
      // Boxed: a result that could be waited for would not be one of a transaction.
      const { result } = await commit(() => ({ result: done(work()) }), weight);
      return result;
    },
    rowPlace: sql.raw('rowid'),
  };
}

/**
 * Puts a plus, which changes no value, before each parameter. SQLite plans a query with a join or an order once more at
 * each execution that binds a bare parameter anew, in case its value makes another plan the better one: that takes ten
 * times as long as reading the row.
 */
function withoutPlanning(sql: string, params: number): string {
  const parts = sql.split('?');
  if (parts.length !== params + 1)
    throw new Error(`A query has a question mark that is no parameter: ${sql}`);
  return parts.join('+?');
}
