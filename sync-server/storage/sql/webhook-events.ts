/** Reads the events that the library recorded, and makes deliveries of them. */
import { type SQL, sql } from 'drizzle-orm';
import type { LibraryEvent } from '../ports/library-transaction.ts';
import type { EventsToTake, TakenEvents, WebhooksStorage } from '../ports/webhooks-port.ts';
import { type EventRow, eventOf, wantedEvents } from '../records/webhook-rows.ts';
import { placeWebhook } from './webhook-due.ts';
import { lock, repeatable, row, rows, run, type SqlDatabase, type Work } from './work.ts';

type Open = { id: number; events: string; place: number; waiting: number };

/** Records an event of a user who has a webhook. */
export function recordEvent(userId: number, event: LibraryEvent): SQL {
  const { type, promptId, versionId, label, previousId, at } = event;
  return sql`INSERT INTO webhook_events (user_id, type, prompt_id, version_id, label, previous_id, at)
    SELECT CAST(${userId} AS bigint), CAST(${type} AS text), CAST(${promptId} AS bigint), CAST(${versionId} AS bigint),
      CAST(${label} AS text), CAST(${previousId} AS bigint), CAST(${at} AS bigint)
    WHERE EXISTS (SELECT 1 FROM webhooks WHERE user_id = ${userId})`;
}

type Part = Pick<
  WebhooksStorage,
  'usersWithWebhooks' | 'usersWithEvents' | 'eventsToTake' | 'takeEvents' | 'forgetEvents'
>;

const owners = sql<{ id: number }>`SELECT DISTINCT user_id AS id FROM webhooks`;
const ownersOfEvents = sql<{ id: number }>`${owners} AS w WHERE state <> 'off' AND EXISTS
  (SELECT 1 FROM webhook_events AS e WHERE e.user_id = w.user_id AND e.id > w.place)`;

export function createWebhookEvents({ all, read, write }: SqlDatabase): Part {
  return {
    usersWithWebhooks: async () => (await all(owners)).map(({ id }) => id),
    usersWithEvents: async () => (await all(ownersOfEvents)).map(({ id }) => id),
    eventsToTake: (userId, bounds) => read(() => eventsToTake(userId, bounds)),
    takeEvents: (userId, webhookId, taken) =>
      write(() => takeEvents({ userId, webhookId }, taken), {
        ...repeatable,
        weight: 1 + taken.deliveries.length,
      }),
    forgetEvents: (userId, most) => write(() => forget(userId, most), { ...repeatable, weight: 10 }),
  };
}

function* eventsToTake(
  userId: number,
  { mostWaiting, rows: most }: { mostWaiting: number; rows: number },
): Work<EventsToTake[]> {
  const open = yield* rows(sql<Open>`SELECT id, events, place, (SELECT count(*) FROM webhook_deliveries AS d
      WHERE d.user_id = w.user_id AND d.webhook_id = w.id AND d.state = 'waiting') AS waiting
    FROM webhooks AS w WHERE user_id = ${userId} AND state = 'on' ORDER BY created_at, id`);
  const taken: EventsToTake[] = [];
  for (const { id, events: wants, place, waiting } of open) {
    const room = Math.min(most, mostWaiting - waiting);
    if (room <= 0) continue;
    const events = (yield* rows(eventsAfter({ userId, place, room }))).map(eventOf);
    const upTo = events.at(-1)?.id;
    if (upTo !== undefined) taken.push({ webhookId: id, wants: wantedEvents(wants), place, upTo, events });
  }
  return taken;
}

const eventsAfter = ({ userId, place, room }: { userId: number; place: number; room: number }) =>
  sql<EventRow>`SELECT e.id, e.type, e.at, e.label, e.prompt_id AS "promptId", p.title,
      p.project_id AS "projectId", j.name AS "projectName", e.version_id AS "versionId", v.version AS "versionNumber",
      e.previous_id AS "previousId", b.version AS "previousNumber"
    FROM webhook_events AS e
    LEFT JOIN prompts AS p ON p.user_id = e.user_id AND p.id = e.prompt_id
    LEFT JOIN projects AS j ON j.user_id = e.user_id AND j.id = p.project_id
    LEFT JOIN versions AS v ON v.user_id = e.user_id AND v.id = e.version_id
    LEFT JOIN versions AS b ON b.user_id = e.user_id AND b.id = e.previous_id
    WHERE e.user_id = ${userId} AND e.id > ${place} ORDER BY e.id LIMIT ${room}`;

/** The second time it finds the place moved. */
function* takeEvents(
  name: { userId: number; webhookId: number },
  { from, upTo, deliveries, at }: TakenEvents,
): Work<boolean> {
  const { userId, webhookId } = name;
  const moved = yield* row(sql<{ next: number }>`UPDATE webhooks
    SET place = ${upTo}, next_number = next_number + ${deliveries.length}
    WHERE user_id = ${userId} AND id = ${webhookId} AND place = ${from} AND state = 'on'
    RETURNING next_number AS next`);
  if (moved === undefined) return false;
  const first = moved.next - deliveries.length;
  for (const [index, { messageId, type, body }] of deliveries.entries())
    yield* run(sql`INSERT INTO webhook_deliveries
        (user_id, webhook_id, number, message_id, type, body, state, lane, created_at, due_at)
      VALUES (${userId}, ${webhookId}, ${first + index}, ${messageId}, ${type}, ${body}, 'waiting', 'line', ${at},
        ${at})`);
  yield* placeWebhook(name);
  return true;
}

function* forget(userId: number, most: number): Work<void> {
  yield* lock(sql`SELECT 1 FROM webhooks WHERE user_id = ${userId} ORDER BY id FOR NO KEY UPDATE`);
  const tooOld = yield* row(sql<{ id: number }>`SELECT id FROM webhook_events
    WHERE user_id = ${userId} ORDER BY id DESC LIMIT 1 OFFSET ${most}`);
  if (tooOld !== undefined)
    yield* run(sql`UPDATE webhooks SET place = ${tooOld.id}, skipped = skipped +
        (SELECT count(*) FROM webhook_events AS e WHERE e.user_id = ${userId} AND e.id > webhooks.place
          AND e.id <= ${tooOld.id} AND webhooks.events LIKE '%' || e.type || '%')
      WHERE user_id = ${userId} AND state <> 'off' AND place < ${tooOld.id}`);
  yield* run(sql`DELETE FROM webhook_events WHERE user_id = ${userId} AND id <= coalesce(
    (SELECT min(place) FROM webhooks WHERE user_id = ${userId} AND state <> 'off'), ${Number.MAX_SAFE_INTEGER})`);
}
