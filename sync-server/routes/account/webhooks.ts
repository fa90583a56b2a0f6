import { type Context, Hono } from 'hono';
import { z } from 'zod';
import {
  DeliveryState,
  type MadeWebhook,
  NewWebhook,
  type Webhook,
  WebhookChange,
  type WebhookDeliveries,
  type WebhookDelivery,
  type WebhookSecret,
} from '#shared/model/account/webhook.ts';
import { PathId } from '#shared/model/ids.ts';
import { messages } from '#shared/model/messages.ts';
import { jsonBody } from '../../middleware/body/json-body.ts';
import { answerProblem } from '../../middleware/problem-response.ts';
import type { ServerContext } from '../../middleware/server-context.ts';
import type { Webhooks } from '../../services/webhooks/webhooks.ts';
import { accountHolder } from './account-holder.ts';

type StoredWebhook = Awaited<ReturnType<Webhooks['list']>>[number];
type StoredDelivery = NonNullable<Awaited<ReturnType<Webhooks['deliveries']>>>[number];

const page = 50;
const instant = (at: number) => new Date(at).toISOString();
const instantOrNull = (at: number | null) => (at === null ? null : instant(at));

const DeliveriesQuery = z.object({
  state: DeliveryState.optional(),
  before: PathId.optional(),
});

/** Of whoever is signed in. Mounted at `/api`. */
export function webhooksRoutes({ webhooks }: { webhooks: Webhooks }): Hono<ServerContext> {
  return new Hono<ServerContext>()
    .get('/webhooks', async (c) => c.json((await webhooks.list(c.get('user').id)).map(shownWebhook)))
    .post('/webhooks', jsonBody(NewWebhook), async (c) => {
      const added = await webhooks.add(accountHolder(c), c.req.valid('json'));
      if (added === 'private') return answerPrivate();
      if (added === 'full') return answerProblem('too_many_requests', { detail: messages.tooManyWebhooks });
      const answer: MadeWebhook = { ...shownWebhook(added.webhook), secret: added.secret };
      return c.json(answer, 201);
    })
    .patch('/webhooks/:id', jsonBody(WebhookChange), async (c) => {
      const changed = await withId(c, (_userId, id) =>
        webhooks.change(accountHolder(c), id, c.req.valid('json')),
      );
      if (changed === 'private') return answerPrivate();
      return changed === undefined ? answerProblem('not_found') : c.json(shownWebhook(changed));
    })
    .delete('/webhooks/:id', async (c) => {
      const isRemoved = await withId(c, (_userId, id) => webhooks.remove(accountHolder(c), id));
      return isRemoved === true ? c.json({ message: 'Webhook deleted' }) : answerProblem('not_found');
    })
    .post('/webhooks/:id/secret', async (c) => {
      const replaced = await withId(c, (_userId, id) => webhooks.replaceSecret(accountHolder(c), id));
      if (replaced === undefined) return answerProblem('not_found');
      const { secret, previousUntil } = replaced;
      return c.json({ secret, previousUntil: instant(previousUntil) } satisfies WebhookSecret);
    })
    .post('/webhooks/:id/test', async (c) => {
      const asked = await withId(c, (userId, id) => webhooks.test(userId, id));
      if (asked === undefined) return answerProblem('not_found');
      if (asked === 'full') return answerProblem('too_many_requests', { detail: messages.tooManyDeliveries });
      return c.json(shownDelivery(asked), 202);
    })
    .get('/webhooks/:id/deliveries', async (c) => {
      const query = DeliveriesQuery.safeParse(c.req.query());
      if (!query.success) return answerProblem('invalid_request', { detail: 'The query is not valid.' });
      const { state = null, before = null } = query.data;
      const listed = await withId(c, (userId, id) =>
        webhooks.deliveries(userId, id, { state, before, most: page + 1 }),
      );
      if (listed === undefined) return answerProblem('not_found');
      const shown = listed.slice(0, page);
      const next = listed.length > page ? (shown.at(-1)?.number ?? null) : null;
      return c.json({ deliveries: shown.map(shownDelivery), next } satisfies WebhookDeliveries);
    })
    .post('/webhooks/:id/redelivery', async (c) => {
      const count = await withId(c, (userId, id) => webhooks.sendAgain(userId, id, 'failed'));
      return count === undefined ? answerProblem('not_found') : c.json({ count }, 202);
    })
    .post('/webhooks/:id/deliveries/:number/redelivery', async (c) => {
      const number = PathId.safeParse(c.req.param('number'));
      if (!number.success) return answerProblem('not_found');
      const count = await withId(c, (userId, id) => webhooks.sendAgain(userId, id, number.data));
      return count === undefined || count === 0 ? answerProblem('not_found') : c.json({ count }, 202);
    });
}

function withId<Result>(
  c: Context<ServerContext>,
  act: (userId: number, id: number) => Promise<Result>,
): Promise<Result> | undefined {
  const id = PathId.safeParse(c.req.param('id'));
  return id.success ? act(c.get('user').id, id.data) : undefined;
}

function answerPrivate(): Response {
  return answerProblem('invalid_fields', { errors: [{ path: 'url', message: messages.webhookUrlPrivate }] });
}

function shownWebhook({ createdAt, failingSince, ...rest }: StoredWebhook): Webhook {
  return { ...rest, createdAt: instant(createdAt), failingSince: instantOrNull(failingSince) };
}

function shownDelivery({ createdAt, attemptedAt, dueAt, ...rest }: StoredDelivery): WebhookDelivery {
  return {
    ...rest,
    createdAt: instant(createdAt),
    attemptedAt: instantOrNull(attemptedAt),
    nextAttemptAt: instantOrNull(dueAt),
  };
}
