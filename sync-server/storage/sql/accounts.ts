/** `AccountsStorage` of `accounts-port.ts`. */
import { sql } from 'drizzle-orm';
import { storable } from '#shared/model/text.ts';
import type { AccountsStorage, Admission, NewUser, StoredUser } from '../ports/accounts-port.ts';
import { lock, repeatable, row, run, type SqlDatabase, type Work } from './work.ts';

export function createAccountsStorage({ all, write }: SqlDatabase): AccountsStorage {
  return {
    addUser: (user, admission = { kind: 'open' }) => write(() => addUser(user, admission)),
    hasUsers: async () => (await all(anybody)).length > 0,
    isAdmin: async (userId) =>
      (await all(sql`SELECT 1 FROM users WHERE id = ${userId} AND is_admin = 1`)).length > 0,
    async findUser(usernameKey) {
      const [user] = await all(sql<StoredUser>`SELECT id, username, display_name AS "displayName",
          password_hash AS "passwordHash"
        FROM users WHERE username_key = ${storable(usernameKey)} AND disabled_at IS NULL AND deleted_at IS NULL`);
      return user;
    },
    secret: (purpose, drawn) =>
      write(function* () {
        const secret = Buffer.from(drawn);
        yield* run(
          sql`INSERT INTO server_secrets (purpose, secret) VALUES (${purpose}, ${secret}) ON CONFLICT DO NOTHING`,
        );
        const stored = yield* row(
          sql<{ secret: Buffer }>`SELECT secret FROM server_secrets WHERE purpose = ${purpose}`,
        );
        return stored?.secret ?? drawn;
      }, repeatable),
    replaceSecret: (purpose, secret) =>
      write(
        () =>
          run(sql`INSERT INTO server_secrets (purpose, secret) VALUES (${purpose}, ${Buffer.from(secret)})
            ON CONFLICT (purpose) DO UPDATE SET secret = excluded.secret`),
        repeatable,
      ),
  };
}

const anybody = sql`SELECT 1 FROM users LIMIT 1`;

/** Locks out whoever adds an account or an invitation: what is counted in one transaction is still true at its end. */
export const lockAdmissions = sql`LOCK TABLE invitations IN SHARE ROW EXCLUSIVE MODE`;

function* addUser(
  user: NewUser,
  admission: Admission,
): Work<Awaited<ReturnType<AccountsStorage['addUser']>>> {
  if (admission.kind !== 'open') yield* lock(lockAdmissions);
  if ((yield* row(sql`SELECT 1 FROM users WHERE id = ${user.id}`)) !== undefined) return 'id_taken';
  if (admission.kind === 'first' && (yield* row(anybody)) !== undefined) return 'not_admitted';
  if (admission.kind === 'invitation') {
    const usable = yield* row(sql`SELECT 1 FROM invitations
      WHERE token_hash = ${admission.tokenHash} AND used_at IS NULL AND expires_at > ${user.createdAt}`);
    if (usable === undefined) return 'not_admitted';
  }
  const { id, username, usernameKey, displayName, passwordHash, createdAt, isAdmin = false } = user;
  const added = yield* row(sql`INSERT INTO users
      (id, username, username_key, display_name, password_hash, created_at, is_admin)
    VALUES (${id}, ${username}, ${usernameKey}, ${displayName}, ${passwordHash}, ${createdAt}, ${Number(isAdmin)})
    ON CONFLICT (username_key) DO NOTHING RETURNING id`);
  if (added === undefined) return 'username_taken';
  if (admission.kind === 'invitation') {
    yield* run(sql`UPDATE invitations SET used_at = ${createdAt} WHERE token_hash = ${admission.tokenHash}`);
  }
  return 'added';
}
