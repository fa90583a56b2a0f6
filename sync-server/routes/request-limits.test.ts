/** The limits of requests and of event streams, for clients that ignore them and for devices that respect them. */
import { expect, test } from 'vitest';
import { Problem } from '#shared/model/problem.ts';
import { deviceOf, withFile, written } from '../../e2e/simulation/restored-scene.ts';
import { testRun } from '../../e2e/test-run.ts';
import { registered, type TestApp, testApp } from '../testing/test-app.ts';

const few = { MAX_REQUESTS_PER_SECOND: '10' };
/** Twenty seconds' worth. */
const burst = 200;

const userOf = (server: TestApp, Cookie: string, headers: Record<string, string> = {}) =>
  server.app.request('/api/user', { headers: { Cookie, ...headers } });

test('an account that sends more than its share is answered 429 with a time to wait, and others are not', async () => {
  using server = testApp({ variables: few });
  const [ada, eve] = [await registered(server.app, 'ada'), await registered(server.app, 'eve')];
  for (let count = 0; count < burst; count += 1) expect((await userOf(server, eve)).status).toBe(200);
  const refused = await userOf(server, eve);
  expect(refused.status).toBe(429);
  expect(refused.headers.get('Retry-After')).toBe('6');
  expect(Problem.parse(await refused.json())).toMatchObject({
    code: 'too_many_requests',
    detail: 'This account sends more requests than the server accepts. They continue in a moment.',
  });
  expect((await userOf(server, ada)).status).toBe(200);
  server.clock.at += 1000;
  expect((await userOf(server, eve)).status).toBe(200);
});

test('a search takes as much of an account as ten other requests', async () => {
  using server = testApp({ variables: few });
  const Cookie = await registered(server.app, 'eve');
  const search = () => server.app.request('/api/search?q=words', { headers: { Cookie } });
  for (let count = 0; count < burst / 10; count += 1) expect((await search()).status).toBe(200);
  expect((await search()).headers.get('Retry-After')).toBe('6');
});

test('a large push takes as much of an account as many small ones', async () => {
  using server = testApp({ variables: few });
  const Cookie = await registered(server.app, 'eve');
  const body = `{"mutations":[]}${' '.repeat(8 * 1024 * 1024)}`;
  const headers = { Cookie, 'Content-Type': 'application/json', 'Content-Length': String(body.length) };
  const push = () => server.app.request('/api/sync/push', { method: 'POST', headers, body });
  expect((await push()).status).toBe(200);
  expect((await push()).status).toBe(429);
  expect((await userOf(server, Cookie)).status).toBe(200);
});

test('visitors count by their address, and who is signed in there does not count with them', async () => {
  using server = testApp({ variables: { ...few, TRUST_PROXY: 'on' } });
  const ada = await registered(server.app, 'ada');
  const from = (address: string) => ({ 'X-Forwarded-For': address });
  for (let count = 0; count < burst; count += 1) {
    expect((await userOf(server, `promptory_session=${count}`, from('192.0.2.66'))).status).toBe(401);
  }
  expect((await userOf(server, '', from('192.0.2.66'))).status).toBe(429);
  const page = await server.app.request('/api/registration', { headers: from('192.0.2.66') });
  expect(page.status).toBe(429);
  expect((await userOf(server, '', from('192.0.2.1'))).status).toBe(401);
  expect((await userOf(server, ada, from('192.0.2.66'))).status).toBe(200);
  expect((await server.app.request('/healthz', { headers: from('192.0.2.66') })).status).toBe(200);
});

test('one account and all together have no more event streams than they may, and a closed one makes room', async () => {
  using server = testApp({ variables: { MAX_STREAMS_PER_USER: '2', MAX_STREAMS: '3' } });
  const open = async (Cookie: string) => server.app.request('/api/sync/events', { headers: { Cookie } });
  const [ada, eve] = [await registered(server.app, 'ada'), await registered(server.app, 'eve')];
  const streams = [await open(eve), await open(eve), await open(ada)];
  expect(streams.map(({ status }) => status)).toEqual([200, 200, 200]);
  const [tooMany, full] = [await open(eve), await open(ada)];
  expect([tooMany.status, tooMany.headers.get('Retry-After')]).toEqual([429, '60']);
  expect((await tooMany.json()).detail).toContain('open in too many browsers');
  expect((await full.json()).detail).toContain('The server notifies no further browser');
  await streams[0]?.body?.cancel();
  const another = await open(ada);
  expect(another.status).toBe(200);
  await server.app.request('/api/logout', { method: 'POST', headers: { Cookie: ada } });
  expect((await open(eve)).status).toBe(200);
});

