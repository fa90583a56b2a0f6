import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { createAttemptThrottle } from '../memory/attempt-throttle.ts';
import { createSingleNode } from '../memory/single-node.ts';
import type { SessionsStorage, SessionWithUser } from '../ports/accounts-port.ts';
import type { ApiTokensStorage, FoundApiToken } from '../ports/api-tokens-port.ts';
import type { PortionSize } from '../ports/library-port.ts';
import type { StorageSize, Storages } from '../ports/storages.ts';
import { createApiTokensStorage } from '../sql/api-tokens.ts';
import { createSessionsStorage } from '../sql/sessions.ts';
import { sqlStorages } from '../sql/storages.ts';
import { noLeases } from '../sql/webhook-leases.ts';
import { createWebhooksStorage } from '../sql/webhooks.ts';
import { lastApplied, newestMigration } from './apply-migrations.ts';
import { createChangeWatch, WatchedValues } from './change-watch.ts';
import { createLibraryStorage } from './library-storage.ts';
import type { OpenDatabase } from './open-database.ts';
import { type AccessReads, prepareAccessReads } from './reads/access-reads.ts';

/** Sessions that are kept in memory at most, and as many API tokens. */
const mostKnown = 10_000;
/** Blobs whose sizes are added up at once. */
const measuredBlobs = 20_000;
/** Below this share of empty pages, or this number, nothing is gained. */
const leastEmpty = { share: 0.2, pages: 256 };
/** Pages of one transaction: some milliseconds, between other people's requests. */
const freedPages = 64;

/** `portion`: what one transaction does at most of a large change; undefined: as much as is usual. */
export function sqliteStorages(database: OpenDatabase, portion?: PortionSize): Storages {
  const { connection, sql } = database;
  const access = prepareAccessReads(database);
  return {
    ...sqlStorages(sql),
    sessions: createSessionsStorage(sql, createFindSession(connection, access)),
    apiTokens: createApiTokensStorage(sql, createFindToken(connection, access)),
    library: createLibraryStorage(database, portion),
    webhooks: createWebhooksStorage(sql, noLeases),
    throttle: createAttemptThrottle,
    nodes: createSingleNode(),
    async probeWrite() {
      database.probeWrite();
    },
    async migrations() {
      return { applied: lastApplied(connection), newest: newestMigration() };
    },
    measure: () => measureStorage(database),
    shrink: () => shrinkDatabase(database),
    async close() {
      database.close();
    },
  };
}

/** Finds a session with its user, from memory until a row of theirs changes: every request asks for one. */
function createFindSession(connection: Database, { session }: AccessReads): SessionsStorage['findSession'] {
  const watch = createChangeWatch(connection, [
    { name: 'sessions' },
    { name: 'users', columns: ['username', 'display_name', 'password_hash', 'disabled_at', 'deleted_at'] },
  ]);
  const known = new WatchedValues<string, SessionWithUser>(watch, mostKnown);
  return (tokenHash) => known.get(tokenHash, () => session(tokenHash));
}

/** Finds an API token with its user in the same way. */
function createFindToken(connection: Database, { apiToken }: AccessReads): ApiTokensStorage['findToken'] {
  const watch = createChangeWatch(connection, [
    { name: 'api_tokens', columns: ['token_hash', 'scope', 'project_id', 'expires_at'] },
    { name: 'users', columns: ['username', 'display_name', 'disabled_at', 'deleted_at'] },
  ]);
  const known = new WatchedValues<string, FoundApiToken>(watch, mostKnown);
  return (tokenHash) => known.get(tokenHash, () => apiToken(tokenHash));
}

/** Measures the database and adds up the recorded sizes of files, in portions between other work. */
async function measureStorage({ connection }: Pick<OpenDatabase, 'connection'>): Promise<StorageSize> {
  const pragma = (name: string) => z.number().parse(connection.pragma(name, { simple: true }));
  const pageBytes = pragma('page_size');
  const size = {
    databaseBytes: pragma('page_count') * pageBytes,
    databaseFreeBytes: pragma('freelist_count') * pageBytes,
    blobs: 0,
    blobBytes: 0,
  };
  const read = connection.prepare<[number, number]>(
    `SELECT max(rowid) AS last, count(*) AS blobs, coalesce(sum(size), 0) AS bytes
      FROM (SELECT rowid, size FROM blobs WHERE rowid > ? ORDER BY rowid LIMIT ?)`,
  );
  for (let after = 0; ; ) {
    const found = MeasuredPortion.parse(read.get(after, measuredBlobs));
    if (found.last === null) return size;
    size.blobs += found.blobs;
    size.blobBytes += found.bytes;
    after = found.last;
    await nextTurn();
  }
}

const MeasuredPortion = z.object({ last: z.int().nullable(), blobs: z.int(), bytes: z.int() });

/**
 * Gives the pages that deletions left empty back to the file system, where they are a fifth of the file. Returns the
 * bytes. A database that an older version made has no map of its pages, and stays as it is.
 */
async function shrinkDatabase({ connection }: Pick<OpenDatabase, 'connection'>): Promise<number> {
  const pragma = (name: string) => z.number().parse(connection.pragma(name, { simple: true }));
  const isIncremental = pragma('auto_vacuum') === 2;
  const empty = pragma('freelist_count');
  if (!isIncremental || empty < leastEmpty.pages || empty < pragma('page_count') * leastEmpty.share) return 0;
  let left = empty;
  for (;;) {
    connection.pragma(`incremental_vacuum(${freedPages})`);
    const now = pragma('freelist_count');
    if (now === 0 || now >= left) return (empty - now) * pragma('page_size');
    left = now;
    await nextTurn();
  }
}
