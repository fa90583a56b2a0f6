/**
 * Lists, finds and settles the deliveries of webhooks.
 *
 * 1. A node that takes a delivery leases its webhook, until the attempt is settled or two minutes have passed by the
 *    database's clock: no other node sends anything of it meanwhile, whatever clock that one has.
 * 2. A node has its own lease at any time. One that starts afresh is another node, and waits.
 */
import {
  type DueDelivery,
  keptDeliveries,
  type SettledAttempt,
  type StoredDelivery,
  type WebhookDeliveries,
  type WebhookName,
} from '../webhooks-port.ts';
import type { Transactions, Writes } from './transactions.ts';
import { lockWebhook, placeWebhook } from './webhook-due.ts';

/** Longer than an attempt takes, with its pauses and what stores its end. */
const leaseMs = 120_000;

const columns = `number, message_id AS "messageId", type, body, state, created_at AS "createdAt", attempts,
  due_at AS "dueAt", attempted_at AS "attemptedAt", status, problem, took_ms AS "tookMs"`;

const ofWebhook = 'user_id = $1 AND webhook_id = $2';

/** Doing it twice does it once. */
const repeatable = { isRepeatable: true };

/** `node`: names this run of this server. */
export function createWebhookDeliveries(transactions: Transactions, node: string): WebhookDeliveries {
  return {
    ...createLists(transactions),
    ...createAsked(transactions),
    ...createDueReads(transactions, node),
    settleAttempt: (name, attempt) =>
      transactions.write(async (writes) => {
        if (await lockWebhook(writes, name)) settle(writes, { name, attempt, node });
      }, repeatable),
    giveUpAttempt: ({ userId, webhookId }) =>
      transactions.write(async ({ send }) => send(release, [userId, webhookId, node]), repeatable),
  };
}

function createLists({ read }: Transactions): Pick<WebhookDeliveries, 'listDeliveries'> {
  return {
    listDeliveries: (userId, webhookId, { state, before, most }) =>
      read(async ({ query }) => {
        const [there, deliveries] = await Promise.all([
          query('SELECT 1 FROM webhooks WHERE user_id = $1 AND id = $2', [userId, webhookId]),
          query<StoredDelivery>(
            `SELECT ${columns} FROM webhook_deliveries WHERE ${ofWebhook} AND number < $3
              ${state === null ? '' : 'AND state = $5'} ORDER BY number DESC LIMIT $4`,
            [
              ...[userId, webhookId, before ?? Number.MAX_SAFE_INTEGER, most],
              ...(state === null ? [] : [state]),
            ],
          ),
        ]);
        return there.length === 0 ? undefined : deliveries;
      }),
  };
}

function createAsked({ write }: Transactions): Pick<WebhookDeliveries, 'askForDelivery' | 'askAgain'> {
  return {
    askForDelivery: (userId, webhookId, { messageId, type, body }, { at, most }) =>
      write(async (writes) => {
        const name = { userId, webhookId };
        const { query } = writes;
        if (!(await lockWebhook(writes, name))) return undefined;
        const [waiting] = await query<{ count: number }>(
          `SELECT count(*) AS count FROM webhook_deliveries
            WHERE ${ofWebhook} AND state = 'waiting' AND lane = 'asked'`,
          [userId, webhookId],
        );
        if (waiting === undefined || waiting.count >= most) return 'full';
        const [added] = await query<StoredDelivery>(
          `WITH numbered AS (UPDATE webhooks SET next_number = next_number + 1 WHERE user_id = $1 AND id = $2
              RETURNING next_number - 1 AS number)
            INSERT INTO webhook_deliveries
              (user_id, webhook_id, number, message_id, type, body, state, lane, created_at, due_at)
            SELECT $1, $2, number, $3, $4, $5, 'waiting', 'asked', $6, $6 FROM numbered RETURNING ${columns}`,
          [userId, webhookId, messageId, type, body, at],
        );
        placeWebhook(writes, name);
        return added;
      }),
    askAgain: (userId, webhookId, which, at) =>
      write(async (writes) => {
        const name = { userId, webhookId };
        if (!(await lockWebhook(writes, name))) return undefined;
        const asked = await writes.query(
          `UPDATE webhook_deliveries SET lane = CASE WHEN state = 'waiting' THEN lane ELSE 'asked' END,
              state = 'waiting', due_at = $3
            WHERE ${ofWebhook} AND ${which === 'failed' ? "state = 'failed'" : 'number = $4'} RETURNING number`,
          [userId, webhookId, at, ...(which === 'failed' ? [] : [which])],
        );
        placeWebhook(writes, name);
        return asked.length;
      }),
  };
}

const now = '(extract(epoch FROM clock_timestamp()) * 1000)::bigint';

/** Takes a webhook for the node `$3`, unless another one has it. */
const lease = `INSERT INTO webhook_leases AS had (user_id, webhook_id, node, until)
  SELECT user_id, id, $3, ${now} + ${leaseMs} FROM webhooks WHERE user_id = $1 AND id = $2
  ON CONFLICT (user_id, webhook_id) DO UPDATE SET node = excluded.node, until = excluded.until
    WHERE had.node = excluded.node OR had.until <= ${now}
  RETURNING 1`;

