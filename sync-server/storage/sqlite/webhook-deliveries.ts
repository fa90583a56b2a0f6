/** Lists, finds and settles the deliveries of webhooks. */
import {
  type DueDelivery,
  keptDeliveries,
  type SettledAttempt,
  type StoredDelivery,
  type WebhookDeliveries,
  type WebhookName,
} from '../webhooks-port.ts';
import { createGroupCommit } from './group-commit.ts';
import type { OpenDatabase } from './open-database.ts';
import type { WebhookDue } from './webhook-due.ts';

const columns = `number, message_id AS messageId, type, body, state, created_at AS createdAt, attempts,
  due_at AS dueAt, attempted_at AS attemptedAt, status, problem, took_ms AS tookMs`;

const ofWebhook = 'user_id = :userId AND webhook_id = :webhookId';

export function createWebhookDeliveries(database: OpenDatabase, due: WebhookDue): WebhookDeliveries {
  return {
    ...createLists(database),
    ...createAsked(database, due),
    ...createDueReads(database),
    settleAttempt: createSettle(database, due),
    // Holds no lease to give up: a data folder has one server.
    async giveUpAttempt() {},
  };
}

function createLists({ connection }: OpenDatabase): Pick<WebhookDeliveries, 'listDeliveries'> {
  const isThere = connection
    .prepare<WebhookName, 1>('SELECT 1 FROM webhooks WHERE user_id = :userId AND id = :webhookId')
    .pluck();
  type Query = WebhookName & { before: number; most: number; state: string | null };
  const all = connection.prepare<Query, StoredDelivery>(
    `SELECT ${columns} FROM webhook_deliveries WHERE ${ofWebhook} AND number < :before
      ORDER BY number DESC LIMIT :most`,
  );
  const inState = connection.prepare<Query, StoredDelivery>(
    `SELECT ${columns} FROM webhook_deliveries WHERE ${ofWebhook} AND state = :state AND number < :before
      ORDER BY number DESC LIMIT :most`,
  );
  return {
    async listDeliveries(userId, webhookId, { state, before, most }) {
      if (isThere.get({ userId, webhookId }) === undefined) return undefined;
      const query = { userId, webhookId, state, before: before ?? Number.MAX_SAFE_INTEGER, most };
      return (state === null ? all : inState).all(query);
    },
  };
}

function createAsked(
  { connection }: OpenDatabase,
  due: WebhookDue,
): Pick<WebhookDeliveries, 'askForDelivery' | 'askAgain'> {
  const number = connection
    .prepare<WebhookName, number>(
      `UPDATE webhooks SET next_number = next_number + 1 WHERE user_id = :userId AND id = :webhookId
        RETURNING next_number - 1`,
    )
    .pluck();
  const waiting = connection
    .prepare<WebhookName, number>(
      `SELECT count(*) FROM webhook_deliveries WHERE ${ofWebhook} AND state = 'waiting' AND lane = 'asked'`,
    )
    .pluck();
  const insert = connection.prepare<unknown[], StoredDelivery>(
    `INSERT INTO webhook_deliveries
        (user_id, webhook_id, number, message_id, type, body, state, lane, created_at, due_at)
      VALUES (:userId, :webhookId, :number, :messageId, :type, :body, 'waiting', 'asked', :at, :at)
      RETURNING ${columns}`,
  );
  const again = connection.prepare<WebhookName & { at: number; number: number | null }>(
    `UPDATE webhook_deliveries SET lane = iif(state = 'waiting', lane, 'asked'), state = 'waiting', due_at = :at
      WHERE ${ofWebhook} AND iif(:number IS NULL, state = 'failed', number = :number)`,
  );
  const isThere = connection
    .prepare<WebhookName, 1>('SELECT 1 FROM webhooks WHERE user_id = :userId AND id = :webhookId')
    .pluck();
  return {
    async askForDelivery(userId, webhookId, delivery, { at, most }) {
      const ask = connection.transaction(() => {
        const name = { userId, webhookId };
        if ((waiting.get(name) ?? 0) >= most) return 'full';
        const next = number.get(name);
        if (next === undefined) return undefined;
        const added = insert.get({ ...name, ...delivery, number: next, at });
        due.place(name);
        return added;
      });
      return ask.immediate();
    },
    async askAgain(userId, webhookId, which, at) {
      const ask = connection.transaction(() => {
        const name = { userId, webhookId };
        if (isThere.get(name) === undefined) return undefined;
        const asked = again.run({ ...name, at, number: which === 'failed' ? null : which }).changes;
        due.place(name);
        return asked;
      });
      return ask.immediate();
    },
  };
}

