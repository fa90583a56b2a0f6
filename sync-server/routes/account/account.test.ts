/** Tests what people do with their own account and its sessions. */
import { expect, test } from 'vitest';
import { cookieOf, jsonRequest, registered, type TestApp, testApp } from '../../testing/test-app.ts';

const hour = 60 * 60 * 1000;

/** A server with Ada, signed in on two devices, and Eve. */
async function scene(variables: Record<string, string> = {}) {
  const server = testApp({ variables });
  const { app } = server;
  const Cookie = await registered(app, 'Ada');
  const eve = await registered(app, 'Eve');
  server.clock.at += hour;
  const signIn = (password = 'correct horse', headers: Record<string, string> = {}) =>
    app.request('/api/login', jsonRequest('POST', { username: 'Ada', password }, headers));
  const phone = cookieOf(await signIn(undefined, { 'User-Agent': 'Firefox on a phone' }));
  return {
    ...server,
    ...{ Cookie, eve, phone, signIn },
    send: (method: string, path: string, body?: object, cookie = Cookie) => {
      const headers = { Cookie: cookie };
      return app.request(path, body === undefined ? { method, headers } : jsonRequest(method, body, headers));
    },
    status: async (cookie: string) =>
      (await app.request('/api/user', { headers: { Cookie: cookie } })).status,
  };
}

const passwords = { currentPassword: 'correct horse', newPassword: 'another secret' };

/** The events of a session's stream; `ended` resolves once the server ends it. */
async function listen({ app }: TestApp, Cookie: string) {
  const answer = await app.request('/api/sync/events', { headers: { Cookie } });
  const reader = answer.body?.getReader();
  await reader?.read();
  return { ended: async () => (await reader?.read())?.done };
}

test('the account tells whether it is an admin, and the rules of this server', async () => {
  using here = await scene({ MIN_PASSWORD_LENGTH: '8', REGISTRATION: 'open' });
  const ada = await (await here.send('GET', '/api/account')).json();
  expect(ada).toEqual({ isAdmin: true, minPasswordLength: 8, registration: 'open' });
  const eve = await (await here.send('GET', '/api/account', undefined, here.eve)).json();
  expect(eve).toMatchObject({ isAdmin: false });
});

test('another password ends the other sessions and their event streams, and keeps this one', async () => {
  using here = await scene();
  const stream = await listen(here, here.phone);
  expect((await here.send('PUT', '/api/account/password', passwords)).status).toBe(200);
  expect(await stream.ended()).toBe(true);
  expect(await Promise.all([here.Cookie, here.phone, here.eve].map(here.status))).toEqual([200, 401, 200]);
  expect((await here.signIn()).status).toBe(401);
  expect((await here.signIn('another secret')).status).toBe(200);
});

test('a password is not changed without the current one, and ten wrong ones make the account wait', async () => {
  using here = await scene();
  const wrong = { ...passwords, currentPassword: 'a guess' };
  for (let attempt = 0; attempt < 10; attempt += 1) {
    const refused = await here.send('PUT', '/api/account/password', wrong);
    expect(refused.status).toBe(403);
    expect(await refused.json()).toMatchObject({
      code: 'wrong_password',
      errors: [{ path: 'currentPassword', message: 'That is not your current password.' }],
    });
  }
  const stopped = await here.send('PUT', '/api/account/password', passwords);
  expect([stopped.status, stopped.headers.get('Retry-After')]).toEqual([429, '300']);
  expect((await here.send('POST', '/api/account/deletion', { password: 'correct horse' })).status).toBe(429);
  expect(await here.status(here.phone)).toBe(200);
  here.clock.at += 5 * 60 * 1000;
  expect((await here.send('PUT', '/api/account/password', passwords)).status).toBe(200);
});

test.each([
  ['abc', 'Password must be at least 6 characters', '6'],
  ['seven77', 'Password must be at least 8 characters', '8'],
  ['password1', 'This password is among the most common ones', '8'],
])('a new password "%s" is refused: %s', async (newPassword, message, MIN_PASSWORD_LENGTH) => {
  using here = await scene({ MIN_PASSWORD_LENGTH });
  const refused = await here.send('PUT', '/api/account/password', { ...passwords, newPassword });
  expect(refused.status).toBe(400);
  expect(await refused.json()).toMatchObject({ errors: [{ path: 'newPassword', message }] });
  expect(await here.status(here.phone)).toBe(200);
});

