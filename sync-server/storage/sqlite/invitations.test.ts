import { invitationsSuite } from '../invitations-suite.ts';
import { createAccountsStorage } from './accounts.ts';
import { createInvitationsStorage } from './invitations.ts';
import { openDatabase } from './open-database.ts';

invitationsSuite(() => {
  const database = openDatabase({ file: ':memory:', now: () => 0 });
  return {
    accounts: createAccountsStorage(database),
    invitations: createInvitationsStorage(database),
    [Symbol.dispose]: () => database.close(),
  };
});
