/**
 * Compiles queries that Drizzle's builder makes from the schema to prepared statements of better-sqlite3.
 *
 * 1. The query is built once, at the start. An execution binds parameters by their places and names columns, and passes
 *    nothing of Drizzle: its own prepared queries cost several times what SQLite needs to read or write one row.
 * 2. Integers and texts alone: nothing is encoded or decoded on its way.
 */
import type { Database } from 'better-sqlite3';
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
  const rowOf = (columns: readonly unknown[]): Row => {
    const row: Record<string, unknown> = {};
    for (let at = 0; at < names.length; at += 1) row[names[at] ?? ''] = columns[at];
    // The selection names the columns in this order, and `Row` is what the builder infers of it.
    return row as Row;
  };
  return {
    get(values) {
      const columns = statement.get(...bind(values));
      return columns === undefined ? undefined : rowOf(columns);
    },
    all: (values) => statement.all(...bind(values)).map(rowOf),
  };
}

export function compileWrite(connection: Database, query: { toSQL(): Query }): WriteStatement {
  const { sql, params } = query.toSQL();
  const statement = connection.prepare<unknown[]>(sql);
  const bind = binderOf(params);
  return { run: (values) => statement.run(...bind(values)) };
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

/** Returns the parameters in the order of their places. Throws where one of them has no value. */
function binderOf(params: readonly unknown[]): (values: StatementValues) => unknown[] {
  const places = params.map((param) => {
    const placed = is(param, Param) ? param.value : param;
    return is(placed, Placeholder) ? { name: String(placed.name) } : { constant: placed };
  });
  return (values) =>
    places.map(({ name, constant }) => {
      if (name === undefined) return constant;
      const value = values[name];
      if (value === undefined) throw new Error(`A statement was given no value for ${name}.`);
      return value;
    });
}