test('sessions are listed with the device, the latest use within an hour, and the one that asks', async () => {
  using here = await scene();
  here.clock.at += hour;
  expect(await here.status(here.phone)).toBe(200);
  const list = await here.send('GET', '/api/sessions');
  const text = await list.text();
  expect(JSON.parse(text)).toEqual([
    {
      id: expect.stringMatching(/^[0-9a-f]{16}$/),
      device: 'Firefox on a phone',
      createdAt: '2026-01-01T13:00:00.000Z',
      usedAt: '2026-01-01T14:00:00.000Z',
      isCurrent: false,
    },
    expect.objectContaining({ createdAt: '2026-01-01T12:00:00.000Z', isCurrent: true }),
  ]);
  for (const cookie of [here.Cookie, here.phone]) expect(text).not.toContain(cookie.split('=')[1]);
});

test('a session is ended by another one of its user, with its event stream, and never by somebody else', async () => {
  using here = await scene();
  const stream = await listen(here, here.phone);
  const [{ id }] = await (await here.send('GET', '/api/sessions')).json();
  expect((await here.send('DELETE', `/api/sessions/${id}`, undefined, here.eve)).status).toBe(404);
  expect(await here.status(here.phone)).toBe(200);
  expect((await here.send('DELETE', `/api/sessions/${id}`)).status).toBe(200);
  expect(await stream.ended()).toBe(true);
  expect((await here.send('DELETE', `/api/sessions/${id}`)).status).toBe(404);
  expect(await Promise.all([here.Cookie, here.phone].map(here.status))).toEqual([200, 401]);
});

test('all other sessions end together, and those of other people stay', async () => {
  using here = await scene();
  const stream = await listen(here, here.phone);
  expect((await here.send('DELETE', '/api/sessions')).status).toBe(200);
  expect(await stream.ended()).toBe(true);
  expect(await Promise.all([here.Cookie, here.phone, here.eve].map(here.status))).toEqual([200, 401, 200]);
});

test('a deleted account is signed out everywhere, keeps its name, and an admin can bring it back', async () => {
  using here = await scene();
  const wrong = await here.send('POST', '/api/account/deletion', { password: 'a guess' });
  expect([wrong.status, await here.status(here.Cookie)]).toEqual([403, 200]);
  const { administration } = here.outside.storages;
  await administration.setAdmin((await administration.findAccount('eve'))?.id ?? 0, true);
  const deleted = await here.send('POST', '/api/account/deletion', { password: 'correct horse' });
  expect(deleted.status).toBe(200);
  expect(cookieOf(deleted)).toBe('promptory_session=');
  expect(await Promise.all([here.Cookie, here.phone, here.eve].map(here.status))).toEqual([401, 401, 200]);
  expect((await here.signIn()).status).toBe(401);
  const same = { displayName: 'Ada', username: 'Ada', password: 'correct horse' };
  expect((await here.app.request('/api/register', jsonRequest('POST', same))).status).toBe(409);
  const account = await administration.findAccount('ada');
  expect(account?.deletedAt).toBe(here.clock.at);
  await administration.enable(account?.id ?? 0);
  expect((await here.signIn()).status).toBe(200);
});

test('the only admin of others is not deleted, and is told what to do first', async () => {
  using here = await scene();
  const ask = (cookie: string) =>
    here.send('POST', '/api/account/deletion', { password: 'correct horse' }, cookie);
  const refused = await ask(here.Cookie);
  expect(refused.status).toBe(409);
  expect(await refused.json()).toMatchObject({
    code: 'only_admin',
    title: expect.stringMatching(/^You are the only admin of this server, and others have accounts on it\./),
  });
  expect(await here.status(here.Cookie)).toBe(200);
  expect((await ask(here.eve)).status).toBe(200);
  expect((await ask(here.Cookie)).status).toBe(200);
});
