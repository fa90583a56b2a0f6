import { and, desc, eq, gt, isNull, lte, ne, notInArray, sql } from 'drizzle-orm';
import type { AccountsStorage, SessionsStorage } from '../accounts-port.ts';
import { prepareFindSession } from './find-session.ts';
import type { OpenDatabase } from './open-database.ts';
import { invitations, serverSecrets, sessions, users } from './schema-accounts.ts';

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

const foundSession = { ...storedSession, id: sessions.publicId, usedAt: sessions.usedAt };

/** False of an account that is disabled or deleted. */
const mayEnter = and(isNull(users.disabledAt), isNull(users.deletedAt));

export function createAccountsStorage({ orm }: OpenDatabase): AccountsStorage {
  const byKey = orm
    .select(storedUser)
    .from(users)
    .where(and(eq(users.usernameKey, sql.placeholder('usernameKey')), mayEnter))
    .prepare();
  return {
    addUser: createAddUser(orm),
    async hasUsers() {
      return hasUsers(orm);
    },
    async isAdmin(userId) {
      const user = orm.select({ isAdmin: users.isAdmin }).from(users).where(eq(users.id, userId)).get();
      return user?.isAdmin === 1;
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
    async replaceSecret(purpose, secret) {
      const stored = { secret: Buffer.from(secret) };
      orm
        .insert(serverSecrets)
        .values({ purpose, ...stored })
        .onConflictDoUpdate({ target: serverSecrets.purpose, set: stored })
        .run();
    },
  };
}

/** Because a command-line tool may change an account at the same moment. */
const immediate = { behavior: 'immediate' } as const;

function createAddUser(orm: OpenDatabase['orm']): AccountsStorage['addUser'] {
  const byId = orm
    .select({ id: users.id })
    .from(users)
    .where(eq(users.id, sql.placeholder('id')))
    .prepare();

  function isUsable(tokenHash: string, at: number): boolean {
    const usable = and(isNull(invitations.usedAt), gt(invitations.expiresAt, at));
    const where = and(eq(invitations.tokenHash, tokenHash), usable);
    return orm.select({ id: invitations.id }).from(invitations).where(where).get() !== undefined;
  }

  return async (user, admission = { kind: 'open' }) => {
    return orm.transaction((transaction) => {
      if (byId.get({ id: user.id }) !== undefined) return 'id_taken';
      if (admission.kind === 'first' && hasUsers(orm)) return 'not_admitted';
      if (admission.kind === 'invitation' && !isUsable(admission.tokenHash, user.createdAt)) {
        return 'not_admitted';
      }
      const added = transaction
        .insert(users)
        .values({ ...user, isAdmin: Number(user.isAdmin ?? false) })
        .onConflictDoNothing({ target: users.usernameKey })
        .run();
      if (added.changes !== 1) return 'username_taken';
      if (admission.kind === 'invitation') {
        transaction
          .update(invitations)
          .set({ usedAt: user.createdAt })
          .where(eq(invitations.tokenHash, admission.tokenHash))
          .run();
      }
      return 'added';
    }, immediate);
  };
}

function hasUsers(orm: OpenDatabase['orm']): boolean {
  return orm.select({ id: users.id }).from(users).limit(1).get() !== undefined;
}

export function createSessionsStorage({ connection, orm }: OpenDatabase): SessionsStorage {
  const findSession = prepareFindSession(connection);
  return {
    ...createOwnSessionsStorage(orm),
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
    findSession,
    async moveExpiry(tokenHash, { expiresAt, usedAt }) {
      orm.update(sessions).set({ expiresAt, usedAt }).where(eq(sessions.tokenHash, tokenHash)).run();
    },
    async recordUse(tokenHash, usedAt) {
      orm.update(sessions).set({ usedAt }).where(eq(sessions.tokenHash, tokenHash)).run();
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

/** The part by which people see and end their own sessions. */
function createOwnSessionsStorage(
  orm: OpenDatabase['orm'],
): Pick<SessionsStorage, 'listSessions' | 'changePassword' | 'deleteSessionById' | 'deleteOtherSessionsOf'> {
  function deleteOthers(userId: number, keptHash: string): string[] {
    const others = and(eq(sessions.userId, userId), ne(sessions.tokenHash, keptHash));
    const gone = orm.delete(sessions).where(others).returning({ tokenHash: sessions.tokenHash }).all();
    return gone.map(({ tokenHash }) => tokenHash);
  }

  return {
    async listSessions(userId) {
      const ofUser = orm.select(foundSession).from(sessions).where(eq(sessions.userId, userId));
      return ofUser.orderBy(desc(sessions.createdAt), desc(sql`rowid`)).all();
    },
    async changePassword({ userId, passwordHash, keptHash }) {
      return orm.transaction((transaction) => {
        transaction.update(users).set({ passwordHash }).where(eq(users.id, userId)).run();
        return deleteOthers(userId, keptHash);
      }, immediate);
    },
    async deleteSessionById(userId, id) {
      const one = and(eq(sessions.userId, userId), eq(sessions.publicId, id));
      return orm.delete(sessions).where(one).returning({ tokenHash: sessions.tokenHash }).get()?.tokenHash;
    },
    async deleteOtherSessionsOf(userId, keptHash) {
      return deleteOthers(userId, keptHash);
    },
  };
}
