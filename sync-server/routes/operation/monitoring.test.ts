/** Tests what monitors read: readiness, its checks by name, and metrics. */
import { expect, test } from 'vitest';
import { DatabaseUnavailable } from '../../storage/failures/database-unavailable.ts';
import { restClient } from '../../testing/rest-client.ts';
import { jsonRequest, registered, type TestApp, testApp } from '../../testing/test-app.ts';

const fine = { running: 'ok', writes: 'ok', migrations: 'ok', room: 'ok', integrity: 'ok', files: 'ok' };

async function readiness({ app }: TestApp) {
  const answer = await app.request('http://10.0.0.9/readyz');
  const { status, checks } = await answer.json();
  return [answer.status, status, checks];
}

test('a server that can write, has room and has not begun to stop is ready, under any host name', async () => {
  using server = testApp();
  expect(await readiness(server)).toEqual([200, 'ready', fine]);
});

test('a server that cannot write is not ready, notices it without a failed request, and recovers by itself', async () => {
  using server = testApp();
  await server.rows.setReadOnly(true);
  expect(await readiness(server)).toEqual([503, 'not_ready', { ...fine, writes: 'failing' }]);
  await server.rows.setReadOnly(false);
  server.clock.at += 60_000;
  expect(await readiness(server)).toEqual([200, 'ready', fine]);
});

test('a database that is not reached is a failing write, also where it does not answer at all', async () => {
  const asked = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  const noAnswer = () => {
    asked.resolve();
    return answered.promise;
  };
  let probeWrite = (): Promise<void> => Promise.reject(new DatabaseUnavailable('away'));
  using plain = testApp();
  const storages = { ...plain.outside.storages, probeWrite: () => probeWrite() };
  using server = testApp({ outside: { storages } });
  for (const _again of [1, 2])
    expect(await readiness(server)).toEqual([503, 'not_ready', { ...fine, writes: 'failing' }]);
  probeWrite = noAnswer;
  const checked = readiness(server);
  await asked.promise;
  server.pass(5_000);
  expect(await checked).toMatchObject([503, 'not_ready', { writes: 'failing' }]);
  answered.resolve();
  probeWrite = async () => {};
  expect(await readiness(server)).toEqual([200, 'ready', fine]);
});

test('a clock that is set back by a year puts off no probe', async () => {
  using server = testApp();
  expect(await readiness(server)).toEqual([200, 'ready', fine]);
  server.clock.at -= 365 * 24 * 60 * 60 * 1000;
  await server.rows.setReadOnly(true);
  expect(await readiness(server)).toEqual([503, 'not_ready', { ...fine, writes: 'failing' }]);
});

test('little room on the disk, tables of an older version and the end of the server are each named', async () => {
  let free = 99 * 1024 ** 2;
  using server = testApp({ outside: { freeBytes: async () => free } });
  expect(await readiness(server)).toEqual([503, 'not_ready', { ...fine, room: 'failing' }]);
  free = 1024 ** 3;
  await server.rows.sql('UPDATE applied_migrations SET number = -number');
  expect(await readiness(server)).toEqual([503, 'not_ready', { ...fine, migrations: 'failing' }]);
  await server.rows.sql('UPDATE applied_migrations SET number = -number');
  server.drain();
  expect(await readiness(server)).toEqual([503, 'not_ready', { ...fine, running: 'failing' }]);
});

test('a server stays ready while a newer one beside it has brought the tables up to date', async () => {
  using server = testApp();
  await server.rows.sql("INSERT INTO applied_migrations VALUES (999, 'newer', 0)");
  expect(await readiness(server)).toEqual([200, 'ready', fine]);
  await server.rows.sql('DELETE FROM applied_migrations WHERE number = 999');
});

test('what the nightly inspection found is named, and requests go on', async () => {
  using server = testApp({ outside: { isIntact: () => false } });
  expect(await readiness(server)).toEqual([200, 'ready', { ...fine, integrity: 'failing' }]);
});

/** As if the request had come over a connection from this address. */
const from = (remoteAddress: string) => ({ incoming: { socket: { remoteAddress }, rawHeaders: [] } });

async function metrics({ app }: TestApp, headers: Record<string, string> = {}, address = '127.0.0.1') {
  const answer = await app.request('/metrics', { headers }, from(address));
  return { status: answer.status, text: await answer.text() };
}

