import { postgresStorages } from '../../storage/postgres/postgres-storages.ts';
import { columnsByTable, type TestRows } from '../test-rows.ts';
import type { TestSchema } from './test-postgres.ts';

const refusing = `CREATE FUNCTION refuse_writes() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN RAISE EXCEPTION 'cannot execute in a read-only transaction' USING ERRCODE = '25006'; END $$`;

export function rowsInPostgres({ database, release }: TestSchema): TestRows {
  const { pool } = database;
  const mends: (() => Promise<unknown>)[] = [];
  const tables = async () => {
    const { rows } = await pool.query<{ table: string; column: string }>(
      `SELECT table_name AS "table", column_name AS "column" FROM information_schema.columns
        WHERE table_schema = current_schema() ORDER BY table_name, ordinal_position`,
    );
    return columnsByTable(rows);
  };
  const writable = () => pool.query('DROP FUNCTION IF EXISTS refuse_writes CASCADE');
  return {
    storages: (portion) => ({ ...postgresStorages(database, { portion }), close: async () => {} }),
    sql: async (text) => (await pool.query<Record<string, unknown>>(text)).rows,
    fromElsewhere: async (text) => void (await pool.query(text)),
    tables,
    async breakWrites({ statement, table, when = 'true', message }) {
      const mend = () => pool.query('DROP FUNCTION IF EXISTS broken CASCADE');
      mends.push(mend);
      await pool.query(`CREATE FUNCTION broken() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN RAISE EXCEPTION '${message}'; END $$`);
      await pool.query(`CREATE TRIGGER broken BEFORE ${statement} ON ${table} FOR EACH ROW
        WHEN (${when}) EXECUTE FUNCTION broken()`);
      return async () => void (await mend());
    },
    async setReadOnly(isReadOnly) {
      await writable();
      if (!isReadOnly) return;
      mends.push(writable);
      await pool.query(refusing);
      for (const table of (await tables()).keys()) {
        await pool.query(`CREATE TRIGGER refused BEFORE INSERT OR UPDATE OR DELETE ON ${table}
          FOR EACH STATEMENT EXECUTE FUNCTION refuse_writes()`);
      }
    },
    release: () => void Promise.all(mends.map((mend) => mend())).then(release),
  };
}
