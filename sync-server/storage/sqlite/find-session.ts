/** Finds a session with its user, from memory until a row of either changes: every request asks for one. */
import type { Database } from 'better-sqlite3';
import type { FoundSession, SessionWithUser, StoredUser } from '../accounts-port.ts';
import { createChangeWatch, WatchedValues } from './change-watch.ts';

const mostKnown = 10_000;

/** Returns undefined of a session that has ended, in whatever way, and where the account is disabled or deleted. */
export type FindSession = (tokenHash: string) => SessionWithUser | undefined;

export function prepareFindSession(connection: Database): FindSession {
  // The plus: see `compiled-statements.ts`.
  const byHash = connection.prepare<[string], FoundSession & Omit<StoredUser, 'id'>>(
    `SELECT token_hash AS tokenHash, user_id AS userId, sessions.created_at AS createdAt, expires_at AS expiresAt,
        ends_at AS endsAt, device, public_id AS id, used_at AS usedAt,
        username, display_name AS displayName, password_hash AS passwordHash
      FROM sessions JOIN users ON users.id = sessions.user_id
      WHERE token_hash = +? AND disabled_at IS NULL AND deleted_at IS NULL`,
  );
  const watch = createChangeWatch(connection, [
    { name: 'sessions' },
    { name: 'users', columns: ['username', 'display_name', 'password_hash', 'disabled_at', 'deleted_at'] },
  ]);
  const known = new WatchedValues<string, SessionWithUser>(watch, mostKnown);

  function read(tokenHash: string): SessionWithUser | undefined {
    const found = byHash.get(tokenHash);
    if (found === undefined) return undefined;
    const { username, displayName, passwordHash, ...session } = found;
    return { session, user: { id: session.userId, username, displayName, passwordHash } };
  }

  return (tokenHash) => known.get(tokenHash, () => read(tokenHash));
}
