/** Tests the storages beside the library on SQLite, by the suites that those on PostgreSQL pass. */
import { describe } from 'vitest';
import { addUsers } from '../../testing/users-in-sqlite.ts';
import { accountsSuite, sessionsSuite } from '../ports/accounts-suite.ts';
import { administrationSuite } from '../ports/administration-suite.ts';
import { apiTokensSuite } from '../ports/api-tokens-suite.ts';
import { invitationsSuite } from '../ports/invitations-suite.ts';
import { readLinksSuite } from '../ports/links/read-links-suite.ts';
import { modelUsageSuite } from '../ports/models/model-usage-suite.ts';
import { webhooksSuite } from '../ports/webhooks-suite.ts';
import { openDatabase } from './open-database.ts';
import { sqliteStorages } from './sqlite-storages.ts';

function open() {
  const database = openDatabase({ file: ':memory:', now: () => 0 });
  const storages = sqliteStorages(database);
  const { connection } = database;
  return { ...storages, connection, tokens: storages.apiTokens, [Symbol.dispose]: () => database.close() };
}

describe('accounts', () => accountsSuite(open));
describe('sessions', () => sessionsSuite(open));
describe('administration', () => administrationSuite(open));
describe('invitations', () => invitationsSuite(open));
describe('use of models', () => modelUsageSuite(open));
describe('links to read', () => readLinksSuite(open));
describe('API tokens', () => apiTokensSuite(open));
describe('webhooks', () =>
  webhooksSuite(() => {
    const { library: storage, connection, ...storages } = open();
    addUsers(connection);
    return { ...storages, storage, users: [1, 2] };
  }));
