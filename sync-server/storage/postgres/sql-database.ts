/** Runs works of `sql/work.ts` on PostgreSQL: a statement that is not awaited leaves with the next one. */
import { type SQL, sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { QueryResultRow } from 'pg';
import type { SqlDatabase, Work } from '../sql/work.ts';
import type { Reads, Transactions, Writes } from './transactions.ts';

const dialect = new PgDialect();

/** Returns the text of a statement and its parameters, `$1` first. */
function rendered(statement: SQL): { sql: string; params: unknown[] } {
  return dialect.sqlToQuery(statement);
}

/** Sends statements with the COMMIT. */
export function sendAll({ send }: Writes, statements: readonly SQL[]): void {
  for (const statement of statements) {
    const { sql: text, params } = rendered(statement);
    send(text, params);
  }
}

/** Runs a work within a transaction. Its statements are sent without waiting for those before them. */
export async function done<Result>(
  work: Work<Result>,
  { query, send }: Reads & Partial<Writes>,
): Promise<Result> {
  let step = work.next();
  while (!step.done) {
    const found = step.value.map(async ({ sql: statement, isAwaited }) => {
      const { sql: text, params } = rendered(statement);
      if (isAwaited || send === undefined) return await query<QueryResultRow>(text, params);
      send(text, params);
      return [];
    });
    step = work.next(await Promise.all(found));
  }
  return step.value;
}

export function createSqlDatabase({ read, readOne, write }: Transactions): SqlDatabase {
  return {
    async all<Row>(statement: SQL<Row>) {
      const { sql: text, params } = rendered(statement);
      const found = await readOne<QueryResultRow>(text, params);
      // The type of the template says what its statement returns.
      return found as Row[];
    },
    read: (work) => read((reads) => done(work(), reads)),
    write: (work, options) => write((writes) => done(work(), writes), options),
    rowPlace: sql.raw('ctid'),
  };
}
