/** `webhooks-port.ts` on SQLite: what a person does with webhooks. The events come from triggers (`014-webhooks.sql`). */
import { wantedEvents } from '../records/webhook-rows.ts';
import type { AddedWebhook, StoredWebhook, WebhookRowChange, WebhooksStorage } from '../webhooks-port.ts';
import type { OpenDatabase } from './open-database.ts';
import { createWebhookDeliveries } from './webhook-deliveries.ts';
import { createWebhookDue } from './webhook-due.ts';
import { createWebhookEvents } from './webhook-events.ts';

type WebhookRow = Omit<StoredWebhook, 'events'> & { events: string };

const columns = `id, url, events, created_at AS createdAt, state, failing_since AS failingSince, skipped,
  (SELECT count(*) FROM webhook_deliveries AS d
    WHERE d.user_id = w.user_id AND d.webhook_id = w.id AND d.state = 'waiting') AS waiting,
  (SELECT count(*) FROM webhook_deliveries AS d
    WHERE d.user_id = w.user_id AND d.webhook_id = w.id AND d.state = 'failed') AS failed`;

/** The latest event of all: an added webhook gets what comes after it. */
const latestEvent = `coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'webhook_events'), 0)`;

const webhookOf = (row: WebhookRow): StoredWebhook => ({ ...row, events: wantedEvents(row.events) });

type Named = { userId: number; id: number };

export function createWebhooksStorage(database: OpenDatabase): WebhooksStorage {
  const { connection } = database;
  const due = createWebhookDue(database);
  const list = connection.prepare<[number], WebhookRow>(
    `SELECT ${columns} FROM webhooks AS w WHERE user_id = ? ORDER BY created_at, id`,
  );
  const find = connection.prepare<Named, WebhookRow>(
    `SELECT ${columns} FROM webhooks AS w WHERE user_id = :userId AND id = :id`,
  );
  const count = connection
    .prepare<[number], number>('SELECT count(*) FROM webhooks WHERE user_id = ?')
    .pluck();
  const insert = connection.prepare(
    `INSERT INTO webhooks (user_id, id, url, events, secret, created_at, state, place)
      VALUES (:userId, :id, :url, :events, :secret, :createdAt, 'on', ${latestEvent})`,
  );
  const replace = connection.prepare(
    `UPDATE webhooks SET previous_secret = secret, previous_until = :previousUntil, secret = :secret
      WHERE user_id = :userId AND id = :id`,
  );
  const remove = connection.prepare<Named>('DELETE FROM webhooks WHERE user_id = :userId AND id = :id');
  const change = createChange(database);

  return {
    listWebhooks: async (userId) => list.all(userId).map(webhookOf),
    async addWebhook(userId: number, webhook: AddedWebhook, most: number) {
      const add = connection.transaction(() => {
        if ((count.get(userId) ?? 0) >= most) return false;
        insert.run({ ...webhook, userId, events: JSON.stringify(webhook.events) });
        return true;
      });
      return add.immediate();
    },
    async changeWebhook(userId, id, changes, at) {
      const changeAll = connection.transaction(() => {
        const there = find.get({ userId, id });
        if (there === undefined) return undefined;
        change({ userId, id }, { from: webhookOf(there), changes, at });
        due.place({ userId, webhookId: id });
        const after = find.get({ userId, id });
        return after && webhookOf(after);
      });
      return changeAll.immediate();
    },
    async replaceSecret(userId, id, secret, previousUntil) {
      return replace.run({ userId, id, secret, previousUntil }).changes === 1;
    },
    removeWebhook: async (userId, id) => remove.run({ userId, id }).changes === 1,
    ...createWebhookDeliveries(database, due),
    ...createWebhookEvents(database, due),
  };
}

function createChange({ connection }: OpenDatabase) {
  const set = connection.prepare(
    `UPDATE webhooks SET url = coalesce(:url, url), events = coalesce(:events, events)
      WHERE user_id = :userId AND id = :id`,
  );
  const beginAfresh = connection.prepare<Named>(
    'UPDATE webhooks SET failures = 0, failing_since = NULL WHERE user_id = :userId AND id = :id',
  );
  const retryNow = connection.prepare<Named & { at: number }>(
    `UPDATE webhook_deliveries SET due_at = :at
      WHERE user_id = :userId AND webhook_id = :id AND state = 'waiting'`,
  );
  const switchOn = connection.prepare<Named>(
    `UPDATE webhooks SET place = iif(state = 'off', ${latestEvent}, place), skipped = 0, state = 'on'
      WHERE user_id = :userId AND id = :id`,
  );
  const switchOff = connection.prepare<Named>(
    `UPDATE webhooks SET state = 'off', failing_since = NULL WHERE user_id = :userId AND id = :id`,
  );
  const giveUp = connection.prepare<Named>(
    `UPDATE webhook_deliveries SET state = 'failed', problem = 'switched_off', status = NULL, due_at = NULL
      WHERE user_id = :userId AND webhook_id = :id AND state = 'waiting' AND lane <> 'asked'`,
  );

  /** Within the caller's transaction. */
  return (
    name: Named,
    { from, changes, at }: { from: StoredWebhook; changes: WebhookRowChange; at: number },
  ): void => {
    const { url = null, events, isOn } = changes;
    set.run({ ...name, url, events: events === undefined ? null : JSON.stringify(events) });
    const isSwitchedOn = isOn === true && from.state !== 'on';
    if (isSwitchedOn) switchOn.run(name);
    if (isSwitchedOn || (url !== null && url !== from.url)) {
      beginAfresh.run(name);
      retryNow.run({ ...name, at });
    }
    if (isOn === false && from.state !== 'off') {
      giveUp.run(name);
      switchOff.run(name);
    }
  };
}
