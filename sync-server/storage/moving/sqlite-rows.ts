/** `moved-rows.ts` on a SQLite database. Whoever reads has begun a transaction: what is read is of one instant. */
import type { Database } from 'better-sqlite3';
import { storable } from '#shared/model/text.ts';
import { CannotStart } from '../failures/cannot-start.ts';
import {
  type MovedTable,
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

export function sqliteRows(connection: Database): RowsWriter {
  return { ...reader(connection), ...writer(connection) };
}

function reader(connection: Database): RowsReader {
  return {
    async read(table, after) {
      const key = quoted(table.key);
      const places = table.key.map(() => '?').join(', ');
      const statement = connection
        .prepare<unknown[], Row>(
          `SELECT ${quoted(namesOf(table))} FROM ${table.name}
            ${after === null ? '' : `WHERE (${key}) > (${places})`} ORDER BY ${key} LIMIT ${portion.rows}`,
        )
        .raw();
      const rows: Row[] = [];
      let bytes = 0;
      for (const row of statement.iterate(...(after === null ? [] : valuesOf(table, after, table.key)))) {
        rows.push(row.map(exact));
        bytes += row.reduce<number>((sum, value) => sum + sizeOf(value), 0);
        if (bytes >= portion.bytes) break;
      }
      return rows;
    },
    async lastEvent() {
      const last = connection
        .prepare("SELECT seq FROM sqlite_sequence WHERE name = 'webhook_events'")
        .pluck()
        .get();
      return typeof last === 'number' ? last : 0;
    },
  };
}

function writer(connection: Database): Omit<RowsWriter, keyof RowsReader> {
  return {
    async clear() {
      connection.exec('DELETE FROM change_feed');
    },
    async write(table, rows) {
      const places = table.columns.map(() => '?').join(', ');
      const add = connection.prepare(
        `INSERT INTO ${table.name} (${quoted(namesOf(table))}) VALUES (${places})`,
      );
      connection.transaction(() => {
        for (const row of rows) add.run(...row);
      })();
    },
    async writeTotals(users, rows) {
      const assignments = totals.map((name) => `${name} = ?`).join(', ');
      const set = connection.prepare(`UPDATE users SET ${assignments} WHERE id = ?`);
      connection.transaction(() => {
        for (const row of rows) set.run(...valuesOf(users, row, [...totals, 'id']));
      })();
    },
    async continueEvents(after) {
      connection.transaction(() => {
        connection.exec("DELETE FROM sqlite_sequence WHERE name = 'webhook_events'");
        connection.prepare("INSERT INTO sqlite_sequence (name, seq) VALUES ('webhook_events', ?)").run(after);
      })();
    },
  };
}

function exact(value: Value): Value {
  if (typeof value === 'number' && !Number.isSafeInteger(value)) {
    throw new CannotStart(`${value} is larger than any number that Promptory writes: run doctor.`);
  }
  return value;
}

function sizeOf(value: Value): number {
  return typeof value === 'string' || value instanceof Uint8Array ? value.length : 0;
}

/**
 * Throws `CannotStart` with the place of a text that PostgreSQL cannot hold: one with U+0000, or attributes that have it
 * or half of a pair as an escape in their JSON, which PostgreSQL reads.
 */
export function refuseNullCharacters(connection: Database, tables: readonly MovedTable[]): void {
  for (const table of tables) {
    for (const { name } of table.columns.filter(({ type }) => type === 'text')) {
      const found = connection
        .prepare<[], Row>(
          `SELECT ${quoted(table.key)} FROM ${table.name} WHERE instr("${name}", char(0)) > 0 LIMIT 1`,
        )
        .raw()
        .get();
      if (found !== undefined) throw nullCharacter(table, found, name);
    }
    if (table.name !== 'prompts') continue;
    const escaped = connection
      .prepare<[], Row>(
        `SELECT ${quoted(table.key)}, attributes FROM prompts WHERE instr(attributes, '\\u0000') > 0
          OR instr(attributes, '\\ud') > 0`,
      )
      .raw();
    for (const row of escaped.iterate()) {
      if (cannotBeStored(JSON.parse(String(row.at(-1))))) throw nullCharacter(table, row, 'attributes');
    }
  }
}

function cannotBeStored(value: unknown): boolean {
  if (typeof value === 'string') return storable(value) !== value;
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([name, each]) => storable(name) !== name || cannotBeStored(each));
}

function nullCharacter({ name, key }: MovedTable, row: Row, column: string): CannotStart {
  const place = key.map((each, at) => `${each} ${row[at]}`).join(', ');
  return new CannotStart(
    `Nothing was moved: ${column} of the row of ${name} with ${place} has the character U+0000 or half of a pair of characters, which PostgreSQL cannot hold. Edit that text in the app first.`,
  );
}
