import { type WebhooksScene, webhooksSuite } from '../webhooks-suite.ts';
import { createAccountsStorage } from './accounts.ts';
import { createAdministrationStorage } from './administration.ts';
import { createLibraryStorage } from './library-storage.ts';
import { openDatabase } from './open-database.ts';
import { createWebhooksStorage } from './webhooks.ts';

webhooksSuite((): WebhooksScene => {
  const database = openDatabase({ file: ':memory:', now: () => 0 });
  const accounts = createAccountsStorage(database);
  for (const id of [1, 2]) {
    const name = `user-${id}`;
    const text = { username: name, usernameKey: name, displayName: name, passwordHash: '' };
    accounts.addUser({ id, ...text, createdAt: 0, isAdmin: false }, { kind: 'open' });
  }
  return {
    storage: createLibraryStorage(database),
    webhooks: createWebhooksStorage(database),
    administration: createAdministrationStorage(database),
    users: [1, 2],
    [Symbol.dispose]: () => database.close(),
  };
});
