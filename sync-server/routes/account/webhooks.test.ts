import { expect, test } from 'vitest';
import { MadeWebhook, WebhookSecret } from '#shared/model/account/webhook.ts';
import { limits } from '#shared/model/limits.ts';
import { messages } from '#shared/model/messages.ts';
import { type RestClient, restClient } from '../../testing/rest-client.ts';
import { testApp } from '../../testing/test-app.ts';

const url = 'https://hooks.example.org/promptory';
const events = ['version.created', 'label.moved'];

async function add(client: RestClient, more: Record<string, unknown> = {}): Promise<MadeWebhook> {
  const { status, body } = await client.call('POST', '/api/webhooks', { url, events, ...more });
  expect(status).toBe(201);
  return MadeWebhook.parse(body);
}

test('the secret of a webhook is in the answer that made it and in no other', async () => {
  using server = testApp();
  const client = await restClient(server);
  const { secret, ...webhook } = await add(client, {
    events: ['label.moved', 'version.created', 'label.moved'],
  });
  expect(webhook).toMatchObject({ url, events, state: 'on', failingSince: null, waiting: 0, failed: 0 });
  const { body } = await client.get('/api/webhooks');
  expect(body).toEqual([webhook]);
  expect(JSON.stringify(body)).not.toContain(secret.slice('whsec_'.length));
});

test('a new secret replaces the former one, which signs for one more day', async () => {
  using server = testApp();
  const client = await restClient(server);
  const { id, secret } = await add(client);
  const { status, body } = await client.call('POST', `/api/webhooks/${id}/secret`);
  const replaced = WebhookSecret.parse(body);
  expect([status, replaced.secret === secret]).toEqual([200, false]);
  expect(replaced.previousUntil).toBe(new Date(server.clock.at + 24 * 60 * 60 * 1000).toISOString());
});

test('a webhook is changed, switched off and deleted', async () => {
  using server = testApp();
  const client = await restClient(server);
  const { id } = await add(client);
  const path = `/api/webhooks/${id}`;
  const other = { url: 'https://other.example.org/', events: ['label.moved'] };
  expect(await client.call('PATCH', path, other)).toMatchObject({
    status: 200,
    body: { ...other, state: 'on' },
  });
  expect(await client.call('PATCH', path, { isOn: false })).toMatchObject({
    body: { ...other, state: 'off' },
  });
  expect(await client.call('DELETE', path)).toMatchObject({ status: 200 });
  expect(await client.call('DELETE', path)).toMatchObject({ status: 404 });
  expect(await client.call('PATCH', path, other)).toMatchObject({ status: 404 });
});

test('what makes, changes and deletes a webhook is logged with the account, without address and secret', async () => {
  using server = testApp();
  const client = await restClient(server);
  const { id } = await add(client);
  const path = `/api/webhooks/${id}`;
  await client.call('PATCH', path, { isOn: false });
  await client.call('POST', `${path}/secret`);
  await client.call('DELETE', path);
  for (const [method, gone] of [['PATCH', path] as const, ['POST', `${path}/secret`] as const]) {
    await client.call(method, gone, { isOn: true });
  }
  const logged = server.lines.filter((line) => line.includes('"event":"webhook_'));
  const events = logged.map((line) => /"event":"(\w+)"/.exec(line)?.[1]);
  expect(events).toEqual(['webhook_created', 'webhook_changed', 'webhook_changed', 'webhook_removed']);
  expect(logged.every((line) => /"user":"[\w-]+"/.test(line))).toBe(true);
  expect(logged.join('\n')).not.toMatch(/hooks\.example|whsec_/);
});

test.each([
  [{ url: '' }, messages.webhookUrlRequired],
  [{ url: `https://a.example/${'x'.repeat(limits.webhookUrlLength)}` }, messages.webhookUrlTooLong],
  [{ url: 'ftp://files.example.org/' }, messages.webhookUrlNotWeb],
  [{ url: 'javascript:alert(1)' }, messages.webhookUrlNotWeb],
  [{ url: `https://${'ada:engine'}@hooks.example.org/` }, messages.webhookUrlWithPassword],
  [{ url: 'http://169.254.169.254/latest/meta-data/' }, messages.webhookUrlPrivate],
  [{ url: 'http://localhost:8787/' }, messages.webhookUrlPrivate],
  [{ events: [] }, messages.webhookEventRequired],
])('a webhook with %o is refused in words', async (wrong, message) => {
  using server = testApp();
  const client = await restClient(server);
  const refused = { status: 400, body: { code: 'invalid_fields', errors: [{ message }] } };
  expect(await client.call('POST', '/api/webhooks', { url, events, ...wrong })).toMatchObject(refused);
  const { id } = await add(client);
  expect(await client.call('PATCH', `/api/webhooks/${id}`, wrong)).toMatchObject(refused);
});

test('a private address is taken where the admin allows it', async () => {
  using server = testApp({ variables: { WEBHOOK_ALLOW_PRIVATE: 'on' } });
  await add(await restClient(server), { url: 'http://192.168.1.7:9000/' });
});

test('there are ten webhooks at most, and a hundred tests that wait', async () => {
  using server = testApp();
  const client = await restClient(server);
  const { id } = await add(client);
  for (let count = 1; count < limits.webhooksPerUser; count += 1) await add(client);
  expect(await client.call('POST', '/api/webhooks', { url, events })).toMatchObject({
    ...{ status: 429, body: { detail: messages.tooManyWebhooks } },
  });
  const ask = () => client.call('POST', `/api/webhooks/${id}/test`);
  for (let count = 0; count < 100; count += 1) expect(await ask()).toMatchObject({ status: 202 });
  expect(await ask()).toMatchObject({ status: 429, body: { detail: messages.tooManyDeliveries } });
  const page = await client.get(`/api/webhooks/${id}/deliveries`);
  expect(page.body).toMatchObject({ next: 51, deliveries: expect.arrayContaining([]) });
  const rest = await client.get(`/api/webhooks/${id}/deliveries?before=51`);
  expect(rest.body).toMatchObject({ next: null });
  expect(await client.get(`/api/webhooks/${id}/deliveries?before=x`)).toMatchObject({ status: 400 });
});
