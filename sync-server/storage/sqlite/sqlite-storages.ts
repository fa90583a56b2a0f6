import type { PortionSize } from '../library-port.ts';
import { createAttemptThrottle } from '../memory/attempt-throttle.ts';
import { createSingleNode } from '../memory/single-node.ts';
import type { Storages } from '../storages.ts';
import { createAccountsStorage, createSessionsStorage } from './accounts.ts';
import { createAdministrationStorage } from './administration.ts';
import { createApiTokensStorage } from './api-tokens.ts';
import { lastApplied, newestMigration } from './apply-migrations.ts';
import { createInvitationsStorage } from './invitations.ts';
import { createLibraryStorage } from './library-storage.ts';
import { measureStorage } from './measure-storage.ts';
import type { OpenDatabase } from './open-database.ts';
import { shrinkDatabase } from './shrink-database.ts';
import { createWebhooksStorage } from './webhooks.ts';

/** `portion`: what one transaction does at most of a large change; undefined: as much as is usual. */
export function sqliteStorages(database: OpenDatabase, portion?: PortionSize): Storages {
  return {
    accounts: createAccountsStorage(database),
    sessions: createSessionsStorage(database),
    administration: createAdministrationStorage(database),
    invitations: createInvitationsStorage(database),
    apiTokens: createApiTokensStorage(database),
    library: createLibraryStorage(database, portion),
    webhooks: createWebhooksStorage(database),
    throttle: createAttemptThrottle,
    nodes: createSingleNode(),
    async probeWrite() {
      database.probeWrite();
    },
    async migrations() {
      return { applied: lastApplied(database.connection), newest: newestMigration() };
    },
    measure: () => measureStorage(database),
    shrink: () => shrinkDatabase(database),
    async close() {
      database.close();
    },
  };
}
