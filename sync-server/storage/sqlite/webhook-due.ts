/** Keeps of each webhook the instant of its next attempt, so that finding what is due reads what is due. */
import type { WebhookState } from '#shared/model/webhook.ts';
import type { WebhookName } from '../webhooks-port.ts';
import type { OpenDatabase } from './open-database.ts';

/** Of what waits: asked for at once, in line the first, aside each for itself. The latter two only where it is on. */
export type WebhookDue = {
  /** Within the caller's transaction. `notBefore`: others that wait come first. */
  place(name: WebhookName, notBefore?: number): void;
};

export function createWebhookDue({ connection }: OpenDatabase): WebhookDue {
  const stateOf = connection
    .prepare<WebhookName, WebhookState>(
      'SELECT state FROM webhooks WHERE user_id = :userId AND id = :webhookId',
    )
    .pluck();
  const waiting = `FROM webhook_deliveries
    WHERE user_id = :userId AND webhook_id = :webhookId AND state = 'waiting'`;
  const head = connection
    .prepare<WebhookName, number>(`SELECT due_at ${waiting} AND lane = 'line' ORDER BY number LIMIT 1`)
    .pluck();
  const others = connection
    .prepare<WebhookName & { lane: string }, number | null>(`SELECT min(due_at) ${waiting} AND lane = :lane`)
    .pluck();
  const set = connection.prepare<WebhookName & { dueAt: number | null }>(
    'UPDATE webhooks SET due_at = :dueAt WHERE user_id = :userId AND id = :webhookId',
  );
  return {
    place(name, notBefore = 0) {
      const isOn = stateOf.get(name) === 'on';
      const asked = others.get({ ...name, lane: 'asked' });
      const own = isOn ? [head.get(name), others.get({ ...name, lane: 'aside' })] : [];
      const all = [asked, ...own].filter((at) => typeof at === 'number');
      const dueAt = all.length === 0 ? null : Math.max(notBefore, Math.min(...all));
      set.run({ ...name, dueAt });
    },
  };
}
