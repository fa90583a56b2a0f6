/**
 * Leases webhooks to nodes.
 *
 * 1. A node that takes a delivery leases its webhook, until the attempt is settled or two minutes have passed by the
 *    database's clock: no other node sends anything of it meanwhile, whatever clock that one has.
 * 2. A node has its own lease at any time. One that starts afresh is another node, and waits.
 */
import { sql } from 'drizzle-orm';
import type { WebhookLeases } from '../sql/webhook-leases.ts';
import { row, run } from '../sql/work.ts';

/** Longer than an attempt takes, with its pauses and what stores its end. */
const leaseMs = 120_000;

const now = sql`(extract(epoch FROM clock_timestamp()) * 1000)::bigint`;

/** `node`: names this run of this server. */
export function createWebhookLeases(node: string): WebhookLeases {
  return {
    *take({ userId, webhookId }) {
      const leased = yield* row(sql`INSERT INTO webhook_leases AS had (user_id, webhook_id, node, until)
        SELECT user_id, id, ${node}::text, ${now} + ${sql.raw(String(leaseMs))} FROM webhooks
          WHERE user_id = ${userId} AND id = ${webhookId}
        ON CONFLICT (user_id, webhook_id) DO UPDATE SET node = excluded.node, until = excluded.until
          WHERE had.node = excluded.node OR had.until <= ${now}
        RETURNING 1`);
      return leased !== undefined;
    },
    release: ({ userId, webhookId }) =>
      run(sql`DELETE FROM webhook_leases
        WHERE user_id = ${userId} AND webhook_id = ${webhookId} AND node = ${node}`),
    isFree: sql`NOT EXISTS (SELECT 1 FROM webhook_leases AS l
      WHERE l.user_id = w.user_id AND l.webhook_id = w.id AND l.node <> ${node} AND l.until > ${now})`,
  };
}
