/**
 * Writes a transaction once for both databases: as a generator that yields its statements. The driver of the database
 * (`sqlite/sql-database.ts`, `postgres/sql-database.ts`) runs them one after the other and gives it their rows.
 *
 * 1. What is between two statements is plain code: SQLite runs the whole work without a pause, so that nobody else's
 *    statement comes between.
 * 2. A work may run twice: it changes nothing but the database.
 * 3. SQL is what both databases read: `CASE` for `iif`, names of columns as `AS "camelCase"`, no booleans.
 */
import type { SQL } from 'drizzle-orm';

export type Statement = {
  readonly sql: SQL;
  /** Whether the work goes on with its rows. Otherwise it may leave together with the next statement. */
  readonly isAwaited: boolean;
  /** A lock is for PostgreSQL alone: a transaction that writes to SQLite has the whole database. */
  readonly isLock: boolean;
};

/** Yields statements that leave together, and gets the rows of each. */
export type Work<Result> = Generator<readonly Statement[], Result, readonly (readonly unknown[])[]>;

export type WriteOptions = {
  /** Doing it twice does it once. */
  readonly isRepeatable?: boolean;
  /** The user whose record it locks: writes of one user take turns. */
  readonly of?: number;
  /** About how many rows it changes, where that is more than one. */
  readonly weight?: number;
};

export type SqlDatabase = {
  /** Reads with one statement. */
  all<Row>(sql: SQL<Row>): Promise<Row[]>;
  /** Reads one instant with several statements. */
  read<Result>(work: () => Work<Result>): Promise<Result>;
  write<Result>(work: () => Work<Result>, options?: WriteOptions): Promise<Result>;
  /** The column that names the place of a row in its table. */
  readonly rowPlace: SQL;
};

/** Doing it twice does it once. */
export const repeatable = { isRepeatable: true } as const;

/** Returns the rows of a statement. */
export function* rows<Row>(sql: SQL<Row>): Work<Row[]> {
  return (yield* together(sql))[0];
}

type RowsOf<Statements extends readonly SQL[]> = {
  -readonly [Index in keyof Statements]: Statements[Index] extends SQL<infer Row> ? Row[] : never;
};

/** Returns the rows of statements of which none needs another one's. */
export function* together<const Statements extends readonly SQL[]>(
  ...statements: Statements
): Work<RowsOf<Statements>> {
  const found = yield statements.map((sql) => ({ sql, isAwaited: true, isLock: false }));
  // The types of the templates say what their statements return.
  return found as unknown as RowsOf<Statements>;
}

/** Returns the first row of a statement, or undefined where there is none. */
export function* row<Row>(sql: SQL<Row>): Work<Row | undefined> {
  return (yield* rows(sql))[0];
}

/** Yields no statement: what a work does without the database. */
export const nothing: readonly (readonly Statement[])[] = [];

/** Runs a statement whose rows nobody wants. Where it fails, the transaction does. */
export function* run(sql: SQL): Work<void> {
  yield [{ sql, isAwaited: false, isLock: false }];
}

/** Waits for a lock of PostgreSQL, until the transaction ends. */
export function* lock(sql: SQL): Work<void> {
  yield [{ sql, isAwaited: false, isLock: true }];
}
