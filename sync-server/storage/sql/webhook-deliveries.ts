/** Lists, finds and settles the deliveries of webhooks. */
import { sql } from 'drizzle-orm';
import {
  type DueDelivery,
  keptDeliveries,
  type SettledAttempt,
  type StoredDelivery,
  type WebhookDeliveries,
  type WebhookName,
} from '../ports/webhooks-port.ts';
import { isWebhook, lockWebhook, ofWebhook, placeWebhook } from './webhook-due.ts';
import type { WebhookLeases } from './webhook-leases.ts';
import { repeatable, row, rows, run, type SqlDatabase, type Work } from './work.ts';

const columns = sql`number, message_id AS "messageId", type, body, state, created_at AS "createdAt", attempts,
  due_at AS "dueAt", attempted_at AS "attemptedAt", status, problem, took_ms AS "tookMs"`;

export function createWebhookDeliveries(database: SqlDatabase, leases: WebhookLeases): WebhookDeliveries {
  const { write } = database;
  return {
    ...createLists(database),
    ...createAsked(database),
    ...createDueReads(database, leases),
    settleAttempt: (name, attempt) =>
      write(
        function* () {
          if (!(yield* lockWebhook(name))) return;
          yield* settle(name, attempt);
          yield* leases.release(name);
          yield* placeWebhook(name, attempt.at);
        },
        { ...repeatable, weight: 5 },
      ),
    giveUpAttempt: (name) => write(() => leases.release(name), repeatable),
  };
}

function createLists({ read }: SqlDatabase): Pick<WebhookDeliveries, 'listDeliveries'> {
  return {
    listDeliveries: (userId, webhookId, { state, before, most }) =>
      read(function* () {
        const name = { userId, webhookId };
        if ((yield* row(sql`SELECT 1 FROM webhooks WHERE ${isWebhook(name)}`)) === undefined)
          return undefined;
        const inState = state === null ? sql`` : sql`AND state = ${state}`;
        return yield* rows(sql<StoredDelivery>`SELECT ${columns} FROM webhook_deliveries
          WHERE ${ofWebhook(name)} AND number < ${before ?? Number.MAX_SAFE_INTEGER} ${inState}
          ORDER BY number DESC LIMIT ${most}`);
      }),
  };
}

function createAsked({ write }: SqlDatabase): Pick<WebhookDeliveries, 'askForDelivery' | 'askAgain'> {
  return {
    askForDelivery: (userId, webhookId, { messageId, type, body }, { at, most }) =>
      write(function* () {
        const name = { userId, webhookId };
        if (!(yield* lockWebhook(name))) return undefined;
        const waiting = yield* row(sql<{ count: number }>`SELECT count(*) AS count FROM webhook_deliveries
          WHERE ${ofWebhook(name)} AND state = 'waiting' AND lane = 'asked'`);
        if (waiting === undefined || waiting.count >= most) return 'full';
        const numbered = yield* row(sql<{ next: number }>`UPDATE webhooks SET next_number = next_number + 1
          WHERE ${isWebhook(name)} RETURNING next_number AS next`);
        if (numbered === undefined) return undefined;
        const added = yield* row(sql<StoredDelivery>`INSERT INTO webhook_deliveries
            (user_id, webhook_id, number, message_id, type, body, state, lane, created_at, due_at)
          VALUES (${userId}, ${webhookId}, ${numbered.next - 1}, ${messageId}, ${type}, ${body}, 'waiting', 'asked',
            ${at}, ${at})
          RETURNING ${columns}`);
        yield* placeWebhook(name);
        return added;
      }),
    askAgain: (userId, webhookId, which, at) =>
      write(function* () {
        const name = { userId, webhookId };
        if (!(yield* lockWebhook(name))) return undefined;
        const chosen = which === 'failed' ? sql`state = 'failed'` : sql`number = ${which}`;
        const asked = yield* rows(sql`UPDATE webhook_deliveries SET due_at = ${at}, state = 'waiting',
            lane = CASE WHEN state = 'waiting' THEN lane ELSE 'asked' END
          WHERE ${ofWebhook(name)} AND ${chosen} RETURNING number`);
        yield* placeWebhook(name);
        return asked.length;
      }),
  };
}

