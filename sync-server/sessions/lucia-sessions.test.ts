import { createHash } from 'node:crypto';
import { describe } from 'vitest';
import type { SessionDependencies } from '../services/sessions.ts';
import { writeFailure } from '../storage/write-failure.ts';
import { createLuciaSessions } from './lucia-sessions.ts';
import { type OpenSessions, sessionsSuite } from './sessions-suite.ts';

describe('sessions on Lucia', () => sessionsSuite(createLuciaSessions));

/** Proves that the suite needs no Lucia: what decision 007 replaces it with, and nothing that is shipped. */
describe('sessions without Lucia', () => sessionsSuite(createPlainSessions));

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');

function createPlainSessions(deps: SessionDependencies): ReturnType<OpenSessions> {
  const { storage, lifetime, now } = deps;
  const endListeners = new Map<string, Set<() => void>>();

  function notifyEnded(tokenHash: string): void {
    for (const listener of endListeners.get(tokenHash) ?? []) listener();
    endListeners.delete(tokenHash);
  }

  async function slide(tokenHash: string, expiresAt: number): Promise<void> {
    try {
      await storage.moveExpiry(tokenHash, { expiresAt, usedAt: now() });
    } catch (error) {
      if (writeFailure(error) === undefined) throw error;
    }
  }

  return {
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
      for (const ended of await storage.deleteOldestSessionsOf(userId, deps.mostAtOnce)) notifyEnded(ended);
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
      const isHalfOver = now() >= expiresAt - lifetime.slidingMs / 2;
      if (isHalfOver && expiresAt < endsAt)
        await slide(tokenHash, Math.min(now() + lifetime.slidingMs, endsAt));
      const { id, username, displayName } = found.user;
      return { id, username, displayName };
    },
    async end(token) {
      await storage.deleteSession(hashOf(token));
      notifyEnded(hashOf(token));
    },
    onEnd(token, listener) {
      const tokenHash = hashOf(token);
      const listeners = endListeners.get(tokenHash) ?? new Set();
      endListeners.set(tokenHash, listeners.add(listener));
      return () => void listeners.delete(listener);
    },
  };
}
