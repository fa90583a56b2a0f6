import type { PortionSize } from '../library-port.ts';
import { createAttemptThrottle } from '../memory/attempt-throttle.ts';
import { createSingleNode } from '../memory/single-node.ts';
import { createAccountsStorage } from '../sql/accounts.ts';
import { createAdministrationStorage } from '../sql/administration.ts';
import { createApiTokensStorage } from '../sql/api-tokens.ts';
import { createInvitationsStorage } from '../sql/invitations.ts';
import { createSessionsStorage } from '../sql/sessions.ts';
import { noLeases } from '../sql/webhook-leases.ts';
import { createWebhooksStorage } from '../sql/webhooks.ts';
import type { Storages } from '../storages.ts';
import { lastApplied, newestMigration } from './apply-migrations.ts';
import { createLibraryStorage } from './library-storage.ts';
import { measureStorage } from './measure-storage.ts';
import type { OpenDatabase } from './open-database.ts';
import { createFindSession, createFindToken } from './remembered-tokens.ts';
import { shrinkDatabase } from './shrink-database.ts';

/** `portion`: what one transaction does at most of a large change; undefined: as much as is usual. */
export function sqliteStorages(database: OpenDatabase, portion?: PortionSize): Storages {
  const { connection, sql } = database;
  return {
    accounts: createAccountsStorage(sql),
    sessions: createSessionsStorage(sql, createFindSession(connection, sql)),
    administration: createAdministrationStorage(sql),
    invitations: createInvitationsStorage(sql),
    apiTokens: createApiTokensStorage(sql, createFindToken(connection, sql)),
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