function createDueReads(
  { all, write }: SqlDatabase,
  leases: WebhookLeases,
): Pick<WebhookDeliveries, 'dueWebhooks' | 'nextDueAfter' | 'nextDelivery'> {
  return {
    dueWebhooks: (at, most) =>
      all(sql<WebhookName>`SELECT w.user_id AS "userId", w.id AS "webhookId"
        FROM webhooks AS w JOIN users AS u ON u.id = w.user_id
        WHERE w.due_at <= ${at} AND u.disabled_at IS NULL AND u.deleted_at IS NULL AND ${leases.isFree}
        ORDER BY w.due_at LIMIT ${most}`),
    async nextDueAfter(at) {
      const [next] = await all(
        sql<{ at: number | null }>`SELECT min(due_at) AS at FROM webhooks WHERE due_at > ${at}`,
      );
      return next?.at ?? null;
    },
    nextDelivery: (name, at) =>
      write(function* () {
        if (!(yield* leases.take(name))) return undefined;
        const next = yield* row(nextOf(name, at));
        if (next === undefined) yield* leases.release(name);
        return next;
      }, repeatable),
  };
}

/** Asked for before in line before aside. */
function nextOf(name: WebhookName, at: number) {
  return sql<DueDelivery>`SELECT w.url, w.secret,
      CASE WHEN w.previous_until > ${at} THEN w.previous_secret END AS "previousSecret",
      w.failures, w.failing_since AS "failingSince", d.number, d.message_id AS "messageId", d.type, d.body, d.attempts,
      d.lane
    FROM webhooks AS w JOIN webhook_deliveries AS d ON d.user_id = w.user_id AND d.webhook_id = w.id
    WHERE w.user_id = ${name.userId} AND w.id = ${name.webhookId} AND d.state = 'waiting' AND d.due_at <= ${at}
      AND (d.lane = 'asked' OR w.state = 'on' AND (d.lane = 'aside' OR d.number =
        (SELECT min(number) FROM webhook_deliveries
          WHERE ${ofWebhook(name)} AND state = 'waiting' AND lane = 'line')))
    ORDER BY d.lane = 'asked' DESC, d.lane = 'line' DESC, d.due_at, d.number LIMIT 1`;
}

function* settle(name: WebhookName, { next, webhook, number, ...attempt }: SettledAttempt): Work<void> {
  const { at, tookMs, status, problem, attempts } = attempt;
  const lane = next.state === 'waiting' ? sql`${next.lane}` : sql`lane`;
  const dueAt = next.state === 'waiting' ? next.dueAt : null;
  const isOpen = next.state === 'delivered' ? sql`1 = 1` : sql`state = 'waiting'`;
  yield* run(sql`UPDATE webhook_deliveries SET state = ${next.state}, lane = ${lane}, due_at = ${dueAt},
      attempts = ${attempts}, attempted_at = ${at}, status = ${status}, problem = ${problem}, took_ms = ${tookMs}
    WHERE ${ofWebhook(name)} AND number = ${number} AND ${isOpen}`);
  if (webhook !== null) {
    const { failures, failingSince, stops, retriesAside } = webhook;
    const state = stops ? sql`CASE WHEN state = 'on' THEN 'stopped' ELSE state END` : sql`state`;
    yield* run(sql`UPDATE webhooks SET failures = ${failures}, failing_since = ${failingSince}, state = ${state}
      WHERE ${isWebhook(name)}`);
    if (retriesAside)
      yield* run(sql`UPDATE webhook_deliveries SET due_at = ${at}
        WHERE ${ofWebhook(name)} AND state = 'waiting' AND lane = 'aside'`);
  }
  if (next.state !== 'waiting')
    yield* run(sql`DELETE FROM webhook_deliveries WHERE ${ofWebhook(name)} AND state = ${next.state} AND number <=
      (SELECT number FROM webhook_deliveries WHERE ${ofWebhook(name)} AND state = ${next.state}
        ORDER BY number DESC LIMIT 1 OFFSET ${keptDeliveries[next.state]})`);
}
