/** Keeps of each webhook the instant of its next attempt, as `sqlite/webhook-due.ts` does. */
import type { WebhookName } from '../webhooks-port.ts';
import type { Writes } from './transactions.ts';

/**
 * Locks a webhook until the transaction ends. All that changes a webhook or its deliveries begins with it, so that what
 * is counted and placed in one transaction is still true at its end. Returns false where there is none.
 */
export async function lockWebhook({ query }: Writes, { userId, webhookId }: WebhookName): Promise<boolean> {
  const found = await query('SELECT 1 FROM webhooks WHERE user_id = $1 AND id = $2 FOR NO KEY UPDATE', [
    ...[userId, webhookId],
  ]);
  return found.length > 0;
}

/** Of what waits: asked for at once, in line the first, aside each for itself. The latter two only where it is on. */
const next = `SELECT min(at) AS at FROM (
  SELECT min(due_at) AS at FROM webhook_deliveries AS d
    WHERE d.user_id = w.user_id AND d.webhook_id = w.id AND state = 'waiting'
      AND (lane = 'asked' OR lane = 'aside' AND w.state = 'on')
  UNION ALL
  (SELECT due_at FROM webhook_deliveries AS d
    WHERE d.user_id = w.user_id AND d.webhook_id = w.id AND d.state = 'waiting' AND lane = 'line' AND w.state = 'on'
    ORDER BY number LIMIT 1)) AS each`;

/** Within the caller's transaction, which has the lock. `notBefore`: others that wait come first. */
export function placeWebhook({ send }: Writes, { userId, webhookId }: WebhookName, notBefore = 0): void {
  send(
    `UPDATE webhooks AS w SET due_at = (SELECT CASE WHEN at IS NOT NULL THEN greatest($3::bigint, at) END FROM (${next}) AS it)
      WHERE user_id = $1 AND id = $2`,
    [userId, webhookId, notBefore],
  );
}
