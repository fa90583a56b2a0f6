import { expect, test } from 'vitest';
import { cookieOf, jsonRequest, registered, type TestApp, testApp } from '../../testing/test-app.ts';

const proxied = { TRUST_PROXY: 'on' };
const attacker = '192.0.2.66';
const home = '192.0.2.1';

type SignIn = { username: string; password: string; address?: string; cookie?: string };

function signIn({ app }: TestApp, { username, password, address = home, cookie = '' }: SignIn) {
  const headers = { 'X-Forwarded-For': `10.9.9.9, ${address}`, ...(cookie === '' ? {} : { Cookie: cookie }) };
  return app.request('/api/login', jsonRequest('POST', { username, password }, headers));
}

const right = (username: string, more: Partial<SignIn> = {}): SignIn => ({
  username,
  password: 'correct horse',
  ...more,
});

async function guess(server: TestApp, times: number, sent: Partial<SignIn> & { username: string }) {
  for (let attempt = 0; attempt < times; attempt += 1) {
    expect((await signIn(server, { password: `guess ${attempt}`, ...sent })).status).toBe(401);
  }
}

/** Signs in, and returns the device cookie. */
async function deviceCookie(server: TestApp, sent: SignIn): Promise<string> {
  const answer = await signIn(server, sent);
  expect(answer.status).toBe(200);
  const cookie = answer.headers.getSetCookie().find((each) => each.includes('promptory_device='));
  return cookie?.split(';', 1)[0] ?? '';
}

test('guesses at one account are stopped with 429 and a time to wait, sign-ins to other accounts are not', async () => {
  using server = testApp();
  await registered(server.app, 'Ada');
  await registered(server.app, 'Grace');
  const login = (username: string, password: string) =>
    server.app.request('/api/login', jsonRequest('POST', { username, password }));
  for (let attempt = 0; attempt < 10; attempt += 1) {
    expect((await login('ada', `guess ${attempt}`)).status).toBe(401);
  }
  const stopped = await login('Ada', 'correct horse');
  expect(stopped.status).toBe(429);
  expect(stopped.headers.get('Retry-After')).toBe('300');
  expect(await stopped.json()).toMatchObject({ code: 'too_many_requests' });
  expect((await login('Grace', 'correct horse')).status).toBe(200);
  server.clock.at += 300_000;
  expect((await login('Ada', 'correct horse')).status).toBe(200);
});

test('guesses at many names from one address are stopped, and sign-ins from other addresses are not', async () => {
  using server = testApp({ variables: proxied });
  await registered(server.app, 'Ada');
  for (let attempt = 0; attempt < 60; attempt += 1) {
    await guess(server, 1, { username: `name ${attempt}`, address: attacker });
  }
  expect((await signIn(server, right('Ada', { address: attacker }))).status).toBe(429);
  expect((await signIn(server, right('Ada'))).status).toBe(200);
});

test('wrong guesses at a name from one address do not stop its owner at another', async () => {
  using server = testApp({ variables: proxied });
  await registered(server.app, 'Ada');
  await guess(server, 10, { username: 'Ada', address: attacker });
  expect((await signIn(server, right('Ada', { address: attacker }))).status).toBe(429);
  expect((await signIn(server, right('Ada'))).status).toBe(200);
});

test('all addresses of one IPv6 network count as one', async () => {
  using server = testApp({ variables: proxied });
  await registered(server.app, 'Ada');
  for (let host = 1; host <= 10; host += 1) {
    await guess(server, 1, { username: 'Ada', address: `2001:db8::${host}` });
  }
  expect((await signIn(server, right('Ada', { address: '2001:db8::ffff' }))).status).toBe(429);
  expect((await signIn(server, right('Ada', { address: '2001:db8:0:1::1' }))).status).toBe(200);
});

test.each([
  ['IPv4 address', (port: number) => `192.0.2.66:${port}`],
  ['IPv6 address', (port: number) => `[2001:db8::66]:${port}`],
  ['IPv4 address in IPv6 notation', (port: number) => `[::ffff:192.0.2.66]:${port}`],
])('guesses are stopped where the proxy adds the port to an %s', async (_, withPort) => {
  using server = testApp({ variables: proxied });
  await registered(server.app, 'Ada');
  for (let port = 40_001; port <= 40_010; port += 1) {
    await guess(server, 1, { username: 'Ada', address: withPort(port) });
  }
  expect((await signIn(server, right('Ada', { address: withPort(40_011) }))).status).toBe(429);
  expect((await signIn(server, right('Ada'))).status).toBe(200);
});

test('guesses count as those of the proxy where it names no address', async () => {
  using server = testApp({ variables: proxied });
  await registered(server.app, 'Ada');
  const from = (address: string, peer: string) =>
    server.app.request(
      '/api/login',
      jsonRequest('POST', { username: 'Ada', password: 'a guess' }, { 'X-Forwarded-For': address }),
      { incoming: { socket: { remoteAddress: peer } } },
    );
  for (let count = 0; count < 10; count += 1) {
    expect((await from(`unknown-${count}`, '10.0.0.2')).status).toBe(401);
  }
  expect((await from('unknown', '10.0.0.2')).status).toBe(429);
  expect((await from('unknown', '10.0.0.3')).status).toBe(401);
});

