/** Reads a database beside the server that uses it, to compare it with the rest of its folder. */
import Database from 'better-sqlite3';
import type { BlobRecord, InspectedDatabase } from '../inspection/inspected-database.ts';

const page = 500;

const instants = [
  ...['projects', 'prompts', 'versions', 'kept_runs', 'test_cases', 'resources'].map(
    (table) => `SELECT max(changed_at) AS at FROM ${table}`,
  ),
  'SELECT max(created_at) AS at FROM users',
  'SELECT max(created_at) AS at FROM sessions',
];

export function openLiveDatabase(file: string): InspectedDatabase {
  const connection = new Database(file, { readonly: true, fileMustExist: true, timeout: 5_000 });
  const blobs = connection.prepare<[number, string], BlobRecord>(
    `SELECT user_id AS userId, sha256, size FROM blobs
      WHERE (user_id, sha256) > (?, ?) AND stored = 1 ORDER BY user_id, sha256 LIMIT ${page}`,
  );
  const find = connection
    .prepare<[number, string], number>('SELECT stored FROM blobs WHERE user_id = ? AND sha256 = ?')
    .pluck();
  const latest = connection
    .prepare<[], number | null>(`SELECT max(at) FROM (${instants.join(' UNION ALL ')})`)
    .pluck();
  return {
    storedBlobs: async (after) => blobs.all(after?.userId ?? 0, after?.sha256 ?? ''),
    async blobState({ userId, sha256 }) {
      const stored = find.get(userId, sha256);
      if (stored === undefined) return 'unknown';
      return stored === 1 ? 'stored' : 'unsure';
    },
    latestInstant: async () => latest.get() ?? 0,
    async [Symbol.asyncDispose]() {
      connection.close();
    },
  };
}
