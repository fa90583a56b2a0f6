/** `administration-port.ts` on SQLite. */
import type { Database } from 'better-sqlite3';
import type { Account, AccountSession, AdministrationStorage } from '../administration-port.ts';
import { createGroupCommit } from './group-commit.ts';
import type { OpenDatabase } from './open-database.ts';

const page = 200;

const accountColumns = `id, username, username_key AS usernameKey, display_name AS displayName,
  created_at AS createdAt, signed_in_at AS signedInAt, disabled_at AS disabledAt, deleted_at AS deletedAt, is_admin AS isAdmin,
  row_count AS rows, text_bytes AS textBytes,
  (SELECT coalesce(sum(size), 0) FROM blobs WHERE user_id = users.id) AS fileBytes,
  (SELECT count(*) FROM sessions WHERE user_id = users.id) AS sessions`;

/** SQLite has no booleans. */
type StoredAccount = Omit<Account, 'isAdmin'> & { isAdmin: number };

const accountOf = (stored: StoredAccount): Account => ({ ...stored, isAdmin: stored.isAdmin === 1 });

/** Other accounts than `own` that can sign in. */
const others = 'SELECT 1 FROM users WHERE id <> own.id AND disabled_at IS NULL AND deleted_at IS NULL';

/** The tables of a library, those before the ones that they refer to. A portion is this many rows. */
const libraryTables = [
  { table: 'versions', rows: 50 },
  { table: 'prompts', rows: 50 },
  { table: 'resources', rows: 200 },
  { table: 'projects', rows: 200 },
  { table: 'ui_states', rows: 50 },
  { table: 'stored_answers', rows: 50 },
  { table: 'client_floors', rows: 200 },
  { table: 'blobs', rows: 200 },
  { table: 'webhook_deliveries', rows: 200 },
  { table: 'webhook_events', rows: 200 },
];

export function createAdministrationStorage({ connection }: OpenDatabase): AdministrationStorage {
  const after = connection.prepare<[string], StoredAccount>(
    `SELECT ${accountColumns} FROM users WHERE username_key > ? ORDER BY username_key LIMIT ${page}`,
  );
  const find = connection.prepare<[string], StoredAccount>(
    `SELECT ${accountColumns} FROM users WHERE username_key = ?`,
  );
  const sessions = connection.prepare<[number], AccountSession>(
    `SELECT public_id AS id, created_at AS createdAt, used_at AS usedAt, expires_at AS expiresAt, device
      FROM sessions WHERE user_id = ? ORDER BY created_at DESC, rowid DESC`,
  );
  const endSession = connection.prepare<[number, string]>(
    'DELETE FROM sessions WHERE user_id = ? AND public_id = ?',
  );
  const endSessions = connection.prepare<[number]>('DELETE FROM sessions WHERE user_id = ?');
  const deleted = connection
    .prepare<[number], number>('SELECT id FROM users WHERE deleted_at < ? ORDER BY id')
    .pluck();

  /** Changes the account and ends its sessions. */
  function closing<Value>(column: string): (userId: number, value: Value) => Promise<void> {
    const change = connection.prepare<[Value, number]>(`UPDATE users SET ${column} = ? WHERE id = ?`);
    const both = connection.transaction((userId: number, value: Value) => {
      change.run(value, userId);
      endSessions.run(userId);
    });
    return async (userId, value) => both.immediate(userId, value);
  }
  const enable = connection.prepare<[number]>(
    'UPDATE users SET disabled_at = NULL, deleted_at = NULL WHERE id = ?',
  );

  return {
    accountsAfter: async (usernameKey) => after.all(usernameKey).map(accountOf),
    async findAccount(usernameKey) {
      const stored = find.get(usernameKey);
      return stored && accountOf(stored);
    },
    changePassword: closing<string>('password_hash'),
    disable: closing<number>('disabled_at'),
    markDeleted: closing<number>('deleted_at'),
    async enable(userId) {
      enable.run(userId);
    },
    ...ofAdmins(connection),
    sessionsOf: async (userId) => sessions.all(userId),
    endSession: async (userId, id) => endSession.run(userId, id).changes > 0,
    async endSessionsOf(userId) {
      endSessions.run(userId);
    },
    deletedBefore: async (instant) => deleted.all(instant),
    eraseAccount: createEraseAccount(connection),
  };
}

function ofAdmins(connection: Database): Pick<AdministrationStorage, 'setAdmin' | 'isOnlyAdmin'> {
  const setAdmin = connection.prepare<[number, number]>('UPDATE users SET is_admin = ? WHERE id = ?');
  const onlyAdmin = connection.prepare<[number]>(
    `SELECT 1 FROM users AS own WHERE id = ? AND is_admin = 1
      AND EXISTS (${others}) AND NOT EXISTS (${others} AND is_admin = 1)`,
  );
  return {
    async setAdmin(userId, isAdmin) {
      setAdmin.run(Number(isAdmin), userId);
    },
    isOnlyAdmin: async (userId) => onlyAdmin.get(userId) !== undefined,
  };
}

/** Each portion asks once more whether the account is marked: an admin may bring it back in between. */
function createEraseAccount(connection: Database): (userId: number) => Promise<void> {
  const commit = createGroupCommit(connection);
  const isMarked = connection.prepare<[number]>(
    'SELECT 1 FROM users WHERE id = ? AND deleted_at IS NOT NULL',
  );
  const removeUser = connection.prepare<[number]>('DELETE FROM users WHERE id = ?');
  const portions = libraryTables.map(({ table, rows }) => ({
    rows,
    remove: connection.prepare<[number]>(
      `DELETE FROM ${table} WHERE rowid IN (SELECT rowid FROM ${table} WHERE user_id = ? LIMIT ${rows})`,
    ),
  }));
  return async (userId) => {
    for (const { rows, remove } of portions) {
      const removePortion = () => (isMarked.get(userId) === undefined ? 0 : remove.run(userId).changes);
      while ((await commit(removePortion, rows)) > 0);
    }
    await commit(() => {
      if (isMarked.get(userId) !== undefined) removeUser.run(userId);
    });
  };
}
