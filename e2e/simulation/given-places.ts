/** Logs each place of the feed that the server's database gives to a row, on that database's connection. */
import type { Database } from 'better-sqlite3';
import { tables } from '../../sync-server/storage/sql/row-tables.ts';

export const feedTables: readonly string[] = Object.values(tables).map(({ name }) => name);

export type GivenPlace = { user: number; key: string; seq: number };

/** In a temporary table: no file of the server changes, and no other connection sees it. */
export function logPlaces(connection: Database): void {
  connection.exec('CREATE TEMP TABLE given_places (user INTEGER, key TEXT, seq INTEGER)');
  for (const table of feedTables) {
    const note = `INSERT INTO given_places VALUES (new.user_id, new.user_id || '/${table}/' || new.id, new.seq)`;
    connection.exec(
      `CREATE TEMP TRIGGER ${table}_added AFTER INSERT ON main.${table} BEGIN ${note}; END;
       CREATE TEMP TRIGGER ${table}_moved AFTER UPDATE OF seq ON main.${table} WHEN old.seq IS NOT new.seq
       BEGIN ${note}; END;`,
    );
  }
}

/** Returns the places given since the last call. */
export function takePlaces(connection: Database): GivenPlace[] {
  const places = connection.prepare<[], GivenPlace>('SELECT user, key, seq FROM temp.given_places').all();
  if (places.length > 0) connection.exec('DELETE FROM temp.given_places');
  return places;
}

/** Returns the last place that a person's rows have. */
export function headOf(connection: Database, user: number): number {
  const parts = feedTables.map((table) => `SELECT max(seq) AS seq FROM ${table} WHERE user_id = :user`);
  const sql = `SELECT max(seq) FROM (${parts.join(' UNION ALL ')})`;
  return connection.prepare<[{ user: number }], number | null>(sql).pluck().get({ user }) ?? 0;
}