test('a browser in which the user has signed in before signs in from an address that is stopped', async () => {
  using server = testApp({ variables: proxied });
  await registered(server.app, 'Ada');
  const cookie = await deviceCookie(server, right('Ada'));
  for (let name = 0; name < 6; name += 1) await guess(server, 10, { username: `name ${name}` });
  expect((await signIn(server, right('Ada'))).status).toBe(429);
  expect((await signIn(server, right('Ada', { cookie }))).status).toBe(200);
});

test('a known browser is stopped after ten wrong guesses of its own, and stops no other browser', async () => {
  using server = testApp({ variables: proxied });
  await registered(server.app, 'Ada');
  const desk = await deviceCookie(server, right('Ada'));
  const phone = await deviceCookie(server, right('Ada'));
  await guess(server, 10, { username: 'Ada', cookie: desk });
  expect((await signIn(server, right('Ada', { cookie: desk }))).status).toBe(429);
  expect((await signIn(server, right('Ada', { cookie: phone }))).status).toBe(200);
  expect((await signIn(server, right('Ada'))).status).toBe(200);
});

test('a device cookie that is forged, of another user or of another server makes no browser known', async () => {
  using server = testApp({ variables: proxied });
  using other = testApp({ variables: proxied });
  await registered(server.app, 'Ada');
  await registered(server.app, 'Eve');
  await registered(other.app, 'Ada');
  const own = await deviceCookie(server, right('Ada'));
  const id = own.split('=')[1]?.split('.')[0] ?? '';
  const foreign = await deviceCookie(other, right('Ada'));
  const cookies = [
    await deviceCookie(server, right('Eve')),
    foreign,
    foreign.replace(/=\d+/, `=${id}`),
    own.replace(/.{43}$/, 'A'.repeat(43)),
    own.replace(/\.[\w-]{22}\./, `.${'A'.repeat(22)}.`),
    own.slice(0, -1),
  ];
  await guess(server, 10, { username: 'Ada' });
  for (const cookie of cookies) {
    expect((await signIn(server, right('Ada', { cookie }))).status).toBe(429);
  }
  expect((await signIn(server, right('Ada', { cookie: own }))).status).toBe(200);
});

test('the device cookie is HttpOnly, lasts for 400 days, is left by signing out and signs nobody in', async () => {
  using server = testApp({
    variables: { PUBLIC_ORIGIN: 'https://prompts.example.org', REGISTRATION: 'open' },
  });
  await registered(server.app, 'Ada');
  const body = { username: 'Ada', password: 'correct horse' };
  const answer = await server.app.request('/api/login', jsonRequest('POST', body));
  const [, device = ''] = answer.headers.getSetCookie();
  expect(device).toMatch(
    /^__Host-promptory_device=\d+\.[\w-]{22}\.[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  );
  const cookie = `${cookieOf(answer)}; ${device.split(';', 1)[0]}`;
  const out = await server.app.request('/api/logout', { method: 'POST', headers: { Cookie: cookie } });
  expect(out.headers.getSetCookie()).toHaveLength(1);
  expect((await server.app.request('/api/user', { headers: { Cookie: cookie } })).status).toBe(401);
});

test('signing in keeps the id of a known device, also after a restart of the server', async () => {
  using server = testApp();
  await registered(server.app, 'Ada');
  const first = await deviceCookie(server, right('Ada'));
  using restarted = testApp({ outside: { rows: server.rows } });
  expect(await deviceCookie(restarted, right('Ada', { cookie: first }))).toBe(first);
});

test('X-Forwarded-For without TRUST_PROXY is warned about once, and with it never', async () => {
  using careful = testApp();
  using trusting = testApp({ variables: proxied });
  await careful.app.request('/api/user');
  expect(careful.warnings).toEqual([]);
  for (const { app } of [careful, careful, trusting]) {
    await app.request('/api/user', { headers: { 'X-Forwarded-For': attacker } });
  }
  expect(careful.warnings).toEqual([expect.stringContaining('Set TRUST_PROXY=on')]);
  expect(trusting.warnings).toEqual([]);
});

test('a sign-in by an unknown name does the same work as one by a known name', async () => {
  const verified: (string | undefined)[] = [];
  const passwords = {
    hash: async () => 'a hash',
    async verify(passwordHash: string | undefined) {
      verified.push(passwordHash);
      return false;
    },
  };
  using server = testApp({ outside: { passwords } });
  await registered(server.app, 'Ada');
  const answers: string[] = [];
  for (const username of ['Ada', 'nobody', 'Ada', 'nobody']) {
    const answer = await signIn(server, { username, password: 'a guess' });
    answers.push(`${answer.status} ${await answer.text()}`);
  }
  // One verification each: against the placeholder, which costs as much, where there is no account.
  expect(verified).toEqual(['a hash', undefined, 'a hash', undefined]);
  expect(new Set(answers).size).toBe(1);
});
