/** The app with webhooks, a sender that a test answers for, and the clock in the test's hand. */
import { MadeWebhook, type Webhook, WebhookDeliveries } from '#shared/model/account/webhook.ts';
import type { WebhookAnswer, WebhookRequest } from '../services/webhooks/webhook-sender.ts';
import { type RestClient, restClient } from './rest-client.ts';
import { testApp } from './test-app.ts';

export const ok = { kind: 'answered', status: 204, retryAfter: null } as const;
export const broken = { kind: 'answered', status: 500, retryAfter: null } as const;

type Answer = (request: WebhookRequest) => WebhookAnswer | Promise<WebhookAnswer>;

/**
 * The app with a sender that a test answers for, by URL; an unknown URL is answered 204. Random words are as large as
 * they can be and differ, so each pause has its full length and each id is new.
 */
export async function webhookScene(answers: Record<string, Answer> = {}) {
  const sent: WebhookRequest[] = [];
  let word = 2 ** 32;
  const server = testApp({
    outside: {
      random: (words) => words.map(() => --word),
      webhookSender: {
        allows: () => true,
        async send(request) {
          sent.push(request);
          return (await answers[request.url]?.(request)) ?? ok;
        },
      },
    },
  });
  const { webhookWorker } = server.services;
  await webhookWorker.start();
  const client = await restClient(server);
  await client.call('POST', '/api/projects', { id: 5, name: 'Mail' });
  await client.call('POST', '/api/prompts', { id: 6, title: 'Reply', content: 'x', projectId: 5 });
  return {
    server,
    client,
    sent,
    worker: webhookWorker,
    add: (url: string, events: Webhook['events'] = ['version.created', 'label.moved']) =>
      added(client, url, events),
    save: (id: number) =>
      client.call('PUT', '/api/prompts/6', { id, content: `secret text ${id}`, description: '' }),
    /** Goes on until the clock has moved so far, an attempt after the other. */
    async pass(milliseconds: number, step = milliseconds) {
      for (let passed = 0; passed < milliseconds; passed += step) {
        server.pass(step);
        await webhookWorker.idle();
      }
    },
    /** The ids of the versions that this URL was sent. */
    versionsTo: (url: string) =>
      sent.filter((each) => each.url === url).map(({ body }) => JSON.parse(body).data.version?.id),
    /** Returns what the server counts of webhooks. */
    async metrics() {
      const answer = await server.app.request(
        '/metrics',
        {},
        { incoming: { socket: { remoteAddress: '127.0.0.1' } } },
      );
      return (await answer.text()).split('\n').filter((line) => line.startsWith('promptory_webhook'));
    },
    async deliveries(id: number, query = '') {
      const { body } = await client.get(`/api/webhooks/${id}/deliveries${query}`);
      return WebhookDeliveries.parse(body).deliveries;
    },
    async [Symbol.asyncDispose]() {
      await webhookWorker.stop(0);
      server[Symbol.dispose]();
    },
  };
}

export async function added(
  client: RestClient,
  url: string,
  events: Webhook['events'],
): Promise<MadeWebhook> {
  const made = await client.call('POST', '/api/webhooks', { url, events });
  if (made.status !== 201) throw new Error(`the webhook was answered ${made.status}`);
  return MadeWebhook.parse(made.body);
}
