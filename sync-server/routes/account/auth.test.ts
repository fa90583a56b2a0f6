import { expect, test } from 'vitest';
import { cookieOf, jsonRequest, registered, testApp } from '../../testing/test-app.ts';

const ada = { displayName: 'Ada Lovelace', username: 'Ada', password: 'correct horse' };
const login = (username: string, password: string) => jsonRequest('POST', { username, password });

test('a person signs up, is known by the cookie, signs out, and signs in again', async () => {
  using server = testApp();
  const { app } = server;
  const signUp = await app.request('/api/register', jsonRequest('POST', ada));
  expect(signUp.status).toBe(201);
  const user = await signUp.json();
  expect(user).toEqual({ id: expect.any(Number), username: 'Ada', displayName: 'Ada Lovelace' });

  const Cookie = cookieOf(signUp);
  expect(await (await app.request('/api/user', { headers: { Cookie } })).json()).toEqual(user);

  const signOut = await app.request('/api/logout', { method: 'POST', headers: { Cookie } });
  expect(signOut.status).toBe(200);
  expect(signOut.headers.get('Set-Cookie')).toContain('promptory_session=; Max-Age=0');
  expect((await app.request('/api/user', { headers: { Cookie } })).status).toBe(401);

  const signIn = await app.request('/api/login', login('ada', 'correct horse'));
  expect(signIn.status).toBe(200);
  expect(await signIn.json()).toEqual(user);
});

test('a visitor is answered 401 with the code signed_out, and may sign out all the same', async () => {
  using server = testApp();
  const visitor = await server.app.request('/api/user');
  expect(visitor.status).toBe(401);
  expect(visitor.headers.get('Content-Type')).toBe('application/problem+json');
  expect(await visitor.json()).toMatchObject({ status: 401, code: 'signed_out' });
  expect((await server.app.request('/api/logout', { method: 'POST' })).status).toBe(200);
});

test('who is signed in is answered to a visitor too, without an error', async () => {
  using server = testApp();
  const ask = async (headers: Record<string, string>) => {
    const answer = await server.app.request('/api/session', { headers });
    return [answer.status, await answer.json()];
  };
  expect(await ask({})).toEqual([200, { user: null }]);
  expect(await ask({ Cookie: 'promptory_session=of-nobody' })).toEqual([200, { user: null }]);
  const signUp = await server.app.request('/api/register', jsonRequest('POST', ada));
  const user = await signUp.json();
  expect(await ask({ Cookie: cookieOf(signUp) })).toEqual([200, { user }]);
});

test('usernames are trimmed and the same in any case and composition of accents', async () => {
  using server = testApp();
  await registered(server.app, '  Zo\u00eb ');
  for (const username of ['zo\u00eb', 'ZOE\u0308', ' Zoe\u0308']) {
    const again = await server.app.request('/api/register', jsonRequest('POST', { ...ada, username }));
    expect(again.status).toBe(409);
    expect(await again.json()).toMatchObject({
      code: 'username_taken',
      title: 'That username is already taken.',
    });
    expect((await server.app.request('/api/login', login(username, 'correct horse'))).status).toBe(200);
  }
});

test('two sign-ups with one name at the same moment make one account', async () => {
  using server = testApp();
  const answers = await Promise.all(
    ['Ada', 'ADA', 'ada'].map((username) =>
      server.app.request('/api/register', jsonRequest('POST', { ...ada, username })),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
});

test('an unknown name and a wrong password are answered with the same words', async () => {
  using server = testApp();
  await registered(server.app, 'Ada');
  const wrong = await server.app.request('/api/login', login('Ada', 'wrong'));
  const unknown = await server.app.request('/api/login', login('Nobody', 'wrong'));
  expect([wrong.status, unknown.status]).toEqual([401, 401]);
  const text = await wrong.text();
  expect(text).toContain('Incorrect username or password.');
  expect(await unknown.text()).toBe(text);
});

test.each([
  [{ displayName: ' ' }, 'displayName', 'Full name is required'],
  [{ username: ' ab ' }, 'username', 'Username must be at least 3 characters'],
  [{ password: '12345' }, 'password', 'Password must be at least 6 characters'],
  [{ password: 'é'.repeat(513) }, 'password', 'Password is too long'],
])('a sign-up with %o is refused by its field, and makes no account', async (change, path, message) => {
  using server = testApp();
  const answer = await server.app.request('/api/register', jsonRequest('POST', { ...ada, ...change }));
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ code: 'invalid_fields', errors: [{ path, message }] });
  expect((await server.app.request('/api/login', login('Ada', 'correct horse'))).status).toBe(401);
});