test('asking for the head of an event stream takes no place of one', async () => {
  using server = testApp({ variables: { MAX_STREAMS_PER_USER: '1' } });
  const Cookie = await registered(server.app, 'ada');
  const ask = (method: string) => server.app.request('/api/sync/events', { method, headers: { Cookie } });
  for (const head of [await ask('HEAD'), await ask('HEAD')]) {
    expect([head.status, head.headers.get('Content-Type')]).toEqual([200, 'text/event-stream']);
  }
  expect((await ask('GET')).status).toBe(200);
});

test('an account with too much in memory is told to wait, and others are not', async () => {
  using server = testApp();
  const [ada, eve] = [await registered(server.app, 'ada'), await registered(server.app, 'eve')];
  const body = () =>
    new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new Uint8Array(15 * 1024 * 1024).fill(0x20)),
    });
  const push = (Cookie: string, sent: BodyInit) => {
    const init = { method: 'POST', headers: { Cookie, 'Content-Type': 'application/json' }, duplex: 'half' };
    return server.app.request('/api/sync/push', { ...init, body: sent });
  };
  // None of them ends by itself, and there is room for one.
  const refused = await Promise.race([push(eve, body()), push(eve, body()), push(eve, body())]);
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '2']);
  expect((await push(ada, '{"mutations":[]}')).status).toBe(200);
  expect((await push(eve, '{"mutations":[]}')).status).toBe(200);
});

test('a device that is answered 429 waits as long as it was asked, and everything arrives', async () => {
  using server = testApp({ variables: few });
  const device = await deviceOf({ server }, await registered(server.app, 'ada'));
  await written(device, 2);
  const files = 12;
  for (let file = 0; file < files; file += 1)
    await withFile(device, `a text in many pieces ${file} `.repeat(3));
  let waits = 0;
  const waitAsAsked = (outcome: { kind: string; afterMs?: number | null | undefined }) => {
    if (outcome.kind === 'done') return true;
    expect(outcome).toMatchObject({ kind: 'again', reason: 'rate', afterMs: expect.any(Number) });
    waits += 1;
    server.clock.at += outcome.afterMs ?? 0;
    return false;
  };
  for (let isDone = false; !isDone; ) {
    const rows = waitAsAsked(await device.round());
    isDone = waitAsAsked(await device.files()) && rows;
    expect(waits).toBeLessThan(10);
  }
  expect(waits).toBeGreaterThan(0);
  waitAsAsked(await device.round());
  const arrived: boolean[] = [];
  for await (const part of (await server.services.library.resourcesOf(device.library.user.id, 1)) ?? []) {
    arrived.push(...part.map(({ available }) => available));
  }
  expect(arrived).toEqual(Array.from({ length: files }, () => true));
});

test('a first sync, 500 files and ten tabs at once stay within what comes at once by default', async () => {
  const files = testRun.isFull ? 500 : 10;
  // The clock stands still: nothing comes back.
  using server = testApp({ variables: { MAX_REQUESTS_PER_SECOND: String((200 * files) / 500 + 10) } });
  const cookie = await registered(server.app, 'ada');
  const device = await deviceOf({ server }, cookie);
  await written(device, 20);
  for (let file = 0; file < files; file += 1) await withFile(device, `${file}`);
  expect(await device.round()).toEqual({ kind: 'done' });
  expect(await device.files()).toEqual({ kind: 'done' });
  const tabs = await Promise.all(Array.from({ length: 10 }, () => deviceOf({ server }, cookie)));
  expect(await Promise.all(tabs.map((tab) => tab.round()))).toEqual(tabs.map(() => ({ kind: 'done' })));
});
