/** Webhooks from a person's change to the receiver: the app, its storage and its worker, with the clock in the test's hand. */
import { Webhook as Verifier } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { MadeWebhook } from '#shared/model/account/webhook.ts';
import type { WebhookAnswer } from './services/webhooks/webhook-sender.ts';
import { webhookBounds } from './services/webhooks/webhook-worker.ts';
import { restClient } from './testing/rest-client.ts';
import { type SpawnedServer, spawnServer } from './testing/spawned-server.ts';
import { temporaryFolder } from './testing/temporary-folder.ts';
import { cookieOf, jsonRequest } from './testing/test-app.ts';
import { webhookReceiver } from './testing/webhook-receiver.ts';
import { added, broken, ok, webhookScene } from './testing/webhook-scene.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const hook = 'https://one.example/';
const other = 'https://two.example/';
const move = (versionId: number | null, from: number | null = null) => ({
  labels: [{ label: 'production', versionId, from, device: 'Phone' }],
});

test('a new version and a moved label are delivered in order, signed, with names and without a text', async () => {
  await using it = await webhookScene();
  const { secret } = await it.add(hook);
  const labels = await it.add(other, ['label.moved']);
  await it.save(9);
  await it.client.call('PATCH', '/api/prompts/6/attributes', move(9));
  await it.client.call('PATCH', '/api/prompts/6/attributes', move(null, 9));
  await it.worker.idle();
  const about = { project: { id: 5, name: 'Mail' }, prompt: { id: 6, title: 'Reply' } };
  const timestamp = expect.stringMatching(/^2026-01-01T12:00:00.00\dZ$/);
  const version = { id: 9, number: expect.any(Number) };
  const moved = { type: 'label.moved', timestamp };
  const expected = [
    { type: 'version.created', timestamp, data: { ...about, version } },
    { ...moved, data: { ...about, label: 'production', version, previous: null } },
    { ...moved, data: { ...about, label: 'production', version: null, previous: version } },
  ];
  const bodiesTo = (url: string) =>
    it.sent.filter((each) => each.url === url).map(({ body }) => JSON.parse(body));
  expect(bodiesTo(hook)).toEqual(expected);
  expect(bodiesTo(other)).toEqual(expected.slice(1));
  expect(JSON.stringify(it.sent)).not.toContain('secret text');
  const [first] = it.sent;
  expect(first?.headers).toMatchObject({
    'content-type': 'application/json',
    'user-agent': 'Promptory/0.0.0-test',
  });
  // The clock of the scene is not the one of the library that verifies.
  const verify = () => new Verifier(secret).verify(first?.body ?? '', first?.headers ?? {});
  expect(verify).toThrow(/timestamp too old/);
  expect(await it.deliveries(labels.id)).toMatchObject([
    { number: 2, type: 'label.moved', state: 'delivered', attempts: 1, status: 204 },
    { number: 1, type: 'label.moved', state: 'delivered', attempts: 1, status: 204 },
  ]);
});

