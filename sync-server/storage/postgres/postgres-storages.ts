/** Everything that a server stores, on PostgreSQL. A file of the data folder is not touched, and no lock is taken. */
import { randomUUID } from 'node:crypto';
import { createSingleNode } from '../memory/single-node.ts';
import type { PortionSize } from '../ports/library-port.ts';
import type { Nodes } from '../ports/nodes-port.ts';
import type { StorageSize, Storages } from '../ports/storages.ts';
import { apiTokenByHash, apiTokenWithUser, createApiTokensStorage } from '../sql/api-tokens.ts';
import { createSessionsStorage, sessionByToken, sessionWithUser } from '../sql/sessions.ts';
import { sqlStorages } from '../sql/storages.ts';
import { createWebhooksStorage } from '../sql/webhooks.ts';
import { lastApplied, newestMigration } from './apply-migrations.ts';
import { createAttemptThrottle } from './attempt-throttle.ts';
import { createLibraryStorage } from './library-storage.ts';
import { openNodes } from './nodes.ts';
import { type OpenPostgres, openPostgres } from './open-postgres.ts';
import { createSqlDatabase } from './sql-database.ts';
import { type Counted, createTransactions, type Transactions } from './transactions.ts';
import { createWebhookLeases } from './webhook-leases.ts';

export { newestMigration } from './apply-migrations.ts';
export { openPostgres } from './open-postgres.ts';

/** Opens it for a server, which is one of any number of equal nodes, or for a tool beside them. */
export async function openPostgresNode(place: { url: string; now: () => number }): Promise<Storages> {
  const database = await openPostgres(place);
  try {
    const nodes = await openNodes(database);
    return postgresStorages(database, { nodes });
  } catch (error) {
    await database.close();
    throw error;
  }
}

type Options = {
  /** Bounds one transaction of a large change; undefined: as is usual. */
  portion?: PortionSize | undefined;
  /** Closed with the database. Left out: other nodes are not notified. */
  nodes?: Nodes & { close(): Promise<void> };
  /** Of a test. */
  counted?: Counted;
};

export function postgresStorages(
  database: OpenPostgres,
  { portion, nodes, counted }: Options = {},
): Storages {
  const transactions = createTransactions(database.pool, counted);
  const sql = createSqlDatabase(transactions);
  const { all } = sql;
  return {
    ...sqlStorages(sql),
    // Read each time: another node may end a session or remove a token.
    sessions: createSessionsStorage(sql, async (hash) => sessionWithUser(await all(sessionByToken(hash)))),
    apiTokens: createApiTokensStorage(sql, async (hash) => apiTokenWithUser(await all(apiTokenByHash(hash)))),
    library: createLibraryStorage(transactions, portion),
    webhooks: createWebhooksStorage(sql, createWebhookLeases(randomUUID())),
    throttle: (options) => createAttemptThrottle(transactions, options),
    nodes: nodes ?? createSingleNode(),
    probeWrite: () => probeWrite(transactions),
    migrations: async () => ({ applied: await lastApplied(database.pool), newest: newestMigration() }),
    measure: () => measure(transactions),
    // The database vacuums itself.
    shrink: async () => 0,
    async close() {
      await nodes?.close();
      await database.close();
    },
  };
}

/** Inserts a row and deletes it: of nodes that do this at the same moment, one waits for the other. */
function probeWrite({ write }: Transactions): Promise<void> {
  return write(
    async ({ send }) => {
      send(
        "INSERT INTO server_secrets (purpose, secret) VALUES ('write_probe', decode(repeat('00', 8192), 'hex'))",
      );
      send("DELETE FROM server_secrets WHERE purpose = 'write_probe'");
    },
    { isRepeatable: true },
  );
}

function measure({ read }: Transactions): Promise<StorageSize> {
  return read(async ({ query }) => {
    const [size] = await query<StorageSize>(
      `SELECT pg_database_size(current_database()) AS "databaseBytes", 0 AS "databaseFreeBytes", count(*) AS blobs,
        coalesce(sum(size), 0) AS "blobBytes" FROM blobs`,
    );
    if (size === undefined) throw new Error('a count has one row');
    return size;
  });
}
