import { createHash } from 'node:crypto';
import type { RegistrationMode } from '#shared/model/account/registration.ts';
import { newId, type RandomWords } from '#shared/model/ids.ts';
import type { InvitationsStorage, StoredInvitation } from '../../storage/ports/invitations-port.ts';
import type { EventSource, SecurityEvents } from './security-events.ts';

/** Used and unused ones, until they expire. */
const mostAtOnce = 1000;
const day = 24 * 60 * 60 * 1000;

export type MadeInvitation = { id: number; token: string; expiresAt: number };

/** The admin who asks, for the log. */
export type Admin = { username: string; from: EventSource };

/** Invitations to make one account each. Callers have made sure that an admin asks. */
export type Invitations = {
  /** `closed`: this server takes no new accounts; `full`: too many are there. */
  create(days: number, by?: Admin): Promise<MadeInvitation | 'closed' | 'full'>;
  list(): Promise<StoredInvitation[]>;
  /** Returns false where there is no such invitation. */
  remove(id: number, by?: Admin): Promise<boolean>;
  /** Returns the hash of a token that admits an account now, or why it does not. */
  check(token: string): Promise<{ tokenHash: string } | 'unknown' | 'used' | 'expired'>;
};

export function createInvitations(deps: {
  storage: InvitationsStorage;
  mode: RegistrationMode;
  securityEvents: SecurityEvents;
  now: () => number;
  random: RandomWords;
  randomBytes: (size: number) => Uint8Array;
}): Invitations {
  const { storage, now } = deps;
  return {
    async create(days, by) {
      if (deps.mode === 'closed') return 'closed';
      const createdAt = now();
      // An expired one is named as such for a while, and not as unknown.
      await storage.removeInvitationsExpiredAt(createdAt - 30 * day);
      const token = Buffer.from(deps.randomBytes(32)).toString('base64url');
      const made = { id: newId(deps.random), expiresAt: createdAt + days * day };
      const added = await storage.addInvitation({ ...made, tokenHash: hashOf(token), createdAt }, mostAtOnce);
      if (!added) return 'full';
      await deps.securityEvents.record({ kind: 'invitation_created', ...by });
      return { ...made, token };
    },
    list: () => storage.listInvitations(),
    async remove(id, by) {
      const removed = await storage.removeInvitation(id);
      if (removed) await deps.securityEvents.record({ kind: 'invitation_removed', ...by });
      return removed;
    },
    async check(token) {
      const tokenHash = hashOf(token);
      const found = await storage.findInvitation(tokenHash);
      if (found === undefined) return 'unknown';
      if (found.usedAt !== null) return 'used';
      return found.expiresAt > now() ? { tokenHash } : 'expired';
    },
  };
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
