/** Keeps of each webhook the instant of its next attempt, so that finding what is due reads what is due. */
import { type SQL, sql } from 'drizzle-orm';
import type { WebhookName } from '../ports/webhooks-port.ts';
import { lock, row, run, type Work } from './work.ts';

/** In a statement upon `webhook_deliveries`. */
export function ofWebhook({ userId, webhookId }: WebhookName): SQL {
  return sql`user_id = ${userId} AND webhook_id = ${webhookId}`;
}

/** In a statement upon `webhooks`. */
export function isWebhook({ userId, webhookId }: WebhookName): SQL {
  return sql`user_id = ${userId} AND id = ${webhookId}`;
}

/**
 * Locks a webhook until the transaction ends. All that changes a webhook or its deliveries begins with it, so that what
 * is counted and placed in one transaction is still true at its end. Returns false where there is none.
 */
export function* lockWebhook(name: WebhookName): Work<boolean> {
  yield* lock(sql`SELECT 1 FROM webhooks WHERE ${isWebhook(name)} FOR NO KEY UPDATE`);
  return (yield* row(sql`SELECT 1 FROM webhooks WHERE ${isWebhook(name)}`)) !== undefined;
}

/** Of what waits: asked for at once, in line the first, aside each for itself. The latter two only where it is on. */
const next = sql`SELECT min(at) AS at FROM (
  SELECT min(due_at) AS at FROM webhook_deliveries AS d
    WHERE d.user_id = webhooks.user_id AND d.webhook_id = webhooks.id AND d.state = 'waiting'
      AND (lane = 'asked' OR lane = 'aside' AND webhooks.state = 'on')
  UNION ALL
  SELECT due_at FROM webhook_deliveries AS d
    WHERE webhooks.state = 'on' AND d.user_id = webhooks.user_id AND d.webhook_id = webhooks.id AND d.number =
      (SELECT min(number) FROM webhook_deliveries AS l WHERE l.user_id = webhooks.user_id
        AND l.webhook_id = webhooks.id AND l.state = 'waiting' AND l.lane = 'line')) AS each`;

/** Within the caller's transaction, which has the lock. `notBefore`: others that wait come first. */
export function placeWebhook(name: WebhookName, notBefore = 0): Work<void> {
  return run(sql`UPDATE webhooks SET due_at =
      (SELECT CASE WHEN at < ${notBefore} THEN ${notBefore} ELSE at END FROM (${next}) AS it)
    WHERE ${isWebhook(name)}`);
}