test('MIN_PASSWORD_LENGTH raises what a new password needs', async () => {
  using server = testApp({ variables: { MIN_PASSWORD_LENGTH: '14' } });
  const answer = await server.app.request('/api/register', jsonRequest('POST', ada));
  expect(await answer.json()).toMatchObject({
    code: 'invalid_fields',
    errors: [{ path: 'password', message: 'Password must be at least 14 characters' }],
  });
});

test.each([
  ['PassWord1', 'This password is among the most common ones'],
  ['Promptory!2026', 'This password is among the most common ones'],
  ['ADA LOVELACE', 'Password must not be the username'],
])('where MIN_PASSWORD_LENGTH is raised, the password %j is refused', async (password, message) => {
  const account = { ...ada, username: 'Ada Lovelace', password };
  using strict = testApp({ variables: { MIN_PASSWORD_LENGTH: '8' } });
  const answer = await strict.app.request('/api/register', jsonRequest('POST', account));
  expect(await answer.json()).toMatchObject({
    code: 'invalid_fields',
    errors: [{ path: 'password', message }],
  });
  using plain = testApp();
  expect((await plain.app.request('/api/register', jsonRequest('POST', account))).status).toBe(201);
});

test('an account with a name from before, which no new account could have, still signs in', async () => {
  using server = testApp();
  for (const [id, username] of ['\uFB01nn', 'ad\u200Ba'].entries()) {
    await server.outside.storages.accounts.addUser({
      ...{ id: id + 1, username, usernameKey: username, displayName: 'F' },
      ...{ passwordHash: 'plain:correct horse', createdAt: 0 },
    });
    const answer = await server.app.request('/api/login', login(username, 'correct horse'));
    expect(await answer.json()).toMatchObject({ id: id + 1 });
  }
});

test('a new account signs in by its name in any compatible form', async () => {
  using server = testApp();
  await registered(server.app, '\uFF21da');
  for (const username of ['ada', '\uFF21\uFF24\uFF21']) {
    expect((await server.app.request('/api/login', login(username, 'correct horse'))).status).toBe(200);
  }
});

test('signing out ends this session and leaves the same person\u2019s other devices signed in', async () => {
  using server = testApp();
  const first = await registered(server.app, 'Ada');
  const second = cookieOf(await server.app.request('/api/login', login('Ada', 'correct horse')));
  await server.app.request('/api/logout', { method: 'POST', headers: { Cookie: first } });
  expect((await server.app.request('/api/user', { headers: { Cookie: first } })).status).toBe(401);
  expect((await server.app.request('/api/user', { headers: { Cookie: second } })).status).toBe(200);
});

test('a sign-in over a session ends that one, because its cookie is gone', async () => {
  using server = testApp();
  const first = await registered(server.app, 'Ada');
  const again = await server.app.request(
    '/api/login',
    jsonRequest('POST', { username: 'Ada', password: 'correct horse' }, { Cookie: first }),
  );
  expect((await server.app.request('/api/user', { headers: { Cookie: first } })).status).toBe(401);
  const Cookie = cookieOf(again);
  expect((await server.app.request('/api/user', { headers: { Cookie } })).status).toBe(200);
});

test('the cookie is HttpOnly, Lax and for the whole origin; on https it is Secure and bound to the host', async () => {
  using plain = testApp();
  const overHttp = await plain.app.request('/api/register', jsonRequest('POST', ada));
  expect(overHttp.headers.getSetCookie()[0]).toMatch(
    /^promptory_session=[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/,
  );

  using behindProxy = testApp({
    variables: { PUBLIC_ORIGIN: 'https://prompts.example.org', REGISTRATION: 'open' },
  });
  const overHttps = await behindProxy.app.request('/api/register', jsonRequest('POST', ada));
  expect(overHttps.headers.getSetCookie()[0]).toMatch(
    /^__Host-promptory_session=[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  );
  const Cookie = cookieOf(overHttps);
  expect((await behindProxy.app.request('/api/user', { headers: { Cookie } })).status).toBe(200);
  const unprefixed = Cookie.replace('__Host-', '');
  const forged = await behindProxy.app.request('/api/user', { headers: { Cookie: unprefixed } });
  expect(forged.status).toBe(401);
});

test.each([
  ['http://127.0.0.1:8787', 'http://127.0.0.1:9000'],
  ['http://127.0.0.1', 'http://127.0.0.1:9000'],
  ['https://prompts.example.org', 'https://prompts.example.org:8443'],
])('a browser stays signed in at %s when it signs in at %s', async (first, second) => {
  using daily = testApp({ variables: { PUBLIC_ORIGIN: first, REGISTRATION: 'open' } });
  using drill = testApp({ variables: { PUBLIC_ORIGIN: second, REGISTRATION: 'open' } });
  const jar = new Map<string, string>();
  const Cookie = () => [...jar].map((pair) => pair.join('=')).join('; ');
  for (const { app } of [daily, drill]) {
    const answer = await app.request('/api/register', jsonRequest('POST', ada, { Cookie: Cookie() }));
    for (const line of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';', 1)[0] ?? '').split('=');
      jar.set(name, value);
    }
  }
  for (const { app } of [daily, drill]) {
    expect((await app.request('/api/user', { headers: { Cookie: Cookie() } })).status).toBe(200);
  }
});

