import { count, desc, eq, lte } from 'drizzle-orm';
import type { InvitationsStorage } from '../invitations-port.ts';
import type { OpenDatabase } from './open-database.ts';
import { invitations } from './schema-accounts.ts';

const stored = {
  id: invitations.id,
  createdAt: invitations.createdAt,
  expiresAt: invitations.expiresAt,
  usedAt: invitations.usedAt,
};

export function createInvitationsStorage({ orm }: OpenDatabase): InvitationsStorage {
  return {
    async addInvitation(invitation, most) {
      return orm.transaction((transaction) => {
        const there = transaction.select({ count: count() }).from(invitations).get();
        if (there !== undefined && there.count >= most) return false;
        transaction.insert(invitations).values(invitation).run();
        return true;
      });
    },
    async findInvitation(tokenHash) {
      return orm.select(stored).from(invitations).where(eq(invitations.tokenHash, tokenHash)).get();
    },
    async listInvitations() {
      return orm.select(stored).from(invitations).orderBy(desc(invitations.createdAt)).all();
    },
    async removeInvitation(id) {
      return orm.delete(invitations).where(eq(invitations.id, id)).run().changes === 1;
    },
    async removeInvitationsExpiredAt(instant) {
      orm.delete(invitations).where(lte(invitations.expiresAt, instant)).run();
    },
  };
}
