import Database from 'better-sqlite3';
import type { OpenDatabase } from '../storage/sqlite/open-database.ts';
import { sqliteStorages } from '../storage/sqlite/sqlite-storages.ts';
import { columnsByTable, type TestRows } from './test-rows.ts';

export function rowsInSqlite(database: OpenDatabase): TestRows {
  const { connection } = database;
  return {
    storages: (portion) => sqliteStorages(database, portion),
    async sql(text) {
      const statement = connection.prepare<[], Record<string, unknown>>(text);
      if (statement.reader) return statement.all();
      statement.run();
      return [];
    },
    async fromElsewhere(text) {
      const other = new Database(connection.name);
      other.exec(text);
      other.close();
    },
    async tables() {
      const columns = connection.prepare<[], { table: string; column: string }>(
        `SELECT m.name AS "table", c.name AS "column" FROM sqlite_master AS m, pragma_table_info(m.name) AS c
          WHERE m.type = 'table' ORDER BY m.name, c.cid`,
      );
      return columnsByTable(columns.all());
    },
    async breakWrites({ statement, table, when = 'true', message }) {
      connection.exec(`CREATE TRIGGER broken BEFORE ${statement} ON ${table} WHEN ${when}
        BEGIN SELECT raise(ABORT, '${message}'); END`);
      return async () => void connection.exec('DROP TRIGGER broken');
    },
    async setReadOnly(isReadOnly) {
      connection.pragma(`query_only = ${isReadOnly ? 'ON' : 'OFF'}`);
    },
    release: () => database.close(),
  };
}
