import { and, desc, eq, isNull, lte, notInArray, sql } from 'drizzle-orm';
import type { AccountsStorage, SessionsStorage } from '../accounts-port.ts';
import type { OpenDatabase } from './open-database.ts';
import { serverSecrets, sessions, users } from './schema-accounts.ts';

const storedUser = {
  id: users.id,
  username: users.username,
  displayName: users.displayName,
  passwordHash: users.passwordHash,
};

const storedSession = {
  tokenHash: sessions.tokenHash,
  userId: sessions.userId,
  createdAt: sessions.createdAt,
  expiresAt: sessions.expiresAt,
  endsAt: sessions.endsAt,
  device: sessions.device,
};

/** False of an account that is disabled or deleted. */
const mayEnter = and(isNull(users.disabledAt), isNull(users.deletedAt));

export function createAccountsStorage({ orm }: OpenDatabase): AccountsStorage {
  const byKey = orm
    .select(storedUser)
    .from(users)
    .where(and(eq(users.usernameKey, sql.placeholder('usernameKey')), mayEnter))
    .prepare();
  const byId = orm
    .select({ id: users.id })
    .from(users)
    .where(eq(users.id, sql.placeholder('id')))
    .prepare();

  return {
    async addUser(user) {
      return orm.transaction((transaction) => {
        if (byId.get({ id: user.id }) !== undefined) return 'id_taken';
        const added = transaction
          .insert(users)
          .values(user)
          .onConflictDoNothing({ target: users.usernameKey })
          .run();
        return added.changes === 1 ? 'added' : 'username_taken';
      });
    },
    async findUser(usernameKey) {
      return byKey.get({ usernameKey });
    },
    async secret(purpose, drawn) {
      const stored = orm
        .select({ secret: serverSecrets.secret })
        .from(serverSecrets)
        .where(eq(serverSecrets.purpose, purpose))
        .get();
      if (stored !== undefined) return stored.secret;
      orm
        .insert(serverSecrets)
        .values({ purpose, secret: Buffer.from(drawn) })
        .run();
      return drawn;
    },
  };
}

export function createSessionsStorage({ orm }: OpenDatabase): SessionsStorage {
  // On every request: prepared once.
  const byHash = orm
    .select({ session: storedSession, user: storedUser })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.tokenHash, sql.placeholder('tokenHash')), mayEnter))
    .prepare();

  return {
    async addSession(session) {
      const publicId = sql`lower(hex(randomblob(8)))`;
      const { createdAt: usedAt, userId } = session;
      orm.transaction((transaction) => {
        transaction
          .insert(sessions)
          .values({ ...session, publicId, usedAt })
          .run();
        transaction.update(users).set({ signedInAt: usedAt }).where(eq(users.id, userId)).run();
      });
    },
    async findSession(tokenHash) {
      return byHash.get({ tokenHash });
    },
    async moveExpiry(tokenHash, { expiresAt, usedAt }) {
      orm.update(sessions).set({ expiresAt, usedAt }).where(eq(sessions.tokenHash, tokenHash)).run();
    },
    async deleteSession(tokenHash) {
      orm.delete(sessions).where(eq(sessions.tokenHash, tokenHash)).run();
    },
    async deleteSessionsOf(userId) {
      orm.delete(sessions).where(eq(sessions.userId, userId)).run();
    },
    async deleteOldestSessionsOf(userId, kept) {
      const latest = orm
        .select({ tokenHash: sessions.tokenHash })
        .from(sessions)
        .where(eq(sessions.userId, userId))
        // What began at the same instant: the latest one that was written.
        .orderBy(desc(sessions.createdAt), desc(sql`rowid`))
        .limit(kept);
      const gone = orm
        .delete(sessions)
        .where(and(eq(sessions.userId, userId), notInArray(sessions.tokenHash, latest)))
        .returning({ tokenHash: sessions.tokenHash })
        .all();
      return gone.map(({ tokenHash }) => tokenHash);
    },
    async deleteSessionsExpiredAt(instant) {
      orm.delete(sessions).where(lte(sessions.expiresAt, instant)).run();
    },
  };
}
