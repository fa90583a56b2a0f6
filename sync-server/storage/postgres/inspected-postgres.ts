/** Reads a PostgreSQL beside the servers that use it, to compare it with the files. Its tables stay as they are. */
import type { BlobRecord, InspectedDatabase } from '../inspection/inspected-database.ts';
import { newestMigration } from './apply-migrations.ts';
import { openPostgres } from './open-postgres.ts';
import { createTransactions } from './transactions.ts';

const page = 500;

const instants = [
  ...['projects', 'prompts', 'versions', 'kept_runs', 'test_cases', 'resources'].map(
    (table) => `SELECT max(changed_at) AS at FROM ${table}`,
  ),
  'SELECT max(created_at) AS at FROM users',
  'SELECT max(created_at) AS at FROM sessions',
];

/** Throws `CannotStart` where it cannot be opened. Its functions are for tables that are up to date. */
export async function openInspectedPostgres(
  url: string,
  now: () => number,
): Promise<InspectedDatabase & { tables: { applied: number; newest: number } }> {
  const database = await openPostgres({ url, now, connections: 2, migrates: false });
  const { read } = createTransactions(database.pool);
  return {
    tables: { applied: database.migratedFrom, newest: newestMigration() },
    storedBlobs: (after) =>
      read(({ query }) =>
        query<BlobRecord>(
          `SELECT user_id AS "userId", sha256, size FROM blobs
            WHERE (user_id, sha256) > ($1, $2) AND stored = 1 ORDER BY user_id, sha256 LIMIT ${page}`,
          [after?.userId ?? 0, after?.sha256 ?? ''],
        ),
      ),
    blobState: ({ userId, sha256 }) =>
      read(async ({ query }) => {
        const [found] = await query<{ stored: number }>(
          'SELECT stored FROM blobs WHERE user_id = $1 AND sha256 = $2',
          [userId, sha256],
        );
        if (found === undefined) return 'unknown';
        return found.stored === 1 ? 'stored' : 'unsure';
      }),
    latestInstant: () =>
      read(async ({ query }) => {
        const [latest] = await query<{ at: number | null }>(
          `SELECT max(at) AS at FROM (${instants.join(' UNION ALL ')}) AS each`,
        );
        return latest?.at ?? 0;
      }),
    [Symbol.asyncDispose]: database.close,
  };
}
