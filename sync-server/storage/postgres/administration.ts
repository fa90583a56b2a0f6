/** `administration-port.ts` on PostgreSQL. */
import type { Account, AccountSession, AdministrationStorage } from '../administration-port.ts';
import type { Transactions } from './transactions.ts';

const page = 200;

const accountColumns = `id, username, username_key AS "usernameKey", display_name AS "displayName",
  created_at AS "createdAt", signed_in_at AS "signedInAt", disabled_at AS "disabledAt", deleted_at AS "deletedAt",
  is_admin = 1 AS "isAdmin", row_count AS rows, text_bytes AS "textBytes",
  (SELECT coalesce(sum(size), 0) FROM blobs WHERE user_id = users.id) AS "fileBytes",
  (SELECT count(*) FROM sessions WHERE user_id = users.id) AS sessions`;

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

const repeatable = { isRepeatable: true };

export function createAdministrationStorage(transactions: Transactions): AdministrationStorage {
  const { read, write } = transactions;
  const sending = (text: string, values: readonly unknown[]): Promise<void> =>
    write(async ({ send }) => send(text, values), repeatable);

  /** Changes the account and ends its sessions. */
  const closing =
    <Value>(column: string) =>
    (userId: number, value: Value): Promise<void> =>
      write(async ({ send }) => {
        send(`UPDATE users SET ${column} = $2 WHERE id = $1`, [userId, value]);
        send('DELETE FROM sessions WHERE user_id = $1', [userId]);
      }, repeatable);

  return {
    accountsAfter: (usernameKey) =>
      read(({ query }) =>
        query<Account>(
          `SELECT ${accountColumns} FROM users WHERE username_key > $1 ORDER BY username_key LIMIT ${page}`,
          [usernameKey],
        ),
      ),
    findAccount: (usernameKey) =>
      read(async ({ query }) => {
        const [found] = await query<Account>(`SELECT ${accountColumns} FROM users WHERE username_key = $1`, [
          usernameKey,
        ]);
        return found;
      }),
    changePassword: closing<string>('password_hash'),
    disable: closing<number>('disabled_at'),
    markDeleted: closing<number>('deleted_at'),
    enable: (userId) =>
      sending('UPDATE users SET disabled_at = NULL, deleted_at = NULL WHERE id = $1', [userId]),
    setAdmin: (userId, isAdmin) =>
      sending('UPDATE users SET is_admin = $2 WHERE id = $1', [userId, Number(isAdmin)]),
    isOnlyAdmin: (userId) =>
      read(async ({ query }) => {
        const found = await query(
          `SELECT 1 FROM users AS own WHERE id = $1 AND is_admin = 1 AND EXISTS (${others}) AND NOT EXISTS (${others} AND is_admin = 1)`,
          [userId],
        );
        return found.length > 0;
      }),
    ...ofSessions(transactions),
    deletedBefore: (instant) =>
      read(async ({ query }) => {
        const marked = await query<{ id: number }>('SELECT id FROM users WHERE deleted_at < $1 ORDER BY id', [
          instant,
        ]);
        return marked.map(({ id }) => id);
      }),
    eraseAccount: (userId) => eraseAccount(transactions, userId),
  };
}

function ofSessions({
  read,
  write,
}: Transactions): Pick<AdministrationStorage, 'sessionsOf' | 'endSession' | 'endSessionsOf'> {
  return {
    sessionsOf: (userId) =>
      read(({ query }) =>
        query<AccountSession>(
          `SELECT public_id AS id, created_at AS "createdAt", used_at AS "usedAt", expires_at AS "expiresAt", device
            FROM sessions WHERE user_id = $1 ORDER BY created_at DESC, public_id DESC`,
          [userId],
        ),
      ),
    endSession: (userId, id) =>
      write(async ({ query }) => {
        const ended = await query(
          'DELETE FROM sessions WHERE user_id = $1 AND public_id = $2 RETURNING public_id',
          [userId, id],
        );
        return ended.length > 0;
      }),
    endSessionsOf: (userId) =>
      write(async ({ send }) => send('DELETE FROM sessions WHERE user_id = $1', [userId]), repeatable),
  };
}

/** Each portion asks once more whether the account is marked: an admin may bring it back in between. */
async function eraseAccount({ write }: Transactions, userId: number): Promise<void> {
  const marked = 'EXISTS (SELECT 1 FROM users WHERE id = $1 AND deleted_at IS NOT NULL FOR UPDATE)';
  const removed = (text: string) =>
    write(async ({ query }) => (await query(text, [userId])).length, repeatable);
  for (const { table, rows } of libraryTables) {
    const portion = `DELETE FROM ${table} WHERE user_id = $1 AND ctid IN (SELECT ctid FROM ${table}
      WHERE user_id = $1 AND ${marked} LIMIT ${rows}) RETURNING 1`;
    while ((await removed(portion)) > 0);
  }
  await removed('DELETE FROM users WHERE id = $1 AND deleted_at IS NOT NULL RETURNING 1');
}
