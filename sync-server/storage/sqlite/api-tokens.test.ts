import { apiTokensSuite } from '../api-tokens-suite.ts';
import { createAccountsStorage } from './accounts.ts';
import { createAdministrationStorage } from './administration.ts';
import { createApiTokensStorage } from './api-tokens.ts';
import { openDatabase } from './open-database.ts';

apiTokensSuite(() => {
  const database = openDatabase({ file: ':memory:', now: () => 0 });
  return {
    accounts: createAccountsStorage(database),
    administration: createAdministrationStorage(database),
    tokens: createApiTokensStorage(database),
    [Symbol.dispose]: () => database.close(),
  };
});
