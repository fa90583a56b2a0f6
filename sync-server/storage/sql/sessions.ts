/** `SessionsStorage` of `accounts-port.ts`. */
import { randomBytes } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';
import type {
  FoundSession,
  SessionsStorage,
  SessionWithUser,
  StoredSession,
  StoredUser,
} from '../ports/accounts-port.ts';
import { repeatable, rows, run, type SqlDatabase, type Work } from './work.ts';

const columns = sql`token_hash AS "tokenHash", user_id AS "userId", sessions.created_at AS "createdAt",
  expires_at AS "expiresAt", ends_at AS "endsAt", device, public_id AS id, used_at AS "usedAt"`;

type Found = FoundSession & Omit<StoredUser, 'id'>;

export function sessionByToken(tokenHash: string): SQL<Found> {
  return sql<Found>`SELECT ${columns}, username, display_name AS "displayName", password_hash AS "passwordHash"
    FROM sessions JOIN users ON users.id = sessions.user_id
    WHERE token_hash = ${tokenHash} AND disabled_at IS NULL AND deleted_at IS NULL`;
}

export function sessionWithUser([found]: readonly Found[]): SessionWithUser | undefined {
  if (found === undefined) return undefined;
  const { username, displayName, passwordHash, ...session } = found;
  return { session, user: { id: session.userId, username, displayName, passwordHash } };
}

/** `findSession`: with or without a memory of what was found. */
export function createSessionsStorage(
  { all, write }: SqlDatabase,
  findSession: SessionsStorage['findSession'],
): SessionsStorage {
  const runAlone = (statement: SQL): Promise<void> => write(() => run(statement), repeatable);

  return {
    addSession: (session) => write(() => addSession(session)),
    findSession,
    listSessions: (userId) =>
      all(
        sql<FoundSession>`SELECT ${columns} FROM sessions WHERE user_id = ${userId} ORDER BY ${latestFirst}`,
      ),
    moveExpiry: (tokenHash, { expiresAt, usedAt }) =>
      runAlone(
        sql`UPDATE sessions SET expires_at = ${expiresAt}, used_at = ${usedAt} WHERE token_hash = ${tokenHash}`,
      ),
    recordUse: (tokenHash, usedAt) =>
      runAlone(sql`UPDATE sessions SET used_at = ${usedAt} WHERE token_hash = ${tokenHash}`),
    changePassword: ({ userId, passwordHash, keptHash }) =>
      write(function* () {
        yield* run(sql`UPDATE users SET password_hash = ${passwordHash} WHERE id = ${userId}`);
        return yield* ended(sql`user_id = ${userId} AND token_hash <> ${keptHash}`);
      }),
    deleteSessionById: (userId, id) =>
      write(function* () {
        return (yield* ended(sql`user_id = ${userId} AND public_id = ${id}`))[0];
      }),
    deleteOtherSessionsOf: (userId, keptHash) =>
      write(() => ended(sql`user_id = ${userId} AND token_hash <> ${keptHash}`)),
    deleteSession: (tokenHash) => runAlone(sql`DELETE FROM sessions WHERE token_hash = ${tokenHash}`),
    deleteSessionsOf: (userId) => runAlone(sql`DELETE FROM sessions WHERE user_id = ${userId}`),
    deleteOldestSessionsOf: (userId, kept) =>
      write(() =>
        ended(sql`user_id = ${userId} AND token_hash NOT IN (SELECT token_hash FROM sessions
          WHERE user_id = ${userId} ORDER BY ${latestFirst} LIMIT ${kept})`),
      ),
    deleteSessionsExpiredAt: (instant) => runAlone(sql`DELETE FROM sessions WHERE expires_at <= ${instant}`),
  };
}

/** Of sessions that began at one instant the last that was written is the latest: `publicId` begins with the time. */
export const latestFirst = sql`created_at DESC, public_id DESC`;

function publicId(): string {
  const microseconds = Math.floor((performance.timeOrigin + performance.now()) * 1_000);
  return `${microseconds.toString(16)}${randomBytes(2).toString('hex').slice(0, 3)}`;
}

function* addSession({ tokenHash, userId, createdAt, expiresAt, endsAt, device }: StoredSession): Work<void> {
  yield* run(sql`INSERT INTO sessions
      (token_hash, user_id, created_at, expires_at, ends_at, device, public_id, used_at)
    VALUES (${tokenHash}, ${userId}, ${createdAt}, ${expiresAt}, ${endsAt}, ${device}, ${publicId()}, ${createdAt})`);
  yield* run(sql`UPDATE users SET signed_in_at = ${createdAt} WHERE id = ${userId}`);
}

/** Ends sessions, and returns the hashes of their tokens. */
function* ended(which: SQL): Work<string[]> {
  const gone = yield* rows(
    sql<{ tokenHash: string }>`DELETE FROM sessions WHERE ${which} RETURNING token_hash AS "tokenHash"`,
  );
  return gone.map(({ tokenHash }) => tokenHash);
}
