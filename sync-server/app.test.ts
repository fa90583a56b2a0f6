import { createHash } from 'node:crypto';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { Problem } from '#shared/model/problem.ts';
import { readJson } from './middleware/body/json-body.ts';
import { onServerError } from './middleware/problem-response.ts';
import type { ServerContext } from './middleware/server-context.ts';
import { cookieOf, jsonRequest, registered, testApp } from './testing/test-app.ts';

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

test('every answer carries the protocol version: answers, refusals, unknown paths, pages', async () => {
  using server = testApp();
  const paths = ['/healthz', '/api/user', '/api/nothing', '/anything', '/assets/gone.js'];
  for (const path of paths) {
    const answer = await server.app.request(path);
    expect([path, answer.headers.get('X-Promptory')]).toEqual([path, '2']);
    expect(answer.headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(answer.headers.get('Content-Security-Policy')).toContain("script-src 'self';");
  }
});

test('the health check answers that the server runs, its version and its protocol', async () => {
  using server = testApp();
  const answer = await server.app.request('/healthz');
  expect(answer.status).toBe(200);
  expect(await answer.json()).toEqual({ status: 'ok', version: '0.0.0-test', protocol: 2 });
});

test('an unknown address of the API is a 404 and a wrong method a 405, signed in or not', async () => {
  using server = testApp();
  const Cookie = await registered(server.app, 'Ada');
  for (const headers of [{}, { Cookie }]) {
    const unknown = await server.app.request('/api/nothing/here', { headers });
    expect(unknown.status).toBe(404);
    expect(Problem.parse(await unknown.json()).code).toBe('not_found');
    const wrongMethod = await server.app.request('/api/login', { method: 'DELETE', headers });
    expect(wrongMethod.status).toBe(405);
    expect(wrongMethod.headers.get('Allow')).toBe('POST');
    expect(Problem.parse(await wrongMethod.json()).code).toBe('method_not_allowed');
  }
  expect((await server.app.request('/api/user', { method: 'HEAD', headers: { Cookie } })).status).toBe(200);
});

test('answers of the API are kept by no cache', async () => {
  using server = testApp();
  expect((await server.app.request('/api/user')).headers.get('Cache-Control')).toBe('no-store');
});

test.each([
  ['not JSON', '{"username": "Ada', 'application/json', 400, 'invalid_request'],
  ['no UTF-8', new Uint8Array([0x22, 0xff, 0x22]), 'application/json', 400, 'invalid_request'],
  ['no object', '[]', 'application/json; charset=utf-8', 400, 'invalid_fields'],
  ['nothing at all', '', 'application/json', 400, 'invalid_fields'],
  [
    'an unknown field',
    '{"username":"a","password":"b","admin":true}',
    'application/json',
    400,
    'invalid_fields',
  ],
  ['a form', 'username=Ada&password=x', 'application/x-www-form-urlencoded', 415, 'unsupported_media_type'],
  ['a text', '{}', 'text/plain', 415, 'unsupported_media_type'],
  ['a type that only begins like JSON', '{}', 'application/json-patch+json', 415, 'unsupported_media_type'],
  ['too large', `{"username":"${'a'.repeat(70_000)}"}`, 'application/json', 413, 'too_large'],
])('a body that is %s is refused', async (_what, body, type, status, code) => {
  using server = testApp();
  const answer = await server.app.request('/api/login', {
    method: 'POST',
    body,
    headers: { 'Content-Type': type },
  });
  expect(answer.status).toBe(status);
  expect(answer.headers.get('Content-Type')).toBe('application/problem+json');
  expect(Problem.parse(await answer.json()).code).toBe(code);
});

test('a body that goes on after the limit is not read to its end', async () => {
  const app = new Hono<ServerContext>();
  app.post('/', async (c) => {
    const body = await readJson(c, z.unknown(), { maxBytes: 1000 });
    return body.ok ? c.json(body.content) : body.answer;
  });
  let sent = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      sent += 1;
      controller.enqueue(new Uint8Array(100).fill(0x20));
    },
  });
  const streamed = { method: 'POST', body, duplex: 'half' };
  const answer = await app.request(new Request('http://localhost/', streamed));
  expect(answer.status).toBe(413);
  expect(sent).toBeLessThan(20);
});

