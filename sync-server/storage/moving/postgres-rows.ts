/** `moved-rows.ts` on a connection to PostgreSQL that is in a transaction. */
import type { PoolClient } from 'pg';
import { z } from 'zod';
import { CannotStart } from '../failures/cannot-start.ts';
import {
  type MovedTable,
  movedTables,
  namesOf,
  portion,
  quoted,
  type Row,
  type RowsReader,
  type RowsWriter,
  totals,
  type Value,
  valuesOf,
} from './moved-rows.ts';

/** Tables whose numbers the database gives. */
const numbered = ['api_tokens', 'invitations'];

export function postgresRows(client: PoolClient): RowsWriter {
  return { ...reader(client), ...writer(client) };
}

function reader(client: PoolClient): RowsReader {
  return {
    async read(table, after) {
      const { rows } = await client.query<Value[]>({
        text: portionAfter(table, after),
        values: after === null ? [] : valuesOf(table, after, table.key),
        rowMode: 'array',
      });
      return rows;
    },
    async lastEvent() {
      const { rows } = await client.query<{ name: string }>(
        "SELECT pg_get_serial_sequence('webhook_events', 'id') AS name",
      );
      const last = await client.query<{ last: number }>(
        `SELECT CASE WHEN is_called THEN last_value ELSE 0 END AS last FROM ${rows[0]?.name}`,
      );
      return last.rows[0]?.last ?? 0;
    },
  };
}

/** Texts are measured without being read, and only as many are read as a portion has room for. */
function portionAfter(table: MovedTable, after: Row | null): string {
  const [columns, key] = [quoted(namesOf(table)), quoted(table.key)];
  const texts = table.columns.filter(({ type }) => type === 'text' || type === 'bytea');
  const bytes = texts.map(({ name }) => `coalesce(octet_length("${name}"), 0)`).join(' + ') || '0';
  const types = table.key.map((name, at) => `$${at + 1}::${typeOf(table, name)}`).join(', ');
  return `SELECT ${columns} FROM (
      SELECT *, sum(bytes_of_row) OVER (ORDER BY ${key}) - bytes_of_row AS bytes_before FROM (
        SELECT ${columns}, ${bytes} AS bytes_of_row FROM ${table.name}
        ${after === null ? '' : `WHERE (${key}) > (${types})`} ORDER BY ${key} LIMIT ${portion.rows}
      ) AS next_rows
    ) AS measured WHERE bytes_before < ${portion.bytes} ORDER BY ${key}`;
}

function typeOf({ columns }: MovedTable, column: string): string {
  return columns.find(({ name }) => name === column)?.type ?? 'text';
}

function writer(client: PoolClient): Omit<RowsWriter, keyof RowsReader> {
  return {
    async clear() {
      // There are no accounts: a server that was started on it once may have drawn its secrets.
      for (const name of movedTables) await client.query(`DELETE FROM ${name}`);
    },
    async write(table, rows) {
      await client.query(
        `INSERT INTO ${table.name} (${quoted(namesOf(table))}) SELECT * FROM ${unnested(table.columns)}`,
        table.columns.map((_, at) => rows.map((row) => row[at])),
      );
    },
    async writeTotals(users, rows) {
      const columns = users.columns.filter(({ name }) => name === 'id' || totals.includes(name));
      const assignments = totals.map((name) => `${name} = given.${name}`).join(', ');
      const names = quoted(columns.map(({ name }) => name));
      await client.query(
        `UPDATE users SET ${assignments} FROM ${unnested(columns)} AS given (${names}) WHERE users.id = given.id`,
        columns.map(({ name }) => rows.map((row) => valuesOf(users, row, [name])[0])),
      );
    },
    async continueEvents(after) {
      const highest = numbered.map((table) => `('${table}', (SELECT coalesce(max(id), 0) FROM ${table}))`);
      await client.query(
        `SELECT setval(pg_get_serial_sequence(name, 'id'), greatest(last, 1), last > 0)
          FROM (VALUES ('webhook_events', $1::bigint), ${highest.join(', ')}) AS given (name, last)`,
        [after],
      );
    },
  };
}

function unnested(columns: MovedTable['columns']): string {
  return `unnest(${columns.map(({ type }, at) => `$${at + 1}::${type}[]`).join(', ')})`;
}

const Columns = z.array(
  z.object({ table: z.string(), name: z.string(), type: z.enum(['bigint', 'smallint', 'text', 'bytea']) }),
);
const Keys = z.array(z.object({ table: z.string(), columns: z.array(z.string()) }));

/** Returns what the catalogue says of the tables: `columnsIn` lists the columns of the other database. */
export async function readTables(
  client: PoolClient,
  columnsIn: (table: string) => readonly string[],
): Promise<MovedTable[]> {
  const columns = await client.query(
    `SELECT table_name::text AS table, column_name::text AS name, data_type::text AS type
      FROM information_schema.columns WHERE table_schema = current_schema() AND table_name = ANY ($1)
      ORDER BY ordinal_position`,
    [movedTables],
  );
  const keys = await client.query(
    `SELECT t.relname::text AS table, array_agg(a.attname::text ORDER BY place.at) AS columns
      FROM pg_index x JOIN pg_class t ON t.oid = x.indrelid
      CROSS JOIN LATERAL unnest(x.indkey::int[]) WITH ORDINALITY AS place (attnum, at)
      JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = place.attnum
      WHERE x.indisprimary AND t.relnamespace = current_schema()::regnamespace GROUP BY t.relname`,
  );
  const keyOf = new Map(Keys.parse(keys.rows).map(({ table, columns: names }) => [table, names]));
  const found = Map.groupBy(Columns.parse(columns.rows), ({ table }) => table);
  return movedTables.map((name) => {
    const own = (found.get(name) ?? []).map((column) => ({ name: column.name, type: column.type }));
    const table = { name, columns: own, key: keyOf.get(name) ?? namesOf({ columns: own }) };
    const [here, there] = [namesOf(table).toSorted(), columnsIn(name).toSorted()];
    if (here.join() !== there.join()) {
      throw new CannotStart(
        `The table ${name} has other columns in PostgreSQL than in SQLite: ${here} and ${there}.`,
      );
    }
    return table;
  });
}
