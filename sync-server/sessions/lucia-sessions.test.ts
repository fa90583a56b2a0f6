import { describe } from 'vitest';
import type { SessionDependencies } from '../services/sessions.ts';
import { createLuciaSessions } from './lucia-sessions.ts';
import { createOwnSessions, hashOf, unlessFull } from './own-sessions.ts';
import { type OpenSessions, sessionsSuite } from './sessions-suite.ts';

describe('sessions on Lucia', () => sessionsSuite(createLuciaSessions));

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
