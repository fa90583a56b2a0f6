/**
 * Brings the tables of a PostgreSQL up to date, as `sqlite/apply-migrations.ts` does with a file.
 *
 * 1. Of several nodes that start at the same moment one migrates, and the others wait: an advisory lock.
 * 2. Each migration is one transaction together with its record.
 * 3. Tables of a newer server are refused, untouched.
 */
import type { PoolClient } from 'pg';
import { CannotStart } from '../failures/cannot-start.ts';
import { readMigrations } from '../read-migrations.ts';

const migrationsFolder = new URL('./postgres-migrations/', import.meta.url);

/** Any number that no other program takes for a lock of its own in the same database. */
const lock = 7_306_512_981;

/** Returns the number of the latest migration that was applied before. */
export async function applyMigrations(
  client: PoolClient,
  now: () => number,
  folder: URL = migrationsFolder,
): Promise<number> {
  const migrations = readMigrations(folder);
  await client.query('SELECT pg_advisory_lock($1)', [lock]);
  try {
    await client.query(`CREATE TABLE IF NOT EXISTS applied_migrations (
      number bigint PRIMARY KEY, name text NOT NULL, applied_at bigint NOT NULL)`);
    const before = await lastApplied(client);
    refuseNewer(before, migrations.length);
    for (const { number, name, sql } of migrations.slice(before)) {
      await client.query('BEGIN');
      try {
        await client.query(sql);
        await client.query('INSERT INTO applied_migrations (number, name, applied_at) VALUES ($1, $2, $3)', [
          ...[number, name, now()],
        ]);
        await client.query('COMMIT');
      } catch (error) {
        await client.query('ROLLBACK');
        throw error;
      }
    }
    return before;
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [lock]);
  }
}

function refuseNewer(applied: number, newest: number): void {
  if (applied <= newest) return;
  throw new CannotStart(
    `The database of DATABASE_URL was last used by a newer Promptory (its tables are at ${applied}, this server knows ${newest}): start that version.`,
  );
}

/** Changes nothing, and returns the number of the latest migration that was applied; 0 where there are no tables. */
export async function knownMigrations(client: Pick<PoolClient, 'query'>): Promise<number> {
  const { rows } = await client.query<{ table: string | null }>(
    "SELECT to_regclass('applied_migrations')::text AS table",
  );
  if ((rows[0]?.table ?? null) === null) return 0;
  const applied = await lastApplied(client);
  refuseNewer(applied, newestMigration());
  return applied;
}

/** Returns the number of the latest migration that this server knows. */
export function newestMigration(): number {
  return readMigrations(migrationsFolder).length;
}

/** Returns the number of the latest migration that was applied. */
export async function lastApplied(client: Pick<PoolClient, 'query'>): Promise<number> {
  const { rows } = await client.query<{ last: number }>(
    'SELECT coalesce(max(number), 0) AS last FROM applied_migrations',
  );
  return rows[0]?.last ?? 0;
}
