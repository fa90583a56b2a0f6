import type { Storages } from '../ports/storages.ts';
import { createAccountsStorage } from './accounts.ts';
import { createAdministrationStorage } from './administration.ts';
import { createInvitationsStorage } from './invitations.ts';
import { createModelUsageStorage } from './model-usage.ts';
import { createReadLinksStorage } from './read-links.ts';
import type { SqlDatabase } from './work.ts';

/** Lists the storages that both databases have alike, to the last statement. */
export function sqlStorages(
  sql: SqlDatabase,
): Pick<Storages, 'accounts' | 'administration' | 'invitations' | 'modelUsage' | 'readLinks'> {
  return {
    accounts: createAccountsStorage(sql),
    administration: createAdministrationStorage(sql),
    invitations: createInvitationsStorage(sql),
    modelUsage: createModelUsageStorage(sql),
    readLinks: createReadLinksStorage(sql),
  };
}
