/** `webhooks-port.ts` on PostgreSQL: what a person does with webhooks. The events come from triggers. */
import { randomUUID } from 'node:crypto';
import { wantedEvents } from '../records/webhook-rows.ts';
import type { StoredWebhook, WebhookName, WebhookRowChange, WebhooksStorage } from '../webhooks-port.ts';
import type { Reads, Transactions, Writes } from './transactions.ts';
import { createWebhookDeliveries } from './webhook-deliveries.ts';
import { lockWebhook, placeWebhook } from './webhook-due.ts';
import { createWebhookEvents } from './webhook-events.ts';

type WebhookRow = Omit<StoredWebhook, 'events'> & { events: string };

const columns = `id, url, events, created_at AS "createdAt", state, failing_since AS "failingSince", skipped,
  (SELECT count(*) FROM webhook_deliveries AS d
    WHERE d.user_id = w.user_id AND d.webhook_id = w.id AND d.state = 'waiting') AS waiting,
  (SELECT count(*) FROM webhook_deliveries AS d
    WHERE d.user_id = w.user_id AND d.webhook_id = w.id AND d.state = 'failed') AS failed`;

/** The latest event of the user `$1`: an added webhook gets what comes after it. */
const latestEvent = 'coalesce((SELECT max(id) FROM webhook_events WHERE user_id = $1), 0)';

const webhookOf = (row: WebhookRow): StoredWebhook => ({ ...row, events: wantedEvents(row.events) });

/** Of whoever adds webhooks or changes the library: one at a time. */
const lockUser = 'SELECT 1 FROM users WHERE id = $1 FOR NO KEY UPDATE';

export function createWebhooksStorage(transactions: Transactions): WebhooksStorage {
  const { read, write } = transactions;
  return {
    listWebhooks: (userId) =>
      read(async ({ query }) => {
        const rows = await query<WebhookRow>(
          `SELECT ${columns} FROM webhooks AS w WHERE user_id = $1 ORDER BY created_at, id`,
          [userId],
        );
        return rows.map(webhookOf);
      }),
    addWebhook: (userId, { id, url, events, secret, createdAt }, most) =>
      write(
        async ({ query, send }) => {
          const [, [there]] = await Promise.all([
            query(lockUser, [userId]),
            query<{ count: number }>('SELECT count(*) AS count FROM webhooks WHERE user_id = $1', [userId]),
          ]);
          if (there === undefined || there.count >= most) return false;
          send(
            `INSERT INTO webhooks (user_id, id, url, events, secret, created_at, state, place)
            VALUES ($1, $2, $3, $4, $5, $6, 'on', ${latestEvent})`,
            [userId, id, url, JSON.stringify(events), secret, createdAt],
          );
          return true;
        },
        { of: userId },
      ),
    changeWebhook: (userId, id, changes, at) =>
      write(async (writes) => {
        const name = { userId, webhookId: id };
        await lockWebhook(writes, name);
        const there = await find(writes, name);
        if (there === undefined) return undefined;
        change(writes, { name, from: there, changes, at });
        placeWebhook(writes, name);
        return await find(writes, name);
      }),
    replaceSecret: (userId, id, secret, previousUntil) =>
      write(async ({ query }) => {
        const replaced = await query(
          `UPDATE webhooks SET previous_secret = secret, previous_until = $4, secret = $3
            WHERE user_id = $1 AND id = $2 RETURNING 1`,
          [userId, id, secret, previousUntil],
        );
        return replaced.length > 0;
      }),
    removeWebhook: (userId, id) =>
      write(async ({ query }) => {
        const removed = await query('DELETE FROM webhooks WHERE user_id = $1 AND id = $2 RETURNING 1', [
          ...[userId, id],
        ]);
        return removed.length > 0;
      }),
    ...createWebhookDeliveries(transactions, randomUUID()),
    ...createWebhookEvents(transactions),
  };
}

async function find({ query }: Reads, { userId, webhookId }: WebhookName) {
  const [row] = await query<WebhookRow>(
    `SELECT ${columns} FROM webhooks AS w WHERE user_id = $1 AND id = $2`,
    [userId, webhookId],
  );
  return row && webhookOf(row);
}

type Change = { name: WebhookName; from: StoredWebhook; changes: WebhookRowChange; at: number };

/** Within the caller's transaction, which has the lock. */
function change({ send }: Writes, { name, from, changes: { url, events, isOn }, at }: Change): void {
  const named = [name.userId, name.webhookId];
  const set = (columnsAndValues: string, values: readonly unknown[] = []) =>
    send(`UPDATE webhooks SET ${columnsAndValues} WHERE user_id = $1 AND id = $2`, [...named, ...values]);
  set('url = coalesce($3, url), events = coalesce($4, events)', [
    ...[url ?? null, events === undefined ? null : JSON.stringify(events)],
  ]);
  const isSwitchedOn = isOn === true && from.state !== 'on';
  if (isSwitchedOn)
    set(`place = CASE WHEN state = 'off' THEN ${latestEvent} ELSE place END, skipped = 0, state = 'on'`);
  if (isSwitchedOn || (url !== undefined && url !== from.url)) {
    set('failures = 0, failing_since = NULL');
    send(
      `UPDATE webhook_deliveries SET due_at = $3 WHERE user_id = $1 AND webhook_id = $2 AND state = 'waiting'`,
      [...named, at],
    );
  }
  if (isOn === false && from.state !== 'off') {
    send(
      `UPDATE webhook_deliveries SET state = 'failed', problem = 'switched_off', status = NULL, due_at = NULL
        WHERE user_id = $1 AND webhook_id = $2 AND state = 'waiting' AND lane <> 'asked'`,
      named,
    );
    set("state = 'off', failing_since = NULL");
  }
}