test('rightful sign-ins are never too many', async () => {
  using server = testApp({ variables: { TRUST_PROXY: 'on' } });
  await registered(server.app, 'Ada');
  const request = jsonRequest(
    'POST',
    { username: 'Ada', password: 'correct horse' },
    { 'X-Forwarded-For': '192.0.2.1' },
  );
  for (let attempt = 0; attempt < 70; attempt += 1) {
    expect((await server.app.request('/api/login', request)).status).toBe(200);
  }
});

test('sign-ins beyond those that may wait are answered 503 with a time to wait, and cost no attempt', async () => {
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  const passwords = {
    hash: async () => 'hash',
    async verify() {
      await opened;
      return false;
    },
  };
  using server = testApp({ outside: { passwords } });
  const held = Array.from({ length: 53 }, (_, index) =>
    server.app.request('/api/login', login(`name ${index}`, 'guess')),
  );
  // The first that is answered is the one for which there is no room: the others are in line.
  expect((await Promise.race(held)).status).toBe(503);
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const turnedAway = await server.app.request('/api/login', login('one more', 'guess'));
    expect(turnedAway.status).toBe(503);
    expect(turnedAway.headers.get('Retry-After')).toBe('2');
    expect(await turnedAway.json()).toMatchObject({ code: 'busy' });
  }
  open();
  const statuses = (await Promise.all(held)).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([...Array(52).fill(401), 503]);
});

test('a sign-in with a password that is changed while it is verified ends with the other sessions', async () => {
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  let isHeld = false;
  const passwords = {
    hash: async (password: string) => `hash of ${password}`,
    async verify(hash: string | undefined, password: string) {
      const isRight = hash === `hash of ${password}`;
      if (isHeld) {
        isHeld = false;
        ask();
        await opened;
      }
      return isRight;
    },
  };
  using server = testApp({ outside: { passwords } });
  const Cookie = await registered(server.app, 'Ada');
  isHeld = true;
  const late = server.app.request('/api/login', login('Ada', 'correct horse'));
  await asked;
  const change = { currentPassword: 'correct horse', newPassword: 'another secret' };
  const changed = await server.app.request('/api/account/password', jsonRequest('PUT', change, { Cookie }));
  expect(changed.status).toBe(200);
  open();
  expect((await late).status).toBe(401);
  const sessions = await server.app.request('/api/sessions', { headers: { Cookie } });
  expect(await sessions.json()).toHaveLength(1);
});

test('a name that cannot be stored is the name of nobody', async () => {
  using server = testApp();
  await registered(server.app, 'Ada');
  expect((await server.app.request('/api/login', login('A\0da', 'correct horse'))).status).toBe(401);
});

test('neither passwords nor names nor cookies are in the log', async () => {
  using server = testApp();
  const Cookie = await registered(server.app, 'Ada');
  await server.app.request('/api/user?secret=1', { headers: { Cookie } });
  const lines = server.lines.map((line) => JSON.parse(line));
  expect(lines).toMatchObject([
    { level: 'info', event: 'account_created', user: expect.stringMatching(/^[\w-]{16}$/) },
    { level: 'debug', method: 'POST', route: '/api/register', status: 201, ms: 0 },
    { level: 'debug', method: 'GET', route: '/api/user', status: 200, ms: 0 },
  ]);
  expect(server.lines.join('')).not.toMatch(/ada|secret=|correct horse|promptory_/i);
});
