/** `AccountsStorage` of `accounts-port.ts` on PostgreSQL. */
import { storable } from '#shared/model/text.ts';
import type { AccountsStorage, StoredUser } from '../accounts-port.ts';
import type { Reads, Transactions } from './transactions.ts';

/** Of whoever adds an account on a condition that another one may end: one at a time, on any number of nodes. */
const lockAdmissions = 'LOCK TABLE invitations IN SHARE ROW EXCLUSIVE MODE';

export function createAccountsStorage({ read, write }: Transactions): AccountsStorage {
  return {
    addUser: createAddUser(write),
    hasUsers: () => read(hasUsers),
    isAdmin: (userId) =>
      read(async ({ query }) => {
        const rows = await query('SELECT 1 FROM users WHERE id = $1 AND is_admin = 1', [userId]);
        return rows.length > 0;
      }),
    findUser: (usernameKey) =>
      read(async ({ query }) => {
        const [user] = await query<StoredUser>(
          `SELECT id, username, display_name AS "displayName", password_hash AS "passwordHash"
            FROM users WHERE username_key = $1 AND disabled_at IS NULL AND deleted_at IS NULL`,
          [storable(usernameKey)],
        );
        return user;
      }),
    secret: (purpose, drawn) =>
      write(
        async ({ query, send }) => {
          send('INSERT INTO server_secrets (purpose, secret) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
            purpose,
            Buffer.from(drawn),
          ]);
          const [stored] = await query<{ secret: Buffer }>(
            'SELECT secret FROM server_secrets WHERE purpose = $1',
            [purpose],
          );
          return stored?.secret ?? drawn;
        },
        { isRepeatable: true },
      ),
    replaceSecret: (purpose, secret) =>
      write(
        async ({ send }) =>
          send(
            `INSERT INTO server_secrets (purpose, secret) VALUES ($1, $2)
              ON CONFLICT (purpose) DO UPDATE SET secret = excluded.secret`,
            [purpose, Buffer.from(secret)],
          ),
        { isRepeatable: true },
      ),
  };
}

async function hasUsers({ query }: Reads): Promise<boolean> {
  return (await query('SELECT 1 FROM users LIMIT 1')).length > 0;
}

function createAddUser(write: Transactions['write']): AccountsStorage['addUser'] {
  return (user, admission = { kind: 'open' }) =>
    write(async (writes) => {
      const { query, send } = writes;
      if (admission.kind !== 'open') send(lockAdmissions);
      if ((await query('SELECT 1 FROM users WHERE id = $1', [user.id])).length > 0) return 'id_taken';
      if (admission.kind === 'first' && (await hasUsers(writes))) return 'not_admitted';
      if (admission.kind === 'invitation') {
        const usable = await query(
          'SELECT 1 FROM invitations WHERE token_hash = $1 AND used_at IS NULL AND expires_at > $2 FOR UPDATE',
          [admission.tokenHash, user.createdAt],
        );
        if (usable.length === 0) return 'not_admitted';
      }
      const added = await query(
        `INSERT INTO users (id, username, username_key, display_name, password_hash, created_at, is_admin)
          VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (username_key) DO NOTHING RETURNING id`,
        [
          ...[user.id, user.username, user.usernameKey, user.displayName],
          ...[user.passwordHash, user.createdAt, Number(user.isAdmin ?? false)],
        ],
      );
      if (added.length === 0) return 'username_taken';
      if (admission.kind === 'invitation') {
        send('UPDATE invitations SET used_at = $1 WHERE token_hash = $2', [
          user.createdAt,
          admission.tokenHash,
        ]);
      }
      return 'added';
    });
}
