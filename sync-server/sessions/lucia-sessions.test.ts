import { describe, expect, test } from 'vitest';
import type { SessionDependencies } from '../services/accounts/sessions.ts';
import { DatabaseUnavailable } from '../storage/failures/database-unavailable.ts';
import { registered, testApp } from '../testing/test-app.ts';
import { createLuciaSessions } from './lucia-sessions.ts';
import { createOwnSessions, hashOf, unlessFull } from './own-sessions.ts';
import { type OpenSessions, sessionsSuite } from './sessions-suite.ts';

describe('sessions on Lucia', () => sessionsSuite(createLuciaSessions));

test('a session is read once where the storage is waited for, and one that cannot be read ends nothing but its request', async () => {
  using plain = testApp();
  const { sessions } = plain.outside.storages;
  let reads = 0;
  let isAway = false;
  const findSession = async (tokenHash: string) => {
    reads += 1;
    if (isAway) throw new DatabaseUnavailable('away');
    return sessions.findSession(tokenHash);
  };
  const storages = { ...plain.outside.storages, sessions: { ...sessions, findSession } };
  using server = testApp({ outside: { storages } });
  const headers = { Cookie: await registered(server.app, 'Ada') };
  const asked = async () => {
    reads = 0;
    return [(await server.app.request('/api/user', { headers })).status, reads];
  };
  expect(await asked()).toEqual([200, 1]);
  isAway = true;
  // A failure that nobody waits for would fail the run of these tests, and end a server.
  expect(await asked()).toEqual([503, 1]);
});

/** Proves that the suite needs no Lucia: what decision 007 replaces it with, and nothing that is shipped. */
describe('sessions without Lucia', () => sessionsSuite(createPlainSessions));

function createPlainSessions(deps: SessionDependencies): ReturnType<OpenSessions> {
  const { storage, lifetime, now } = deps;
  const { recordUse, notifyEnded, ...own } = createOwnSessions(deps);

  return {
    ...own,
    async start(userId, device) {
      const createdAt = now();
      await storage.deleteSessionsExpiredAt(createdAt);
      const token = Buffer.from(deps.randomBytes(32)).toString('base64url');
      await storage.addSession({
        tokenHash: hashOf(token),
        userId,
        createdAt,
        expiresAt: createdAt + Math.min(lifetime.slidingMs, lifetime.absoluteMs),
        endsAt: createdAt + lifetime.absoluteMs,
        device: device.slice(0, 200),
      });
      notifyEnded(await storage.deleteOldestSessionsOf(userId, deps.mostAtOnce));
      return token;
    },
    async find(token) {
      const tokenHash = hashOf(token);
      const found = await storage.findSession(tokenHash);
      if (found === undefined) return undefined;
      const { expiresAt, endsAt } = found.session;
      if (now() >= expiresAt) {
        await storage.deleteSession(tokenHash);
        return undefined;
      }
      await recordUse(found.session);
      const isHalfOver = now() >= expiresAt - lifetime.slidingMs / 2;
      if (isHalfOver && expiresAt < endsAt) {
        const to = { expiresAt: Math.min(now() + lifetime.slidingMs, endsAt), usedAt: now() };
        await unlessFull(() => storage.moveExpiry(tokenHash, to));
      }
      const { id, username, displayName } = found.user;
      return { id, username, displayName };
    },
    async end(token) {
      await storage.deleteSession(hashOf(token));
      notifyEnded([hashOf(token)]);
    },
  };
}
