import { expect, test } from 'vitest';
import { Problem } from '#shared/model/problem.ts';
import { jsonRequest, testApp } from '../testing/test-app.ts';

const publicly = { PUBLIC_ORIGIN: 'https://prompts.example.org' };
const everywhere = { HOST: '0.0.0.0' };
const trusting = { ...everywhere, TRUST_PROXY: 'on' };

test.each([
  ['http://localhost:8787', {}],
  ['http://127.0.0.1', {}],
  ['http://127.8.8.8:9000', {}],
  ['http://[::1]:8787', {}],
  ['http://127.0.0.1:8787', publicly],
  ['http://prompts.example.org', publicly],
  ['http://prompts.example.org:8787', publicly],
  ['http://192.168.1.20:8787', everywhere],
  ['http://[fd00::5]:8787', everywhere],
  ['http://nas:8787', everywhere],
  ['http://prompts.local', everywhere],
  ['http://pi.fritz.box:8787', { HOST: 'pi.fritz.box' }],
])('%s is a host of a server with %o', async (origin, variables) => {
  using server = testApp({ variables });
  for (const method of ['GET', 'HEAD', 'POST']) {
    expect((await server.app.request(`${origin}/api/sync/push`, { method })).status).not.toBe(403);
  }
});

test.each([
  ['http://127.0.0.1.nip.io:8787', {}],
  ['http://localhost.evil.example:8787', {}],
  ['http://192.168.1.20:8787', {}],
  ['http://evil.example', publicly],
  ['http://192.168.1.20:8787', { ...publicly, ...everywhere }],
  ['http://prompts.example.org.evil.example', publicly],
  ['http://evil.example:8787', everywhere],
  ['http://192.168.1.20.nip.io:8787', everywhere],
  ['http://evil.example:8787', trusting],
])('%s is no host of a server with %o: it reads nothing and changes nothing', async (origin, variables) => {
  using server = testApp({ variables });
  for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
    for (const path of ['/api/user', '/api/login', '/', '/auth']) {
      const answer = await server.app.request(`${origin}${path}`, { method });
      expect([method, path, answer.status]).toEqual([method, path, 403]);
    }
  }
  expect((await server.app.request(`${origin}/healthz`)).status).toBe(200);
});

test('the host that a trusted proxy names counts, and that of an untrusted one does not', async () => {
  const headers = { 'X-Forwarded-Host': 'prompts.example.org' };
  using careful = testApp({ variables: everywhere });
  expect((await careful.app.request('http://evil.example/api/user', { headers })).status).toBe(403);
  using behind = testApp({ variables: trusting });
  expect((await behind.app.request('http://upstream/api/user', { headers })).status).toBe(401);
});

test('a sign-in by the loopback address is told the address to open, where there is a public one', async () => {
  using server = testApp({ variables: publicly });
  const body = { username: 'Ada', password: 'correct horse' };
  const request = jsonRequest('POST', body, { Origin: 'http://127.0.0.1:8787' });
  const answer = await server.app.request('http://127.0.0.1:8787/api/login', request);
  expect(answer.status).toBe(403);
  expect(Problem.parse(await answer.json())).toMatchObject({
    code: 'forbidden_origin',
    detail: 'Open Promptory at https://prompts.example.org.',
  });
});
