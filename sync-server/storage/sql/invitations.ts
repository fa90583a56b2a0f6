/** `invitations-port.ts`. */
import { sql } from 'drizzle-orm';
import type { InvitationsStorage, StoredInvitation } from '../ports/invitations-port.ts';
import { lockAdmissions } from './accounts.ts';
import { lock, repeatable, row, run, type SqlDatabase } from './work.ts';

const columns = sql`id, created_at AS "createdAt", expires_at AS "expiresAt", used_at AS "usedAt"`;

export function createInvitationsStorage({ all, write }: SqlDatabase): InvitationsStorage {
  return {
    addInvitation: ({ id, tokenHash, createdAt, expiresAt }, most) =>
      write(function* () {
        // Two that are added at once must not both take the last place.
        yield* lock(lockAdmissions);
        const stored = yield* row(sql<{ count: number }>`SELECT count(*) AS count FROM invitations`);
        if (stored === undefined || stored.count >= most) return false;
        yield* run(sql`INSERT INTO invitations (id, token_hash, created_at, expires_at)
          VALUES (${id}, ${tokenHash}, ${createdAt}, ${expiresAt})`);
        return true;
      }),
    async findInvitation(tokenHash) {
      const [found] = await all(
        sql<StoredInvitation>`SELECT ${columns} FROM invitations WHERE token_hash = ${tokenHash}`,
      );
      return found;
    },
    listInvitations: () =>
      all(sql<StoredInvitation>`SELECT ${columns} FROM invitations ORDER BY created_at DESC, id`),
    removeInvitation: (id) =>
      write(function* () {
        return (yield* row(sql`DELETE FROM invitations WHERE id = ${id} RETURNING id`)) !== undefined;
      }),
    removeInvitationsExpiredAt: (instant) =>
      write(() => run(sql`DELETE FROM invitations WHERE expires_at <= ${instant}`), repeatable),
  };
}
