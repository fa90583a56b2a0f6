/** `SessionsStorage` of `accounts-port.ts` on PostgreSQL. Nothing is kept in memory: another node may end a session. */
import type { FoundSession, SessionsStorage, StoredUser } from '../accounts-port.ts';
import type { Transactions } from './transactions.ts';

const sessionColumns = `token_hash AS "tokenHash", user_id AS "userId", sessions.created_at AS "createdAt",
  expires_at AS "expiresAt", ends_at AS "endsAt", device, public_id AS id, used_at AS "usedAt"`;

/** Everything here may be done twice; what came second finds it done. */
const repeatable = { isRepeatable: true };

/** Microseconds in 13 hexadecimal digits, and three random ones. */
const publicId = `to_hex((extract(epoch FROM clock_timestamp()) * 1000000)::bigint)
  || substr(gen_random_uuid()::text, 1, 3)`;

type Gone = { tokenHash: string };

export function createSessionsStorage(transactions: Transactions): SessionsStorage {
  const { write } = transactions;

  /** Runs a statement that returns the hashes of the sessions that it ended. */
  const ending = (text: string, values: readonly unknown[]): Promise<string[]> =>
    write(async ({ query }) => {
      const gone = await query<Gone>(`${text} RETURNING token_hash AS "tokenHash"`, values);
      return gone.map(({ tokenHash }) => tokenHash);
    });

  const sending = (text: string, values: readonly unknown[]): Promise<void> =>
    write(async ({ send }) => send(text, values), repeatable);

  return {
    addSession: (session) => addSession(transactions, session),
    ...finding(transactions),
    moveExpiry: (tokenHash, { expiresAt, usedAt }) =>
      sending('UPDATE sessions SET expires_at = $2, used_at = $3 WHERE token_hash = $1', [
        ...[tokenHash, expiresAt, usedAt],
      ]),
    recordUse: (tokenHash, usedAt) =>
      sending('UPDATE sessions SET used_at = $2 WHERE token_hash = $1', [tokenHash, usedAt]),
    changePassword: ({ userId, passwordHash, keptHash }) =>
      write(async ({ query, send }) => {
        send('UPDATE users SET password_hash = $2 WHERE id = $1', [userId, passwordHash]);
        const gone = await query<Gone>(
          'DELETE FROM sessions WHERE user_id = $1 AND token_hash <> $2 RETURNING token_hash AS "tokenHash"',
          [userId, keptHash],
        );
        return gone.map(({ tokenHash }) => tokenHash);
      }),
    deleteSessionById: async (userId, id) =>
      (await ending('DELETE FROM sessions WHERE user_id = $1 AND public_id = $2', [userId, id]))[0],
    deleteOtherSessionsOf: (userId, keptHash) =>
      ending('DELETE FROM sessions WHERE user_id = $1 AND token_hash <> $2', [userId, keptHash]),
    deleteSession: (tokenHash) => sending('DELETE FROM sessions WHERE token_hash = $1', [tokenHash]),
    deleteSessionsOf: (userId) => sending('DELETE FROM sessions WHERE user_id = $1', [userId]),
    deleteOldestSessionsOf: (userId, kept) =>
      ending(
        `DELETE FROM sessions WHERE user_id = $1 AND token_hash NOT IN (SELECT token_hash FROM sessions
          WHERE user_id = $1 ORDER BY created_at DESC, public_id DESC LIMIT $2)`,
        [userId, kept],
      ),
    deleteSessionsExpiredAt: (instant) => sending('DELETE FROM sessions WHERE expires_at <= $1', [instant]),
  };
}

function finding({ read, readOne }: Transactions): Pick<SessionsStorage, 'findSession' | 'listSessions'> {
  return {
    async findSession(tokenHash) {
      const [found] = await readOne<FoundSession & Omit<StoredUser, 'id'>>(
        `SELECT ${sessionColumns}, username, display_name AS "displayName", password_hash AS "passwordHash"
          FROM sessions JOIN users ON users.id = sessions.user_id
          WHERE token_hash = $1 AND disabled_at IS NULL AND deleted_at IS NULL`,
        [tokenHash],
      );
      if (found === undefined) return undefined;
      const { username, displayName, passwordHash, ...session } = found;
      return { session, user: { id: session.userId, username, displayName, passwordHash } };
    },
    listSessions: (userId) =>
      read(({ query }) =>
        query<FoundSession>(
          `SELECT ${sessionColumns} FROM sessions WHERE user_id = $1 ORDER BY created_at DESC, public_id DESC`,
          [userId],
        ),
      ),
  };
}

/** The id begins with the time of the database, so that of sessions that began at one instant the last written is the latest. */
function addSession(
  { write }: Transactions,
  session: Parameters<SessionsStorage['addSession']>[0],
): Promise<void> {
  const { tokenHash, userId, createdAt, expiresAt, endsAt, device } = session;
  return write(async ({ send }) => {
    send(
      `INSERT INTO sessions (token_hash, user_id, created_at, expires_at, ends_at, device, public_id, used_at)
        VALUES ($1, $2, $3, $4, $5, $6, ${publicId}, $3)`,
      [tokenHash, userId, createdAt, expiresAt, endsAt, device],
    );
    send('UPDATE users SET signed_in_at = $2 WHERE id = $1', [userId, createdAt]);
  });
}