function createDueReads({
  connection,
}: OpenDatabase): Pick<WebhookDeliveries, 'dueWebhooks' | 'nextDueAfter' | 'nextDelivery'> {
  const dueNow = connection.prepare<[number, number], WebhookName>(
    `SELECT w.user_id AS userId, w.id AS webhookId FROM webhooks AS w JOIN users AS u ON u.id = w.user_id
      WHERE w.due_at <= ? AND u.disabled_at IS NULL AND u.deleted_at IS NULL ORDER BY w.due_at LIMIT ?`,
  );
  const nextDue = connection
    .prepare<[number], number | null>('SELECT min(due_at) FROM webhooks WHERE due_at > ?')
    .pluck();
  // Asked for before in line before aside.
  const next = connection.prepare<WebhookName & { at: number }, DueDelivery>(
    `SELECT w.url, w.secret, iif(w.previous_until > :at, w.previous_secret, NULL) AS previousSecret, w.failures,
        w.failing_since AS failingSince, d.number, d.message_id AS messageId, d.type, d.body, d.attempts, d.lane
      FROM webhooks AS w JOIN webhook_deliveries AS d ON d.user_id = w.user_id AND d.webhook_id = w.id
      WHERE w.user_id = :userId AND w.id = :webhookId AND d.state = 'waiting' AND d.due_at <= :at
        AND (d.lane = 'asked' OR w.state = 'on' AND (d.lane = 'aside' OR d.number =
          (SELECT min(number) FROM webhook_deliveries
            WHERE ${ofWebhook} AND state = 'waiting' AND lane = 'line')))
      ORDER BY d.lane = 'asked' DESC, d.lane = 'line' DESC, d.due_at, d.number LIMIT 1`,
  );
  return {
    dueWebhooks: async (at, most) => dueNow.all(at, most),
    nextDueAfter: async (at) => nextDue.get(at) ?? null,
    nextDelivery: async (name, at) => next.get({ ...name, at }),
  };
}

function createSettle({ connection }: OpenDatabase, due: WebhookDue): WebhookDeliveries['settleAttempt'] {
  const commit = createGroupCommit(connection);
  type Settled = WebhookName & Record<string, number | string | null>;
  const settle = connection.prepare<Settled>(
    `UPDATE webhook_deliveries SET state = :state, lane = coalesce(:lane, lane), due_at = :dueAt,
        attempts = :attempts, attempted_at = :at, status = :status, problem = :problem, took_ms = :tookMs
      WHERE ${ofWebhook} AND number = :number AND (state = 'waiting' OR :state = 'delivered')`,
  );
  const health = connection.prepare<Settled>(
    `UPDATE webhooks SET failures = :failures, failing_since = :failingSince,
        state = iif(:stops = 1 AND state = 'on', 'stopped', state)
      WHERE user_id = :userId AND id = :webhookId`,
  );
  const retryAside = connection.prepare<WebhookName & { at: number }>(
    `UPDATE webhook_deliveries SET due_at = :at WHERE ${ofWebhook} AND state = 'waiting' AND lane = 'aside'`,
  );
  const prune = connection.prepare<WebhookName & { state: string; kept: number }>(
    `DELETE FROM webhook_deliveries WHERE ${ofWebhook} AND state = :state AND number <=
      (SELECT number FROM webhook_deliveries WHERE ${ofWebhook} AND state = :state
        ORDER BY number DESC LIMIT 1 OFFSET :kept)`,
  );
  return (name: WebhookName, { next, webhook, number, ...attempt }: SettledAttempt) =>
    commit(() => {
      const waits = next.state === 'waiting' ? next : { lane: null, dueAt: null };
      const { at, tookMs, status, problem, attempts } = attempt;
      settle.run({
        ...name,
        ...{ number, at, tookMs, status, problem, attempts },
        state: next.state,
        lane: waits.lane,
        dueAt: waits.dueAt,
      });
      if (webhook !== null) {
        const { failures, failingSince, stops } = webhook;
        health.run({ ...name, failures, failingSince, stops: Number(stops) });
        if (webhook.retriesAside) retryAside.run({ ...name, at });
      }
      if (next.state !== 'waiting')
        prune.run({ ...name, state: next.state, kept: keptDeliveries[next.state] });
      due.place(name, at);
    }, 5);
}