test('a receiver that fails is tried again under the same id and in order, while another gets everything at once', async () => {
  let answer: WebhookAnswer = broken;
  await using it = await webhookScene({ [hook]: () => answer });
  const { id } = await it.add(hook);
  await it.add(other);
  for (const version of [11, 12, 13]) await it.save(version);
  await it.worker.idle();
  expect([it.versionsTo(hook), it.versionsTo(other)]).toEqual([[11], [11, 12, 13]]);
  await it.pass(minute, 1_000);
  expect(new Set(it.versionsTo(hook))).toEqual(new Set([11]));
  answer = ok;
  await it.pass(10 * minute, minute);
  const attempts = it.sent.filter(({ url }) => url === hook);
  expect(it.versionsTo(hook).slice(-3)).toEqual([11, 12, 13]);
  expect(new Set(attempts.slice(0, -2).map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  expect((await it.deliveries(id)).map(({ state }) => state)).toEqual([
    'delivered',
    'delivered',
    'delivered',
  ]);
});

test('one message that a receiver cannot take holds the others back for a while, and ends among the failed', async () => {
  await using it = await webhookScene({ [hook]: ({ body }) => (body.includes('"id":11,') ? broken : ok) });
  const { id } = await it.add(hook);
  for (const version of [11, 12, 13]) await it.save(version);
  await it.pass(hour, minute);
  expect(it.versionsTo(hook).filter((version) => version !== 11)).toEqual([12, 13]);
  await it.pass(2 * day, hour);
  expect(it.versionsTo(hook).filter((version) => version === 11)).toHaveLength(12);
  expect(await it.deliveries(id, '?state=failed')).toMatchObject([
    { number: 1, attempts: 12, status: 500, nextAttemptAt: null },
  ]);
  expect(await it.metrics()).toEqual([
    'promptory_webhook_attempts_total{outcome="waiting"} 11',
    'promptory_webhook_attempts_total{outcome="delivered"} 2',
    'promptory_webhook_attempts_total{outcome="failed"} 1',
    'promptory_webhooks_stopped_total 0',
  ]);
});

test('a receiver that is gone for days is stopped, keeps what is bounded, and goes on where it stopped', async () => {
  let answer: WebhookAnswer = { kind: 'failed', problem: 'unreachable' };
  await using it = await webhookScene({ [hook]: () => answer });
  const { id } = await it.add(hook);
  const many = webhookBounds.mostWaiting + 50;
  for (let version = 1; version <= many; version += 1) await it.save(100 + version);
  await it.pass(4 * day, hour);
  const list = async () => (await it.client.get('/api/webhooks')).body;
  expect(await list()).toMatchObject([{ state: 'stopped', failingSince: expect.any(String) }]);
  expect(await it.metrics()).toContain('promptory_webhooks_stopped_total 1');
  const rows = await it.server.rows.sql('SELECT number FROM webhook_deliveries');
  expect(rows.length).toBeLessThan(webhookBounds.mostWaiting + 20);
  const attempts = it.sent.length;
  await it.pass(day, hour);
  expect(it.sent).toHaveLength(attempts);
  answer = ok;
  await it.client.call('PATCH', `/api/webhooks/${id}`, { isOn: true });
  await it.worker.idle();
  const arrived = it.versionsTo(hook).slice(attempts);
  expect(arrived).toContain(100 + many);
  const failed = (await it.deliveries(id, '?state=failed')).length;
  expect([new Set(arrived).size + failed, await list()]).toMatchObject([
    many,
    [{ state: 'on', waiting: 0, failed }],
  ]);
  expect(await it.client.call('POST', `/api/webhooks/${id}/redelivery`)).toMatchObject({
    body: { count: failed },
  });
  await it.worker.idle();
  expect(await list()).toMatchObject([{ failed: 0, waiting: 0 }]);
});

test('a test is sent past what waits, is tried once, and is listed with what came of it', async () => {
  await using it = await webhookScene({ [hook]: () => ({ kind: 'failed', problem: 'unknown_host' }) });
  const { id } = await it.add(hook);
  await it.save(11);
  await it.worker.idle();
  expect(await it.client.call('POST', `/api/webhooks/${id}/test`)).toMatchObject({
    ...{ status: 202, body: { type: 'ping', state: 'waiting', number: 2 } },
  });
  await it.worker.idle();
  const [ping] = await it.deliveries(id);
  expect(ping).toMatchObject({ type: 'ping', state: 'failed', problem: 'unknown_host', attempts: 1 });
  expect(JSON.parse(ping?.body ?? '')).toMatchObject({ type: 'ping', data: { webhook: { id } } });
});

test('slow receivers of one person leave places for others, and each has one message at a time', async () => {
  const slow = Promise.withResolvers<WebhookAnswer>();
  const urls = Array.from({ length: webhookBounds.perUser + 2 }, (_, at) => `https://slow${at}.example/`);
  await using it = await webhookScene(Object.fromEntries(urls.map((url) => [url, () => slow.promise])));
  for (const url of urls) await it.add(url);
  await it.save(11);
  await it.save(12);
  const eve = await restClient(it.server, 'eve');
  await added(eve, other, ['version.created']);
  await eve.call('POST', '/api/projects', { id: 5, name: 'P' });
  await eve.call('POST', '/api/prompts', { id: 6, title: 'T', content: 'x', projectId: 5 });
  await eve.call('PUT', '/api/prompts/6', { id: 7, content: 'y', description: '' });
  await expect.poll(() => it.versionsTo(other)).toContain(7);
  const slowOnes = () => it.sent.map(({ url }) => url).filter((url) => url.includes('slow'));
  await expect.poll(() => slowOnes().length).toBeGreaterThanOrEqual(webhookBounds.perUser);
  const begun = slowOnes();
  slow.resolve(ok);
  // All have waited as long.
  expect([begun.length, new Set(begun).size]).toEqual([webhookBounds.perUser, webhookBounds.perUser]);
  await it.worker.idle();
  for (const url of urls) expect(it.versionsTo(url).slice(-2)).toEqual([11, 12]);
});

test('an attempt whose end cannot be stored is not made over and over', async () => {
  await using it = await webhookScene();
  await it.add(hook);
  const mend = await it.server.rows.breakWrites({
    ...{ statement: 'UPDATE', table: 'webhook_deliveries', message: 'full' },
  });
  await it.save(11);
  await it.worker.idle();
  expect(it.versionsTo(hook)).toEqual([11]);
  expect(it.server.errors).toMatchObject([{ message: 'full' }]);
  await mend();
  await it.pass(minute);
  expect(it.versionsTo(hook)).toEqual([11, 11]);
});

async function signUp(
  address: string,
): Promise<(method: string, path: string, body?: unknown) => Promise<Response>> {
  const ada = { displayName: 'Ada', username: 'ada', password: 'correct horse' };
  const Cookie = cookieOf(await fetch(`${address}/api/register`, jsonRequest('POST', ada)));
  return (method, path, body) => fetch(`${address}${path}`, jsonRequest(method, body, { Cookie }));
}

test('a server that is killed while it sends, sends that message once more, and those behind it', async () => {
  using folder = temporaryFolder();
  const killed = Promise.withResolvers<void>();
  const running: SpawnedServer[] = [];
  await using receiver = await webhookReceiver((response, place) => {
    if (place > 1) return void response.writeHead(200).end();
    killed.resolve();
  });
  const start = () => {
    const server = spawnServer({ DATA_DIR: folder.path, WEBHOOK_ALLOW_PRIVATE: 'on' });
    running.push(server);
    return server;
  };
  using first = start();
  const call = await signUp(await first.ready);
  await call('POST', '/api/projects', { id: 5, name: 'P' });
  await call('POST', '/api/prompts', { id: 6, title: 'T', content: 'x', projectId: 5 });
  const made = MadeWebhook.parse(
    await (await call('POST', '/api/webhooks', { url: receiver.url, events: ['version.created'] })).json(),
  );
  for (const id of [7, 8]) await call('PUT', '/api/prompts/6', { id, content: `${id}`, description: '' });
  await killed.promise;
  first.child.kill('SIGKILL');
  await first.ended;
  using second = start();
  await second.ready;
  await receiver.has(3);
  const [one, again, next] = receiver.received;
  expect(again?.body).toBe(one?.body);
  expect(again?.headers['webhook-id']).toBe(one?.headers['webhook-id']);
  expect([one, next].map((each) => each?.message)).toMatchObject([
    { type: 'version.created', data: { version: { id: 7 } } },
    { type: 'version.created', data: { version: { id: 8 } } },
  ]);
  const headers = Object.fromEntries(
    Object.entries(next?.headers ?? {}).map(([name, value]) => [name, String(value)]),
  );
  expect(new Verifier(made.secret).verify(next?.body ?? '', headers)).toEqual(next?.message);
  second.child.kill('SIGTERM');
  expect(await second.ended).toMatchObject({ code: 0, err: '' });
});
