import type { WebhookActions } from '../../../session/account/webhook-actions.ts';

const elsewhere = { ok: false, message: 'not in this scene' } as const;

/** A server without webhooks; `more` replaces what a test is about. */
export function webhookActions(more: Partial<WebhookActions> = {}): WebhookActions {
  return {
    list: async () => ({ ok: true, value: [] }),
    add: async () => elsewhere,
    change: async () => elsewhere,
    remove: async () => ({ ok: true }),
    replaceSecret: async () => elsewhere,
    test: async () => elsewhere,
    deliveries: async () => ({ ok: true, value: { deliveries: [], next: null } }),
    sendAgain: async () => ({ ok: true }),
    ...more,
  };
}