test('metrics are for this machine alone where there is no token, and not for what a proxy on it passes on', async () => {
  using server = testApp({ variables: { HOST: '0.0.0.0' } });
  for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) {
    expect((await metrics(server, {}, address)).status).toBe(200);
  }
  expect((await metrics(server, {}, '192.0.2.7')).status).toBe(404);
  for (const name of ['X-Forwarded-For', 'Forwarded', 'X-Real-IP', 'Via']) {
    expect((await metrics(server, { [name]: '127.0.0.1' })).status).toBe(404);
  }
  expect((await server.app.request('/metrics')).status).toBe(404);
});

test('with METRICS_TOKEN metrics are for whoever has the token, from anywhere, and for nobody else', async () => {
  const METRICS_TOKEN = 'a-token-of-sixteen-or-more';
  using server = testApp({ variables: { METRICS_TOKEN } });
  const bearer = (token: string) => ({ Authorization: `Bearer ${token}`, 'X-Forwarded-For': '192.0.2.7' });
  expect((await metrics(server, bearer(METRICS_TOKEN), '192.0.2.7')).status).toBe(200);
  for (const headers of [{}, bearer(''), bearer(`${METRICS_TOKEN}x`), bearer('a-token')]) {
    const refused = await metrics(server, headers);
    expect(refused.status).toBe(401);
    expect(refused.text).not.toContain(METRICS_TOKEN);
  }
});

test('metrics count requests by route pattern, security events, waits of outboxes, streams, sizes and room', async () => {
  using server = testApp();
  const client = await restClient(server);
  const Cookie = await registered(server.app, 'Eve');
  await server.app.request('/api/login', jsonRequest('POST', { username: 'Eve', password: 'wrong' }));
  for (const id of [1, 2, 3]) await client.call('POST', '/api/projects', { id, name: 'P' });
  for (const id of [1, 2, 3, 4]) await client.get(`/api/projects/${id}/prompts`);
  for (const waited of ['5', '700', '-1', '1e3', '1'.repeat(10), 'x']) {
    await client.call('POST', '/api/sync/push', { mutations: [] }, { 'X-Promptory-Waited': waited });
  }
  for (const path of ['/api/nothing/1', '/api/nothing/2', '/assets/gone.js']) await server.app.request(path);
  await server.app.request('/api/user', { method: 'BREW' });
  const stream = await server.app.request('/api/sync/events', { headers: { Cookie } });
  const { text } = await metrics(server);
  await stream.body?.cancel();
  const expected = [
    'promptory_http_requests_total{method="POST",route="/api/projects",status="201"} 3',
    'promptory_http_requests_total{method="GET",route="/api/projects/:id/prompts",status="200"} 3',
    'promptory_http_requests_total{method="GET",route="/api/projects/:id/prompts",status="404"} 1',
    'promptory_http_requests_total{method="GET",route="(no route)",status="404"} 2',
    'promptory_http_request_seconds_count{method="other",route="(no route)"} 1',
    'promptory_security_events_total{event="account_created"} 2',
    'promptory_security_events_total{event="sign_in_failed"} 1',
    'promptory_outbox_wait_seconds_count 2',
    'promptory_outbox_wait_seconds_sum 705',
    'promptory_event_streams 1',
    'promptory_blobs 0',
    `promptory_disk_free_bytes ${1024 ** 4}`,
  ];
  expect(expected.filter((line) => !text.split('\n').includes(line))).toEqual([]);
  expect(text).toMatch(/^promptory_database_bytes [1-9]\d{4,}$/m);
  expect(await metrics(server)).toMatchObject({ text: expect.stringContaining('promptory_event_streams 0') });
});

test('the storage is measured at most once a minute however often metrics are read', async () => {
  using server = testApp();
  const measure = server.outside.storages.measure;
  let measured = 0;
  const counting = async () => {
    measured += 1;
    return measure();
  };
  using other = testApp({ outside: { storages: { ...server.outside.storages, measure: counting } } });
  for (let read = 0; read < 5; read += 1) await metrics(other);
  expect(measured).toBe(1);
  other.clock.at += 60_000;
  await metrics(other);
  expect(measured).toBe(2);
});
