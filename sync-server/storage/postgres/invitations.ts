/** `invitations-port.ts` on PostgreSQL. */
import type { InvitationsStorage, StoredInvitation } from '../invitations-port.ts';
import type { Transactions } from './transactions.ts';

const columns = 'id, created_at AS "createdAt", expires_at AS "expiresAt", used_at AS "usedAt"';

export function createInvitationsStorage({ read, write }: Transactions): InvitationsStorage {
  return {
    addInvitation: ({ id, tokenHash, createdAt, expiresAt }, most) =>
      write(async ({ query, send }) => {
        // Two that are added at once must not both take the last place.
        send('LOCK TABLE invitations IN SHARE ROW EXCLUSIVE MODE');
        const [stored] = await query<{ count: number }>('SELECT count(*) AS count FROM invitations');
        if (stored === undefined || stored.count >= most) return false;
        send('INSERT INTO invitations (id, token_hash, created_at, expires_at) VALUES ($1, $2, $3, $4)', [
          ...[id, tokenHash, createdAt, expiresAt],
        ]);
        return true;
      }),
    findInvitation: (tokenHash) =>
      read(async ({ query }) => {
        const [found] = await query<StoredInvitation>(
          `SELECT ${columns} FROM invitations WHERE token_hash = $1`,
          [tokenHash],
        );
        return found;
      }),
    listInvitations: () =>
      read(({ query }) =>
        query<StoredInvitation>(`SELECT ${columns} FROM invitations ORDER BY created_at DESC, id`),
      ),
    removeInvitation: (id) =>
      write(async ({ query }) => {
        const removed = await query('DELETE FROM invitations WHERE id = $1 RETURNING id', [id]);
        return removed.length === 1;
      }),
    removeInvitationsExpiredAt: (instant) =>
      write(async ({ send }) => send('DELETE FROM invitations WHERE expires_at <= $1', [instant]), {
        isRepeatable: true,
      }),
  };
}
