/** Tests the storages beside the library on PostgreSQL, by the suites that those on SQLite pass. */
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type TestSchema, TestSchemas } from '../../testing/postgres/test-postgres.ts';
import { accountsSuite, sessionsSuite } from '../ports/accounts-suite.ts';
import { administrationSuite } from '../ports/administration-suite.ts';
import { apiTokensSuite } from '../ports/api-tokens-suite.ts';
import { invitationsSuite } from '../ports/invitations-suite.ts';
import { readLinksSuite } from '../ports/links/read-links-suite.ts';
import { modelUsageSuite } from '../ports/models/model-usage-suite.ts';
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
describe('use of models', () => modelUsageSuite(open));
describe('links to read', () => readLinksSuite(open));
describe('API tokens', () => apiTokensSuite(open));

test('a session and an API token are found in one round trip, and neither is kept in memory', async () => {
  const counted = { roundTrips: 0, statements: 0 };
  const { accounts, sessions, apiTokens, administration } = postgresStorages(schema.database);
  const user = { id: 1, username: 'ada', usernameKey: 'ada', displayName: 'Ada', passwordHash: '' };
  await accounts.addUser({ ...user, createdAt: 1 });
  await sessions.addSession({ tokenHash: 's', userId: 1, createdAt: 1, expiresAt: 9, endsAt: 9, device: '' });
  const token = { name: 't', scope: 'read', projectId: null, createdAt: 1, expiresAt: null } as const;
  await apiTokens.addToken({ ...token, id: 1, userId: 1, tokenHash: 't' }, 9);
  const storages = postgresStorages(schema.database, { counted });
  const counting = { ...storages.sessions, ...storages.apiTokens };
  expect(await counting.findSession('s')).toMatchObject({ user: { username: 'ada' } });
  expect(await counting.findToken('t')).toMatchObject({ user: { username: 'ada' } });
  expect(counted).toEqual({ roundTrips: 2, statements: 2 });
  // As another node does.
  await administration.disable(1, 5);
  expect([await counting.findSession('s'), await counting.findToken('t')]).toEqual([undefined, undefined]);
});
