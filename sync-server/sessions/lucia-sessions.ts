/**
 * Sessions on Lucia 3, behind our own interface: the only module that knows Lucia.
 * 1. A token is 256 random bits and is nowhere stored: Lucia's "session id" is the token here, and the
 *    adapter below gives the storage its SHA-256 only.
 * 2. A session slides (`slidingMs` after its last use, moved at most once a half of that), and ends at
 *    `absoluteMs` after its start however much it is used; Lucia has no such end, the adapter caps it.
 * 3. Lucia reads the wall clock by itself: the adapter shifts instants between that clock and ours.
 */
import { type Adapter, type DatabaseSession, Lucia, TimeSpan } from 'lucia';
import type { User } from '#shared/model/account/user.ts';
import type { SessionDependencies, Sessions } from '../services/accounts/sessions.ts';
import type { SessionWithUser, StoredSession } from '../storage/ports/accounts-port.ts';
import { createOwnSessions, hashOf, type OwnSessions, unlessFull } from './own-sessions.ts';

declare module 'lucia' {
  interface Register {
    UserId: number;
    Lucia: Lucia<DeviceAttribute, Omit<User, 'id'>>;
    DatabaseSessionAttributes: DeviceAttribute;
    DatabaseUserAttributes: Omit<User, 'id'>;
  }
}

type DeviceAttribute = { device: string };

/** Characters of a User-Agent: enough to know a browser by. */
const deviceLength = 200;

export function createLuciaSessions(deps: SessionDependencies): Sessions {
  const { storage, lifetime, now } = deps;
  const { recordUse, isUseRecorded, notifyEnded, ...own } = createOwnSessions(deps);
  const lucia = new Lucia(createAdapter(deps, recordUse), {
    sessionExpiresIn: new TimeSpan(lifetime.slidingMs, 'ms'),
    getSessionAttributes: ({ device }) => ({ device }),
    getUserAttributes: ({ username, displayName }) => ({ username, displayName }),
  });

  async function validate(token: string): Promise<User | undefined> {
    const { user } = await lucia.validateSession(token);
    return user === null ? undefined : user;
  }

  /** Returns true if the session has not ended, and neither its use nor a later end is to be recorded now. */
  function isSettled(session: StoredSession & { usedAt: number }): boolean {
    const instant = now();
    const slidesAt = shownExpiry(session, lifetime.slidingMs, instant) - lifetime.slidingMs / 2;
    return instant < session.expiresAt && instant < slidesAt && isUseRecorded(session);
  }

  /** Undefined: Lucia has to be asked, which would answer the same of a settled one and change nothing. */
  function settledUser(found: SessionWithUser | undefined): User | undefined {
    if (found === undefined || !isSettled(found.session)) return undefined;
    const { id, username, displayName } = found.user;
    return { id, username, displayName };
  }

  return {
    ...own,
    async start(userId, device) {
      await storage.deleteSessionsExpiredAt(now());
      const token = Buffer.from(deps.randomBytes(32)).toString('base64url');
      await lucia.createSession(userId, { device }, { sessionId: token });
      notifyEnded(await storage.deleteOldestSessionsOf(userId, deps.mostAtOnce));
      return token;
    },
    find(token) {
      if (!isToken(token)) return undefined;
      const found = storage.findSession(hashOf(token));
      if (found instanceof Promise) return found.then((each) => settledUser(each) ?? validate(token));
      return settledUser(found) ?? validate(token);
    },
    async end(token) {
      if (!isToken(token)) return;
      await lucia.invalidateSession(token);
      notifyEnded([hashOf(token)]);
    },
  };
}

function createAdapter(
  { storage, lifetime, now }: SessionDependencies,
  recordUse: OwnSessions['recordUse'],
): Adapter {
  const toLucia = (instant: number) => new Date(instant - now() + Date.now());
  const toOurs = (date: Date) => date.getTime() - Date.now() + now();

  return {
    async getSessionAndUser(token) {
      const found = await storage.findSession(hashOf(token));
      if (found === undefined) return [null, null];
      await recordUse(found.session);
      const { id, username, displayName } = found.user;
      const session: DatabaseSession = {
        id: token,
        userId: id,
        expiresAt: toLucia(shownExpiry(found.session, lifetime.slidingMs, now())),
        attributes: { device: found.session.device },
      };
      return [session, { id, attributes: { username, displayName } }];
    },
    async setSession(session) {
      const createdAt = now();
      const endsAt = createdAt + lifetime.absoluteMs;
      await storage.addSession({
        tokenHash: hashOf(session.id),
        userId: session.userId,
        createdAt,
        expiresAt: Math.min(toOurs(session.expiresAt), endsAt),
        endsAt,
        device: session.attributes.device.slice(0, deviceLength),
      });
    },
    async updateSessionExpiration(token, expiresAt) {
      const tokenHash = hashOf(token);
      const found = await storage.findSession(tokenHash);
      if (found === undefined) return;
      const end = Math.min(toOurs(expiresAt), found.session.endsAt);
      await unlessFull(() => storage.moveExpiry(tokenHash, { expiresAt: end, usedAt: now() }));
    },
    deleteSession: (token) => storage.deleteSession(hashOf(token)),
    deleteUserSessions: (userId) => storage.deleteSessionsOf(userId),
    deleteExpiredSessions: () => storage.deleteSessionsExpiredAt(now()),
    async getUserSessions() {
      throw new Error('Lucia names sessions by their tokens here, and those are not stored.');
    },
  };
}

/**
 * A session that was moved up to its absolute end cannot slide any more. Lucia would still try, on every
 * request of its last half period; an expiry a whole period away keeps it from writing each time.
 */
function shownExpiry(session: StoredSession, slidingMs: number, instant: number): number {
  const capped = session.expiresAt >= session.endsAt && session.expiresAt > instant;
  return capped ? instant + slidingMs : session.expiresAt;
}

function isToken(text: string): boolean {
  return /^[A-Za-z0-9_-]{43}$/.test(text);
}
