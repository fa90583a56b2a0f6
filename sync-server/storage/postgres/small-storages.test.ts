/** Tests the storages beside the library on PostgreSQL, by the suites that those on SQLite pass. */
import { afterAll, afterEach, beforeEach, describe } from 'vitest';
import { type TestSchema, TestSchemas } from '../../testing/test-postgres.ts';
import { accountsSuite, sessionsSuite } from '../accounts-suite.ts';
import { administrationSuite } from '../administration-suite.ts';
import { apiTokensSuite } from '../api-tokens-suite.ts';
import { invitationsSuite } from '../invitations-suite.ts';
import { postgresStorages } from './postgres-storages.ts';

const schemas = new TestSchemas();
let schema: TestSchema;
beforeEach(async () => {
  schema = await schemas.take();
});
afterEach(() => schema.release());
afterAll(() => schemas.close());

function open() {
  const storages = postgresStorages(schema.database);
  return { ...storages, tokens: storages.apiTokens, [Symbol.dispose]() {} };
}

describe('accounts', () => accountsSuite(open));
describe('sessions', () => sessionsSuite(open));
describe('administration', () => administrationSuite(open));
describe('invitations', () => invitationsSuite(open));
describe('API tokens', () => apiTokensSuite(open));
