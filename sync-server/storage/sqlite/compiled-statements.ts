/**
 * Compiles queries that Drizzle's builder makes from the schema to prepared statements of better-sqlite3.
 *
 * 1. The query is built once, at the start. An execution binds parameters by their places and names columns, and passes
 *    nothing of Drizzle: its own prepared queries cost several times what SQLite needs to read or write one row.
 * 2. Integers and texts alone: nothing is encoded or decoded on its way.
 */
import type { Database, Statement } from 'better-sqlite3';
import { is, Param, Placeholder, type Query } from 'drizzle-orm';

export type StatementValues = Readonly<Record<string, unknown>>;

export type ReadStatement<Row> = {
  get(values: StatementValues): Row | undefined;
  all(values: StatementValues): Row[];
};

export type WriteStatement = { run(values: StatementValues): { changes: number } };

type ReadQuery<Row> = {
  toSQL(): Query;
  all(): Row[];
  readonly _: { readonly selectedFields: Readonly<Record<string, unknown>> };
};

/** The columns of one table or of a flat selection, by their names in the schema. */
export function compileRead<Row>(connection: Database, query: ReadQuery<Row>): ReadStatement<Row> {
  const { sql, params } = query.toSQL();
  const statement = connection.prepare<unknown[], unknown[]>(withoutPlanning(sql, params.length)).raw();
  const bind = binderOf(params);
  const names = Object.keys(query._.selectedFields);
  // A row is a copy of this one: an object that gets its columns one by one is moved with every few of them.
  const empty: Record<string, unknown> = Object.fromEntries(names.map((name) => [name, null]));
  const rowOf = (columns: readonly unknown[]): Row => {
    const row = { ...empty };
    for (let at = 0; at < names.length; at += 1) row[names[at] ?? ''] = columns[at];
    // The selection names the columns in this order, and `Row` is what the builder infers of it.
    return row as Row;
  };
  return {
    get(values) {
      const columns = statement.get(bind(values));
      return columns === undefined ? undefined : rowOf(columns);
    },
    all: (values) => statement.all(bind(values)).map(rowOf),
  };
}

export function compileWrite(connection: Database, query: { toSQL(): Query }): WriteStatement {
  const { sql, params } = query.toSQL();
  const statement = connection.prepare<unknown[]>(sql);
  const bind = binderOf(params);
  return { run: (values) => statement.run(bind(values)) };
}

/** Writes `rows` rows with one statement; they are bound one after the other. */
export type BatchStatement = {
  readonly rows: number;
  run(batch: readonly StatementValues[]): { changes: number };
};

/**
 * Compiles an insert of so many rows at its first use: a statement of many rows takes a third less than as many of one,
 * as each statement with triggers or an upsert begins and ends a journal of its own.
 */
export function compileBatch(
  connection: Database,
  rows: number,
  queryOf: (rows: number) => { toSQL(): Query },
): BatchStatement {
  let compiled: { statement: Statement<unknown[]>; places: readonly Place[] } | undefined;
  const compile = () => {
    const { sql, params } = queryOf(rows).toSQL();
    // The rows' parameters come first and are alike; what follows them has none.
    return {
      statement: connection.prepare<unknown[]>(sql),
      places: placesOf(params.slice(0, params.length / rows)),
    };
  };
  return {
    rows,
    run(batch) {
      compiled ??= compile();
      const bound: unknown[] = [];
      for (const values of batch) bindInto(bound, compiled.places, values);
      return compiled.statement.run(bound);
    },
  };
}

/**
 * Puts a plus, which changes no value, before each parameter. SQLite plans a query with a join or an order once more at
 * each execution that binds a bare parameter anew, in case its value makes another plan the better one: that takes ten
 * times as long as reading the row.
 */
export function withoutPlanning(sql: string, params: number): string {
  const parts = sql.split('?');
  if (parts.length !== params + 1)
    throw new Error(`A query has a question mark that is no parameter: ${sql}`);
  return parts.join('+?');
}

/** A parameter: the name of its value, or a constant of the query. */
type Place = { name: string | undefined; constant: unknown };

function placesOf(params: readonly unknown[]): Place[] {
  return params.map((param) => {
    const placed = is(param, Param) ? param.value : param;
    return is(placed, Placeholder)
      ? { name: String(placed.name), constant: undefined }
      : { name: undefined, constant: placed };
  });
}

/** Adds the parameters in the order of their places. Throws where one of them has no value. */
function bindInto(bound: unknown[], places: readonly Place[], values: StatementValues): void {
  for (const { name, constant } of places) {
    const value = name === undefined ? constant : values[name];
    if (value === undefined) throw new Error(`A statement was given no value for ${name}.`);
    bound.push(value);
  }
}

function binderOf(params: readonly unknown[]): (values: StatementValues) => unknown[] {
  const places = placesOf(params);
  return (values) => {
    const bound: unknown[] = [];
    bindInto(bound, places, values);
    return bound;
  };
}
