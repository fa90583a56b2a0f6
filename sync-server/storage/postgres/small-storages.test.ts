/** Tests the storages beside the library on PostgreSQL, by the suites that those on SQLite pass. */
import { afterAll, afterEach, beforeEach, describe } from 'vitest';
import { type TestSchema, TestSchemas } from '../../testing/test-postgres.ts';
import { accountsSuite, sessionsSuite } from '../accounts-suite.ts';
import { apiTokensSuite } from '../api-tokens-suite.ts';
import { invitationsSuite } from '../invitations-suite.ts';
import { createAccountsStorage } from './accounts.ts';
import { createAdministrationStorage } from './administration.ts';
import { createApiTokensStorage } from './api-tokens.ts';
import { createInvitationsStorage } from './invitations.ts';
import { createSessionsStorage } from './sessions.ts';
import { createTransactions } from './transactions.ts';

const schemas = new TestSchemas();
let schema: TestSchema;
beforeEach(async () => {
  schema = await schemas.take();
});
afterEach(() => schema.release());
afterAll(() => schemas.close());

function open() {
  const transactions = createTransactions(schema.database.pool);
  return {
    accounts: createAccountsStorage(transactions),
    sessions: createSessionsStorage(transactions),
    administration: createAdministrationStorage(transactions),
    invitations: createInvitationsStorage(transactions),
    tokens: createApiTokensStorage(transactions),
    [Symbol.dispose]() {},
  };
}

describe('accounts', () => accountsSuite(open));
describe('sessions', () => sessionsSuite(open));
describe('invitations', () => invitationsSuite(open));
describe('API tokens', () => apiTokensSuite(open));