const login = (headers: Record<string, string>) =>
  jsonRequest('POST', { username: 'Nobody', password: 'x' }, headers);

test.each([
  ['a plain client without Origin', {}, 401],
  ['our own page', { Origin: 'http://localhost', 'Sec-Fetch-Site': 'same-origin' }, 401],
  ['our own page in a browser without fetch metadata', { Origin: 'http://localhost' }, 401],
  ['another port', { Origin: 'http://localhost:9' }, 403],
  ['another scheme', { Origin: 'https://localhost' }, 403],
  ['a foreign page', { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' }, 403],
  ['a foreign page that lies about nothing', { Origin: 'https://evil.example' }, 403],
  ['a sandboxed page', { Origin: 'null' }, 403],
  ['a browser that hides its Origin', { 'Sec-Fetch-Site': 'same-origin' }, 403],
  ['a neighbouring site', { Origin: 'http://localhost', 'Sec-Fetch-Site': 'same-site' }, 403],
  ['a link from nowhere', { 'Sec-Fetch-Site': 'none' }, 403],
])('an unsafe request from %s', async (_who, headers, status) => {
  using server = testApp();
  expect((await server.app.request('/api/login', login(headers))).status).toBe(status);
});

test('a name that was rebound to loopback changes nothing, though it is its own origin', async () => {
  using server = testApp();
  const rebound = await server.app.request(
    'http://evil.example:8787/api/login',
    login({ Origin: 'http://evil.example:8787' }),
  );
  expect(rebound.status).toBe(403);
  expect((await rebound.json()).code).toBe('forbidden_origin');
});

test.each([
  'http://192.168.1.20:8787',
  'http://prompts.local',
  'http://prompts.local:8787',
  'http://[fd00::5]:8787',
])(
  'at %s an account is made, changed from and read, by a cookie and headers that plain http takes',
  async (origin) => {
    using server = testApp({ variables: { HOST: '0.0.0.0', REGISTRATION: 'open' } });
    const send = (path: string, init: RequestInit = {}) => server.app.request(`${origin}${path}`, init);
    const ada = { displayName: 'Ada', username: 'ada', password: 'correct horse' };
    const made = await send('/api/register', jsonRequest('POST', ada, { Origin: origin }));
    expect(made.status).toBe(201);
    const { port } = new URL(origin);
    const inName = port === '' ? '' : `\\.${port}`;
    expect(made.headers.getSetCookie()).toEqual(
      ['session', 'device'].map((name) =>
        expect.stringMatching(
          new RegExp(`^promptory_${name}${inName}=[^;]+; Max-Age=\\d+; Path=/; HttpOnly; SameSite=Lax$`),
        ),
      ),
    );
    const Cookie = cookieOf(made);
    const project = jsonRequest('POST', { name: 'P' }, { Origin: origin, Cookie });
    expect((await send('/api/projects', project)).status).toBe(201);
    expect((await send('/api/sync/changes', { headers: { Cookie } })).status).toBe(200);
    const foreign = jsonRequest('POST', { name: 'P' }, { Origin: 'http://192.168.1.66', Cookie });
    expect((await send('/api/projects', foreign)).status).toBe(403);
    const { headers } = await send('/');
    expect(headers.get('Content-Security-Policy')).not.toContain('upgrade-insecure-requests');
    expect(headers.has('Strict-Transport-Security')).toBe(false);
    expect(headers.has('Cross-Origin-Opener-Policy')).toBe(false);
  },
);

test('a page of https and of this machine is kept apart from the windows that open it', async () => {
  using server = testApp({ variables: { TRUST_PROXY: 'on' } });
  const proxied = { headers: { 'X-Forwarded-Proto': 'https', 'X-Forwarded-Host': 'prompts.example.org' } };
  for (const answer of [await server.app.request('/'), await server.app.request('/', proxied)]) {
    expect(answer.headers.get('Cross-Origin-Opener-Policy')).toBe('same-origin');
  }
});

test('only a page of https asks browsers to come with https from then on', async () => {
  using server = testApp({ variables: { PUBLIC_ORIGIN: 'https://prompts.example.org' } });
  const page = await server.app.request('/', { headers: { Host: 'prompts.example.org' } });
  expect(page.headers.get('Strict-Transport-Security')).toBe('max-age=31536000');
  using plain = testApp();
  expect((await plain.app.request('/')).headers.has('Strict-Transport-Security')).toBe(false);
});

test('the content policy allows no inline script, no inline style with a text and no foreign source', async () => {
  using server = testApp();
  const policy = (await server.app.request('/')).headers.get('Content-Security-Policy') ?? '';
  expect(policy).not.toMatch(/unsafe-|https?:|\*/);
  const cursors = ['col-resize', 'e-resize', 'w-resize'].map(
    (cursor) => `* { cursor: ${cursor} !important; }`,
  );
  expect(policy.split('; ')).toContain(`style-src 'self' ${['', ...cursors].map(hashOf).join(' ')}`);
});

test('no answer can be framed, or read by another site', async () => {
  using server = testApp();
  const Cookie = await registered(server.app, 'Ada');
  for (const path of ['/', '/healthz', '/api/user', '/api/sync/changes', '/api/nothing', '/assets/gone.js']) {
    const answer = await server.app.request(path, { headers: { Cookie, Origin: 'https://evil.example' } });
    const policy = (answer.headers.get('Content-Security-Policy') ?? '').split('; ');
    expect([path, policy]).toEqual([path, expect.arrayContaining(["frame-ancestors 'none'"])]);
    expect(answer.headers.get('Cross-Origin-Resource-Policy')).toBe('same-origin');
    expect(answer.headers.get('Referrer-Policy')).toBe('same-origin');
    expect(answer.headers.has('Access-Control-Allow-Origin')).toBe(false);
  }
});

test('behind a proxy the public origin is the only one', async () => {
  using server = testApp({ variables: { PUBLIC_ORIGIN: 'https://prompts.example.org' } });
  const own = await server.app.request('/api/login', login({ Origin: 'https://prompts.example.org' }));
  expect(own.status).toBe(401);
  const inside = await server.app.request('/api/login', login({ Origin: 'http://localhost' }));
  expect(inside.status).toBe(403);
});

test('forwarded headers count only when the proxy is trusted', async () => {
  const headers = { 'X-Forwarded-Proto': 'https', 'X-Forwarded-Host': 'prompts.example.org' };
  const fromPublicPage = login({ ...headers, Origin: 'https://prompts.example.org' });
  using trusting = testApp({ variables: { TRUST_PROXY: 'on', HOST: '0.0.0.0' } });
  expect((await trusting.app.request('/api/login', fromPublicPage)).status).toBe(401);
  using careful = testApp({ variables: { HOST: '0.0.0.0' } });
  expect((await careful.app.request('/api/login', fromPublicPage)).status).toBe(403);
});

test('an error in a handler is reported here, and its answer has nothing of it', async () => {
  const errors: Error[] = [];
  const app = new Hono<ServerContext>();
  app.onError(
    onServerError({
      reportError: (error) => errors.push(error),
      disk: { note: () => undefined },
      filesWatch: { note: () => undefined },
    }),
  );
  app.get('/', () => {
    throw new Error('the secret reason');
  });
  const answer = await app.request('/');
  expect(answer.status).toBe(500);
  expect(await answer.text()).not.toContain('secret');
  expect(errors.map(({ message }) => message)).toEqual(['the secret reason']);
});