const release = 'DELETE FROM webhook_leases WHERE user_id = $1 AND webhook_id = $2 AND node = $3';

// Asked for before in line before aside.
const nextOf = `SELECT w.url, w.secret, CASE WHEN w.previous_until > $3 THEN w.previous_secret END AS "previousSecret",
    w.failures, w.failing_since AS "failingSince", d.number, d.message_id AS "messageId", d.type, d.body, d.attempts,
    d.lane
  FROM webhooks AS w JOIN webhook_deliveries AS d ON d.user_id = w.user_id AND d.webhook_id = w.id
  WHERE w.user_id = $1 AND w.id = $2 AND d.state = 'waiting' AND d.due_at <= $3
    AND (d.lane = 'asked' OR w.state = 'on' AND (d.lane = 'aside' OR d.number =
      (SELECT min(number) FROM webhook_deliveries
        WHERE ${ofWebhook} AND state = 'waiting' AND lane = 'line')))
  ORDER BY d.lane = 'asked' DESC, d.lane = 'line' DESC, d.due_at, d.number LIMIT 1`;

function createDueReads(
  { read, write }: Transactions,
  node: string,
): Pick<WebhookDeliveries, 'dueWebhooks' | 'nextDueAfter' | 'nextDelivery'> {
  return {
    dueWebhooks: (at, most) =>
      read(({ query }) =>
        query<WebhookName>(
          `SELECT w.user_id AS "userId", w.id AS "webhookId" FROM webhooks AS w JOIN users AS u ON u.id = w.user_id
            WHERE w.due_at <= $1 AND u.disabled_at IS NULL AND u.deleted_at IS NULL AND NOT EXISTS (SELECT 1 FROM webhook_leases AS l
                WHERE l.user_id = w.user_id AND l.webhook_id = w.id AND l.node <> $3 AND l.until > ${now})
            ORDER BY w.due_at LIMIT $2`,
          [at, most, node],
        ),
      ),
    nextDueAfter: (at) =>
      read(async ({ query }) => {
        const [next] = await query<{ at: number | null }>(
          'SELECT min(due_at) AS at FROM webhooks WHERE due_at > $1',
          [at],
        );
        return next?.at ?? null;
      }),
    nextDelivery: (name, at) =>
      write(async ({ query, send }) => {
        const { userId, webhookId } = name;
        const leased = await query(lease, [userId, webhookId, node]);
        if (leased.length === 0) return undefined;
        const [next] = await query<DueDelivery>(nextOf, [userId, webhookId, at]);
        if (next === undefined) send(release, [userId, webhookId, node]);
        return next;
      }, repeatable),
  };
}

type Settled = { name: WebhookName; attempt: SettledAttempt; node: string };

function settle(
  writes: Writes,
  { name, attempt: { next, webhook, number, ...attempt }, node }: Settled,
): void {
  const { userId, webhookId } = name;
  const { at, tookMs, status, problem, attempts } = attempt;
  const waits = next.state === 'waiting' ? next : { lane: null, dueAt: null };
  writes.send(
    `UPDATE webhook_deliveries SET state = $4, lane = coalesce($5, lane), due_at = $6, attempts = $7,
        attempted_at = $8, status = $9, problem = $10, took_ms = $11
      WHERE ${ofWebhook} AND number = $3 AND (state = 'waiting' OR $4 = 'delivered')`,
    [userId, webhookId, number, next.state, waits.lane, waits.dueAt, attempts, at, status, problem, tookMs],
  );
  if (webhook !== null) {
    const { failures, failingSince, stops, retriesAside } = webhook;
    writes.send(
      `UPDATE webhooks SET failures = $3, failing_since = $4,
          state = CASE WHEN $5 AND state = 'on' THEN 'stopped' ELSE state END
        WHERE user_id = $1 AND id = $2`,
      [userId, webhookId, failures, failingSince, stops],
    );
    if (retriesAside)
      writes.send(
        `UPDATE webhook_deliveries SET due_at = $3 WHERE ${ofWebhook} AND state = 'waiting' AND lane = 'aside'`,
        [userId, webhookId, at],
      );
  }
  if (next.state !== 'waiting') prune(writes, { name, state: next.state });
  writes.send(release, [userId, webhookId, node]);
  placeWebhook(writes, name, at);
}

function prune(
  { send }: Writes,
  { name, state }: { name: WebhookName; state: keyof typeof keptDeliveries },
): void {
  send(
    `DELETE FROM webhook_deliveries WHERE ${ofWebhook} AND state = $3 AND number <=
      (SELECT number FROM webhook_deliveries WHERE ${ofWebhook} AND state = $3
        ORDER BY number DESC LIMIT 1 OFFSET $4)`,
    [name.userId, name.webhookId, state, keptDeliveries[state]],
  );
}
