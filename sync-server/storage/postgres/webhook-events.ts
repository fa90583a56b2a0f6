/** Reads the events that triggers recorded, and makes deliveries of them, as `sqlite/webhook-events.ts` does. */
import { type EventRow, eventOf, wantedEvents } from '../records/webhook-rows.ts';
import type { EventsToTake, WebhooksStorage } from '../webhooks-port.ts';
import type { Transactions, Writes } from './transactions.ts';
import { placeWebhook } from './webhook-due.ts';

type Open = { id: number; events: string; place: number; waiting: number };

const open = `SELECT id, events, place, (SELECT count(*) FROM webhook_deliveries AS d
    WHERE d.user_id = w.user_id AND d.webhook_id = w.id AND d.state = 'waiting') AS waiting
  FROM webhooks AS w WHERE user_id = $1 AND state = 'on' ORDER BY created_at, id`;

const joined = `SELECT e.id, e.type, e.at, e.label, e.prompt_id AS "promptId", p.title,
    p.project_id AS "projectId", j.name AS "projectName", e.version_id AS "versionId", v.version AS "versionNumber",
    e.previous_id AS "previousId", b.version AS "previousNumber"
  FROM webhook_events AS e
  LEFT JOIN prompts AS p ON p.user_id = e.user_id AND p.id = e.prompt_id
  LEFT JOIN projects AS j ON j.user_id = e.user_id AND j.id = p.project_id
  LEFT JOIN versions AS v ON v.user_id = e.user_id AND v.id = e.version_id
  LEFT JOIN versions AS b ON b.user_id = e.user_id AND b.id = e.previous_id
  WHERE e.user_id = $1 AND e.id > $2 ORDER BY e.id LIMIT $3`;

const owners = 'SELECT DISTINCT user_id AS id FROM webhooks';
const ownersOfEvents = `${owners} AS w WHERE state <> 'off' AND EXISTS
  (SELECT 1 FROM webhook_events AS e WHERE e.user_id = w.user_id AND e.id > w.place)`;

/** Doing it twice does it once: the second time finds the place moved, or the events gone. */
const repeatable = { isRepeatable: true };

type Part = Pick<
  WebhooksStorage,
  'usersWithWebhooks' | 'usersWithEvents' | 'eventsToTake' | 'takeEvents' | 'forgetEvents'
>;

export function createWebhookEvents({ read, write }: Transactions): Part {
  const idsOf = (text: string) =>
    read(async ({ query }) => (await query<{ id: number }>(text)).map(({ id }) => id));

  return {
    usersWithWebhooks: () => idsOf(owners),
    usersWithEvents: () => idsOf(ownersOfEvents),
    eventsToTake: (userId, { mostWaiting, rows }) =>
      read(async ({ query }) => {
        const webhooks = await query<Open>(open, [userId]);
        const all = webhooks.map(async ({ id, events: wants, place, waiting }): Promise<EventsToTake> => {
          const room = Math.min(rows, mostWaiting - waiting);
          const found = room > 0 ? await query<EventRow>(joined, [userId, place, room]) : [];
          const upTo = found.at(-1)?.id ?? place;
          return { webhookId: id, wants: wantedEvents(wants), place, upTo, events: found.map(eventOf) };
        });
        return (await Promise.all(all)).filter((each) => each.events.length > 0);
      }),
    takeEvents: (userId, webhookId, { from, upTo, deliveries, at }) =>
      write(async (writes) => {
        const [moved] = await writes.query<{ next: number }>(
          `UPDATE webhooks SET place = $4, next_number = next_number + $5
            WHERE user_id = $1 AND id = $2 AND place = $3 AND state = 'on' RETURNING next_number AS next`,
          [userId, webhookId, from, upTo, deliveries.length],
        );
        if (moved === undefined) return false;
        const first = moved.next - deliveries.length;
        writes.send(
          `INSERT INTO webhook_deliveries
              (user_id, webhook_id, number, message_id, type, body, state, lane, created_at, due_at)
            SELECT $1, $2, number, message_id, type, body, 'waiting', 'line', $3, $3
            FROM unnest($4::bigint[], $5::text[], $6::text[], $7::text[]) AS given (number, message_id, type, body)`,
          [
            ...[userId, webhookId, at, deliveries.map((_, index) => first + index)],
            deliveries.map(({ messageId }) => messageId),
            deliveries.map(({ type }) => type),
            deliveries.map(({ body }) => body),
          ],
        );
        placeWebhook(writes, { userId, webhookId });
        return true;
      }, repeatable),
    forgetEvents: (userId, most) => write((writes) => forget(writes, userId, most), repeatable),
  };
}

async function forget({ query, send }: Writes, userId: number, most: number): Promise<void> {
  const [, [tooOld]] = await Promise.all([
    query('SELECT 1 FROM webhooks WHERE user_id = $1 ORDER BY id FOR NO KEY UPDATE', [userId]),
    query<{ id: number }>(
      'SELECT id FROM webhook_events WHERE user_id = $1 ORDER BY id DESC LIMIT 1 OFFSET $2',
      [userId, most],
    ),
  ]);
  if (tooOld !== undefined)
    send(
      `UPDATE webhooks SET place = $2, skipped = skipped + (SELECT count(*) FROM webhook_events AS e
          WHERE e.user_id = $1 AND e.id > webhooks.place AND e.id <= $2 AND strpos(webhooks.events, e.type) > 0)
        WHERE user_id = $1 AND state <> 'off' AND place < $2`,
      [userId, tooOld.id],
    );
  send(
    `DELETE FROM webhook_events WHERE user_id = $1 AND id <=
      coalesce((SELECT min(place) FROM webhooks WHERE user_id = $1 AND state <> 'off'), 9007199254740991)`,
    [userId],
  );
}
