/** `administration-port.ts`. */
import { type SQL, sql } from 'drizzle-orm';
import type { Account, AccountSession, AdministrationStorage } from '../ports/administration-port.ts';
import { latestFirst } from './sessions.ts';
import { lock, repeatable, row, rows, run, type SqlDatabase, type Work } from './work.ts';

const page = 200;

/** Neither database has a boolean here. */
type AccountRow = Omit<Account, 'isAdmin'> & { isAdmin: number };

const columns = sql`id, username, username_key AS "usernameKey", display_name AS "displayName",
  created_at AS "createdAt", signed_in_at AS "signedInAt", disabled_at AS "disabledAt", deleted_at AS "deletedAt",
  is_admin AS "isAdmin", row_count AS rows, text_bytes AS "textBytes",
  (SELECT coalesce(sum(size), 0) FROM blobs WHERE user_id = users.id) AS "fileBytes",
  (SELECT count(*) FROM sessions WHERE user_id = users.id) AS sessions`;

/** Other accounts than `own` that can sign in. */
const others = sql`SELECT 1 FROM users WHERE id <> own.id AND disabled_at IS NULL AND deleted_at IS NULL`;

const accountOf = (row: AccountRow): Account => ({ ...row, isAdmin: row.isAdmin === 1 });

/** The tables of a library, those before the ones that they refer to. A portion is this many rows. */
const libraryTables = [
  { table: 'kept_runs', most: 20 },
  { table: 'test_cases', most: 50 },
  { table: 'versions', most: 50 },
  { table: 'prompts', most: 50 },
  { table: 'resources', most: 200 },
  { table: 'projects', most: 200 },
  { table: 'ui_states', most: 50 },
  { table: 'stored_answers', most: 50 },
  { table: 'client_floors', most: 200 },
  { table: 'blobs', most: 200 },
  { table: 'webhook_deliveries', most: 200 },
  { table: 'webhook_events', most: 200 },
];

export function createAdministrationStorage(database: SqlDatabase): AdministrationStorage {
  const { all, write } = database;
  const runAlone = (statement: SQL): Promise<void> => write(() => run(statement), repeatable);

  const closing = (userId: number, change: SQL): Promise<void> =>
    write(() => close(userId, change), repeatable);

  return {
    async accountsAfter(usernameKey) {
      const found = await all(sql<AccountRow>`SELECT ${columns} FROM users WHERE username_key > ${usernameKey}
        ORDER BY username_key LIMIT ${page}`);
      return found.map(accountOf);
    },
    async findAccount(usernameKey) {
      const [found] = await all(
        sql<AccountRow>`SELECT ${columns} FROM users WHERE username_key = ${usernameKey}`,
      );
      return found && accountOf(found);
    },
    changePassword: (userId, hash) => closing(userId, sql`password_hash = ${hash}`),
    disable: (userId, at) => closing(userId, sql`disabled_at = ${at}`),
    markDeleted: (userId, at) => closing(userId, sql`deleted_at = ${at}`),
    enable: (userId) =>
      runAlone(sql`UPDATE users SET disabled_at = NULL, deleted_at = NULL WHERE id = ${userId}`),
    setAdmin: (userId, isAdmin) =>
      runAlone(sql`UPDATE users SET is_admin = ${Number(isAdmin)} WHERE id = ${userId}`),
    markDeletedUnlessOnlyAdmin: (userId, at) =>
      write(function* () {
        // Of two admins who delete their accounts at once the second finds the first one gone.
        yield* lock(sql`SELECT 1 FROM users WHERE is_admin = 1 ORDER BY id FOR UPDATE`);
        const only = yield* row(sql`SELECT 1 FROM users AS own WHERE id = ${userId} AND is_admin = 1
          AND EXISTS (${others}) AND NOT EXISTS (${others} AND is_admin = 1)`);
        if (only !== undefined) return false;
        yield* close(userId, sql`deleted_at = ${at}`);
        return true;
      }),
    sessionsOf: (userId) =>
      all(sql<AccountSession>`SELECT public_id AS id, created_at AS "createdAt", used_at AS "usedAt",
          expires_at AS "expiresAt", device
        FROM sessions WHERE user_id = ${userId} ORDER BY ${latestFirst}`),
    endSession: (userId, id) =>
      write(function* () {
        const ended = yield* row(
          sql`DELETE FROM sessions WHERE user_id = ${userId} AND public_id = ${id} RETURNING public_id`,
        );
        return ended !== undefined;
      }),
    endSessionsOf: (userId) => runAlone(sql`DELETE FROM sessions WHERE user_id = ${userId}`),
    async deletedBefore(instant) {
      const marked = await all(
        sql<{ id: number }>`SELECT id FROM users WHERE deleted_at < ${instant} ORDER BY id`,
      );
      return marked.map(({ id }) => id);
    },
    eraseAccount: (userId) => eraseAccount(database, userId),
  };
}

/** Changes the account and ends its sessions. */
function* close(userId: number, change: SQL): Work<void> {
  yield* run(sql`UPDATE users SET ${change} WHERE id = ${userId}`);
  yield* run(sql`DELETE FROM sessions WHERE user_id = ${userId}`);
}

async function eraseAccount({ write, rowPlace }: SqlDatabase, userId: number): Promise<void> {
  for (const { table, most } of libraryTables) {
    const name = sql.identifier(table);
    const portion = sql`DELETE FROM ${name} WHERE user_id = ${userId} AND ${rowPlace} IN
      (SELECT ${rowPlace} FROM ${name} WHERE user_id = ${userId} LIMIT ${most}) RETURNING 1`;
    const options = { ...repeatable, weight: most };
    while ((await write(() => removeMarked(userId, portion), options)) > 0);
  }
  await write(
    () => removeMarked(userId, sql`DELETE FROM users WHERE id = ${userId} RETURNING 1`),
    repeatable,
  );
}

/** Each portion asks once more whether the account is marked: an admin may bring it back in between. */
function* removeMarked(userId: number, portion: SQL): Work<number> {
  yield* lock(sql`SELECT 1 FROM users WHERE id = ${userId} FOR UPDATE`);
  const marked = yield* row(sql`SELECT 1 FROM users WHERE id = ${userId} AND deleted_at IS NOT NULL`);
  return marked === undefined ? 0 : (yield* rows(portion)).length;
}
