/** Reads a database beside the server that uses it, to compare it with the rest of its folder. */
import Database from 'better-sqlite3';
import type { CopiedBlob } from './database-copy.ts';

export type StoredBlobRecord = CopiedBlob & { place: number };

export type LiveDatabase = {
  /** Records of blobs that are stored, in the order of their places, after this one; a page at most. */
  storedBlobs(after: number): StoredBlobRecord[];
  blobState(userId: number, sha256: string): 'stored' | 'unsure' | 'unknown';
  /** The latest instant at which anything in it was written, in milliseconds. */
  latestInstant(): number;
  [Symbol.dispose](): void;
};

const page = 500;

const instants = [
  ...['projects', 'prompts', 'versions', 'resources'].map(
    (table) => `SELECT max(changed_at) AS at FROM ${table}`,
  ),
  'SELECT max(created_at) AS at FROM users',
  'SELECT max(created_at) AS at FROM sessions',
];

export function openLiveDatabase(file: string): LiveDatabase {
  const connection = new Database(file, { readonly: true, fileMustExist: true, timeout: 5_000 });
  const blobs = connection.prepare<[number], StoredBlobRecord>(
    `SELECT rowid AS place, user_id AS userId, sha256, size FROM blobs
      WHERE rowid > ? AND stored = 1 ORDER BY rowid LIMIT ${page}`,
  );
  const find = connection
    .prepare<[number, string], number>('SELECT stored FROM blobs WHERE user_id = ? AND sha256 = ?')
    .pluck();
  const latest = connection
    .prepare<[], number | null>(`SELECT max(at) FROM (${instants.join(' UNION ALL ')})`)
    .pluck();
  return {
    storedBlobs: (after) => blobs.all(after),
    blobState(userId, sha256) {
      const stored = find.get(userId, sha256);
      if (stored === undefined) return 'unknown';
      return stored === 1 ? 'stored' : 'unsure';
    },
    latestInstant: () => latest.get() ?? 0,
    [Symbol.dispose]: () => connection.close(),
  };
}
