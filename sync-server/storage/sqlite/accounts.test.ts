import { type AccountsScene, accountsSuite, sessionsSuite } from '../accounts-suite.ts';
import { createAccountsStorage, createSessionsStorage } from './accounts.ts';
import { openDatabase } from './open-database.ts';

function open(): AccountsScene {
  const database = openDatabase({ file: ':memory:', now: () => 0 });
  return {
    accounts: createAccountsStorage(database),
    sessions: createSessionsStorage(database),
    [Symbol.dispose]: () => database.close(),
  };
}

accountsSuite(open);
sessionsSuite(open);
