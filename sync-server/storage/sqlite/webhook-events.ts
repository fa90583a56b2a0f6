/** Reads the events that the triggers of `014-webhooks.sql` recorded, and makes deliveries of them. */
import { type EventRow, eventOf, wantedEvents } from '../records/webhook-rows.ts';
import type { EventsToTake, WebhooksStorage } from '../webhooks-port.ts';
import { createGroupCommit } from './group-commit.ts';
import type { OpenDatabase } from './open-database.ts';
import type { WebhookDue } from './webhook-due.ts';

type Open = { id: number; events: string; place: number; waiting: number };

const joined = `SELECT e.id, e.type, e.at, e.label, e.prompt_id AS promptId, p.title,
    p.project_id AS projectId, j.name AS projectName, e.version_id AS versionId, v.version AS versionNumber,
    e.previous_id AS previousId, b.version AS previousNumber
  FROM webhook_events AS e
  LEFT JOIN prompts AS p ON p.user_id = e.user_id AND p.id = e.prompt_id
  LEFT JOIN projects AS j ON j.user_id = e.user_id AND j.id = p.project_id
  LEFT JOIN versions AS v ON v.user_id = e.user_id AND v.id = e.version_id
  LEFT JOIN versions AS b ON b.user_id = e.user_id AND b.id = e.previous_id
  WHERE e.user_id = ? AND e.id > ? ORDER BY e.id LIMIT ?`;

type Part = Pick<
  WebhooksStorage,
  'usersWithWebhooks' | 'usersWithEvents' | 'eventsToTake' | 'takeEvents' | 'forgetEvents'
>;

export function createWebhookEvents({ connection }: OpenDatabase, due: WebhookDue): Part {
  const commit = createGroupCommit(connection);
  const owners = connection.prepare<[], number>('SELECT DISTINCT user_id FROM webhooks').pluck();
  const users = connection
    .prepare<[], number>(
      `SELECT DISTINCT user_id FROM webhooks AS w WHERE state <> 'off' AND EXISTS
        (SELECT 1 FROM webhook_events AS e WHERE e.user_id = w.user_id AND e.id > w.place)`,
    )
    .pluck();
  const open = connection.prepare<[number], Open>(
    `SELECT id, events, place, (SELECT count(*) FROM webhook_deliveries AS d
        WHERE d.user_id = w.user_id AND d.webhook_id = w.id AND d.state = 'waiting') AS waiting
      FROM webhooks AS w WHERE user_id = ? AND state = 'on' ORDER BY created_at, id`,
  );
  const events = connection.prepare<[number, number, number], EventRow>(joined);
  const move = connection.prepare<{ userId: number; id: number; from: number; upTo: number; more: number }>(
    `UPDATE webhooks SET place = :upTo, next_number = next_number + :more
      WHERE user_id = :userId AND id = :id AND place = :from AND state = 'on'`,
  );
  const nextNumber = connection
    .prepare<[number, number], number>('SELECT next_number FROM webhooks WHERE user_id = ? AND id = ?')
    .pluck();
  const insert = connection.prepare(
    `INSERT INTO webhook_deliveries
        (user_id, webhook_id, number, message_id, type, body, state, lane, created_at, due_at)
      VALUES (:userId, :webhookId, :number, :messageId, :type, :body, 'waiting', 'line', :at, :at)`,
  );
  const forget = createForget(connection);

  return {
    usersWithWebhooks: async () => owners.all(),
    usersWithEvents: async () => users.all(),
    async eventsToTake(userId, { mostWaiting, rows }) {
      const all = open.all(userId).map(({ id, events: wants, place, waiting }): EventsToTake => {
        const room = Math.min(rows, mostWaiting - waiting);
        const found = room > 0 ? events.all(userId, place, room).map(eventOf) : [];
        const upTo = found.at(-1)?.id ?? place;
        return { webhookId: id, wants: wantedEvents(wants), place, upTo, events: found };
      });
      return all.filter((each) => each.events.length > 0);
    },
    takeEvents(userId, webhookId, { from, upTo, deliveries, at }) {
      return commit(() => {
        const more = deliveries.length;
        if (move.run({ userId, id: webhookId, from, upTo, more }).changes === 0) return false;
        const first = (nextNumber.get(userId, webhookId) ?? more) - more;
        for (const [index, delivery] of deliveries.entries())
          insert.run({ ...delivery, userId, webhookId, number: first + index, at });
        due.place({ userId, webhookId });
        return true;
      }, 1 + deliveries.length);
    },
    forgetEvents: (userId, most) => commit(() => forget(userId, most), 10),
  };
}

function createForget(connection: OpenDatabase['connection']): (userId: number, most: number) => void {
  const oldest = connection
    .prepare<[number, number], number>(
      'SELECT id FROM webhook_events WHERE user_id = ? ORDER BY id DESC LIMIT 1 OFFSET ?',
    )
    .pluck();
  const skip = connection.prepare<{ userId: number; upTo: number }>(
    `UPDATE webhooks SET place = :upTo, skipped = skipped + (SELECT count(*) FROM webhook_events AS e
        WHERE e.user_id = :userId AND e.id > webhooks.place AND e.id <= :upTo AND instr(webhooks.events, e.type) > 0)
      WHERE user_id = :userId AND state <> 'off' AND place < :upTo`,
  );
  const taken = connection
    .prepare<[number], number | null>(`SELECT min(place) FROM webhooks WHERE user_id = ? AND state <> 'off'`)
    .pluck();
  const remove = connection.prepare<[number, number]>(
    'DELETE FROM webhook_events WHERE user_id = ? AND id <= ?',
  );
  return (userId, most) => {
    const tooOld = oldest.get(userId, most);
    if (tooOld !== undefined) skip.run({ userId, upTo: tooOld });
    remove.run(userId, taken.get(userId) ?? Number.MAX_SAFE_INTEGER);
  };
}
