/** `webhooks-port.ts`: what a person does with webhooks. */
import { type SQL, sql } from 'drizzle-orm';
import type {
  AddedWebhook,
  StoredWebhook,
  WebhookName,
  WebhookRowChange,
  WebhooksStorage,
} from '../ports/webhooks-port.ts';
import { wantedEvents } from '../records/webhook-rows.ts';
import { createWebhookDeliveries } from './webhook-deliveries.ts';
import { isWebhook, lockWebhook, ofWebhook, placeWebhook } from './webhook-due.ts';
import { createWebhookEvents } from './webhook-events.ts';
import type { WebhookLeases } from './webhook-leases.ts';
import { lock, row, run, type SqlDatabase, type Work } from './work.ts';

type WebhookRow = Omit<StoredWebhook, 'events'> & { events: string };

const columns = sql`id, url, events, created_at AS "createdAt", state, failing_since AS "failingSince", skipped,
  (SELECT count(*) FROM webhook_deliveries AS d
    WHERE d.user_id = w.user_id AND d.webhook_id = w.id AND d.state = 'waiting') AS waiting,
  (SELECT count(*) FROM webhook_deliveries AS d
    WHERE d.user_id = w.user_id AND d.webhook_id = w.id AND d.state = 'failed') AS failed`;

const webhookOf = (row: WebhookRow): StoredWebhook => ({ ...row, events: wantedEvents(row.events) });

/** The latest event of the user: an added webhook gets what comes after it. */
const latestEvent = (userId: number) =>
  sql`coalesce((SELECT max(id) FROM webhook_events WHERE user_id = ${userId}), 0)`;

export function createWebhooksStorage(database: SqlDatabase, leases: WebhookLeases): WebhooksStorage {
  const { all, write } = database;
  return {
    async listWebhooks(userId) {
      const found = await all(
        sql<WebhookRow>`SELECT ${columns} FROM webhooks AS w WHERE user_id = ${userId} ORDER BY created_at, id`,
      );
      return found.map(webhookOf);
    },
    addWebhook: (userId, webhook, most) => write(() => add(userId, webhook, most), { of: userId }),
    changeWebhook: (userId, webhookId, changes, at) =>
      write(function* () {
        const name = { userId, webhookId };
        yield* lockWebhook(name);
        const there = yield* find(name);
        if (there === undefined) return undefined;
        yield* change(name, { from: there, changes, at });
        yield* placeWebhook(name);
        return yield* find(name);
      }),
    replaceSecret: (userId, webhookId, secret, previousUntil) =>
      write(function* () {
        const replaced = yield* row(sql`UPDATE webhooks
          SET previous_secret = secret, previous_until = ${previousUntil}, secret = ${secret}
          WHERE ${isWebhook({ userId, webhookId })} RETURNING 1`);
        return replaced !== undefined;
      }),
    removeWebhook: (userId, webhookId) =>
      write(function* () {
        const removed = yield* row(
          sql`DELETE FROM webhooks WHERE ${isWebhook({ userId, webhookId })} RETURNING 1`,
        );
        return removed !== undefined;
      }),
    ...createWebhookDeliveries(database, leases),
    ...createWebhookEvents(database),
  };
}

function* add(
  userId: number,
  { id, url, events, secret, createdAt }: AddedWebhook,
  most: number,
): Work<boolean> {
  // Of whoever adds webhooks or changes the library: one at a time.
  yield* lock(sql`SELECT 1 FROM users WHERE id = ${userId} FOR NO KEY UPDATE`);
  const there = yield* row(
    sql<{ count: number }>`SELECT count(*) AS count FROM webhooks WHERE user_id = ${userId}`,
  );
  if (there === undefined || there.count >= most) return false;
  yield* run(sql`INSERT INTO webhooks (user_id, id, url, events, secret, created_at, state, place)
    VALUES (${userId}, ${id}, ${url}, ${JSON.stringify(events)}, ${secret}, ${createdAt}, 'on',
      ${latestEvent(userId)})`);
  return true;
}

function* find(name: WebhookName): Work<StoredWebhook | undefined> {
  const found = yield* row(sql<WebhookRow>`SELECT ${columns} FROM webhooks AS w WHERE ${isWebhook(name)}`);
  return found && webhookOf(found);
}

type Change = { from: StoredWebhook; changes: WebhookRowChange; at: number };

/** Within the caller's transaction, which has the lock. */
function* change(name: WebhookName, { from, changes: { url, events, isOn }, at }: Change): Work<void> {
  const set = (to: SQL): Work<void> => run(sql`UPDATE webhooks SET ${to} WHERE ${isWebhook(name)}`);
  if (url !== undefined) yield* set(sql`url = ${url}`);
  if (events !== undefined) yield* set(sql`events = ${JSON.stringify(events)}`);
  const isSwitchedOn = isOn === true && from.state !== 'on';
  if (isSwitchedOn && from.state === 'off') yield* set(sql`place = ${latestEvent(name.userId)}`);
  if (isSwitchedOn) yield* set(sql`skipped = 0, state = 'on'`);
  if (isSwitchedOn || (url !== undefined && url !== from.url)) {
    yield* set(sql`failures = 0, failing_since = NULL`);
    yield* run(
      sql`UPDATE webhook_deliveries SET due_at = ${at} WHERE ${ofWebhook(name)} AND state = 'waiting'`,
    );
  }
  if (isOn === false && from.state !== 'off') {
    yield* run(sql`UPDATE webhook_deliveries
      SET state = 'failed', problem = 'switched_off', status = NULL, due_at = NULL
      WHERE ${ofWebhook(name)} AND state = 'waiting' AND lane <> 'asked'`);
    yield* set(sql`state = 'off', failing_since = NULL`);
  }
}
