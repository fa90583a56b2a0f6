/**
 * Lists and ends sessions by their user, whatever finds them by their tokens (`lucia-sessions.ts`).
 * 1. Listeners for the end of a session are held by the hash of its token: whoever ends it knows no more of it.
 * 2. The latest use is recorded at most once an hour: a request that only reads writes nothing most of the time.
 */
import { hash } from 'node:crypto';
import type { SessionDependencies, Sessions } from '../services/accounts/sessions.ts';
import { writeFailure } from '../storage/failures/write-failure.ts';
import type { FoundSession } from '../storage/ports/accounts-port.ts';

export type OwnSessions = Pick<Sessions, 'list' | 'endById' | 'endOthers' | 'changePassword' | 'onEnd'> & {
  /** The storage has ended these. */
  notifyEnded(tokenHashes: readonly string[]): void;
  /** The session was found, and is used. */
  recordUse(session: FoundSession): Promise<void>;
  /** Returns true if a use of the session now is close enough to the one that was recorded. */
  isUseRecorded(session: { usedAt: number }): boolean;
};

const recordUseMs = 60 * 60 * 1000;

export function createOwnSessions({
  storage,
  now,
}: Pick<SessionDependencies, 'storage' | 'now'>): OwnSessions {
  const endListeners = new Map<string, Set<() => void>>();

  function notifyEnded(tokenHashes: readonly string[]): void {
    for (const tokenHash of tokenHashes) {
      const listeners = endListeners.get(tokenHash);
      endListeners.delete(tokenHash);
      for (const listener of listeners ?? []) listener();
    }
  }

  const isUseRecorded = ({ usedAt }: { usedAt: number }) => now() - usedAt < recordUseMs;

  return {
    notifyEnded,
    isUseRecorded,
    async recordUse(session) {
      const instant = now();
      if (instant >= session.expiresAt || isUseRecorded(session)) return;
      await unlessFull(() => storage.recordUse(session.tokenHash, instant));
    },
    async list(userId, current) {
      const currentHash = hashOf(current);
      const all = await storage.listSessions(userId);
      const alive = all.filter(({ expiresAt }) => expiresAt > now());
      return alive.map(({ id, device, createdAt, usedAt, tokenHash }) => ({
        ...{ id, device, createdAt, usedAt },
        isCurrent: tokenHash === currentHash,
      }));
    },
    async endById(userId, id) {
      const ended = await storage.deleteSessionById(userId, id);
      if (ended !== undefined) notifyEnded([ended]);
      return ended !== undefined;
    },
    async endOthers(userId, kept) {
      notifyEnded(await storage.deleteOtherSessionsOf(userId, hashOf(kept)));
    },
    async changePassword({ userId, passwordHash, kept }) {
      notifyEnded(await storage.changePassword({ userId, passwordHash, keptHash: hashOf(kept) }));
    },
    onEnd(token, listener) {
      const tokenHash = hashOf(token);
      const listeners = endListeners.get(tokenHash) ?? new Set();
      endListeners.set(tokenHash, listeners.add(listener));
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0 && endListeners.get(tokenHash) === listeners) endListeners.delete(tokenHash);
      };
    },
  };
}

/** A session that cannot be written while the disk is full still counts: what is read needs no room. */
export async function unlessFull(write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (writeFailure(error) === undefined) throw error;
  }
}

export function hashOf(token: string): string {
  return hash('sha256', token, 'hex');
}
