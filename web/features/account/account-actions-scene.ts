import type { AccountActions } from '../../session/account/account-actions.ts';
import { webhookActions } from './webhooks/webhook-actions-scene.ts';

/** A server whose account is no admin, with one session; `more` replaces what a test is about. */
export function accountActions(more: Partial<AccountActions> = {}): AccountActions {
  return {
    read: async () => ({
      ok: true,
      value: { isAdmin: false, minPasswordLength: 6, registration: 'invite' },
    }),
    changePassword: async () => ({ ok: true }),
    sessions: async () => ({ ok: true, value: [] }),
    endSession: async () => ({ ok: true }),
    endOtherSessions: async () => ({ ok: true }),
    invitations: async () => ({ ok: true, value: [] }),
    invite: async () => ({ ok: false, message: 'not in this scene' }),
    withdrawInvitation: async () => ({ ok: true }),
    links: {
      list: async () => ({ ok: true, value: [] }),
      make: async () => ({ ok: false, message: 'not in this scene' }),
      revoke: async () => ({ ok: true }),
    },
    webhooks: webhookActions(),
    apiTokens: async () => ({ ok: true, value: [] }),
    makeApiToken: async () => ({ ok: false, message: 'not in this scene' }),
    revokeApiToken: async () => ({ ok: true }),
    ...more,
  };
}
