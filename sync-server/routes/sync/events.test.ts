import { expect, test, vi } from 'vitest';
import { registered, type TestApp, testApp } from '../../testing/test-app.ts';

async function opened(server: TestApp, username: string) {
  const Cookie = await registered(server.app, username);
  const headers = { Cookie };
  const user = await (await server.app.request('/api/user', { headers })).json();
  const answer = await server.app.request('/api/sync/events', { headers });
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (reader === undefined) throw new Error('the answer has no body');
  expect((await reader.read()).value).toBe(': listening\n\n');
  return { answer, reader, headers, userId: Number(user.id) };
}

test('a visitor gets no events', async () => {
  using server = testApp();
  expect((await server.app.request('/api/sync/events')).status).toBe(401);
});

test("a request about one person's library is not answered under another's session", async () => {
  using server = testApp();
  const Cookie = await registered(server.app, 'Ada');
  const headers = { Cookie, 'X-Promptory-User': '4711' };
  const answer = await server.app.request('/api/sync/events', { headers });
  expect(answer.status).toBe(401);
  expect(await answer.json()).toMatchObject({ code: 'signed_out' });
});

/** Returns what a stream carries of a poke. */
async function poked(server: TestApp, userId: number, seq: number): Promise<string> {
  const epoch = await server.services.changes.epochAt(userId, seq);
  return `event: poke\ndata: {"seq":${seq},"epoch":"${epoch}"}\n\n`;
}

test('a poke of this user arrives as a number with its epoch, pokes of others do not', async () => {
  using server = testApp();
  const ada = await opened(server, 'Ada');
  const grace = await opened(server, 'Grace');
  expect(ada.answer.headers.get('Content-Type')).toBe('text/event-stream');
  server.services.pokes.poke(grace.userId, 5);
  server.services.pokes.poke(ada.userId, 812);
  expect((await ada.reader.read()).value).toBe(await poked(server, ada.userId, 812));
  expect((await grace.reader.read()).value).toBe(await poked(server, grace.userId, 5));
});

test('the same number comes once', async () => {
  using server = testApp();
  const ada = await opened(server, 'Ada');
  for (const seq of [3, 3, 4]) server.services.pokes.poke(ada.userId, seq);
  const received = [(await ada.reader.read()).value, (await ada.reader.read()).value];
  expect(received).toEqual([await poked(server, ada.userId, 3), await poked(server, ada.userId, 4)]);
});

test('who reads slowly gets the newest number, not every one', async () => {
  using server = testApp();
  const ada = await opened(server, 'Ada');
  for (let seq = 1; seq <= 1000; seq += 1) server.services.pokes.poke(ada.userId, seq);
  let text = '';
  let reads = 0;
  while (!text.includes('{"seq":1000,')) {
    text += (await ada.reader.read()).value;
    reads += 1;
  }
  expect(reads).toBeLessThan(10);
});

test('a heartbeat keeps the stream open', async () => {
  using server = testApp();
  const ada = await opened(server, 'Ada');
  await server.beat();
  expect((await ada.reader.read()).value).toBe(': still here\n\n');
});

test('signing out ends the stream of that session', async () => {
  using server = testApp();
  const ada = await opened(server, 'Ada');
  await server.app.request('/api/logout', { method: 'POST', headers: ada.headers });
  expect((await ada.reader.read()).done).toBe(true);
});

test('a session that runs out ends its stream at the next heartbeat', async () => {
  using server = testApp();
  const ada = await opened(server, 'Ada');
  server.clock.at += 31 * 24 * 60 * 60 * 1000;
  await server.beat();
  expect((await ada.reader.read()).value).toBe(': still here\n\n');
  expect((await ada.reader.read()).done).toBe(true);
});

test('a stream outlives a time in which its session cannot be read, and is checked again with the next heartbeat', async () => {
  using server = testApp();
  const ada = await opened(server, 'Ada');
  vi.spyOn(server.services.sessions, 'find').mockRejectedValueOnce(new Error('the database is away'));
  await server.beat();
  expect((await ada.reader.read()).value).toBe(': still here\n\n');
  server.clock.at += 31 * 24 * 60 * 60 * 1000;
  await server.beat();
  expect((await ada.reader.read()).value).toBe(': still here\n\n');
  expect((await ada.reader.read()).done).toBe(true);
});

test('a drain ends every stream, and a stream that is opened afterwards', async () => {
  using server = testApp();
  const ada = await opened(server, 'Ada');
  server.drain();
  expect((await ada.reader.read()).done).toBe(true);
  const late = await server.app.request('/api/sync/events', { headers: ada.headers });
  expect(await late.text()).toBe(': listening\n\n');
});

test('a reader that goes away is forgotten', async () => {
  using server = testApp();
  const ada = await opened(server, 'Ada');
  await ada.reader.cancel();
  server.services.pokes.poke(ada.userId, 1);
  await server.beat();
  await server.app.request('/api/logout', { method: 'POST', headers: ada.headers });
  expect(server.errors).toEqual([]);
});
