/** API tokens, from the person who makes them to the program that uses them. */

import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { type ApiTokenRequest, apiTokenPattern, MadeApiToken } from '#shared/model/account/api-token.ts';
import { limits } from '#shared/model/limits.ts';
import { messages } from '#shared/model/messages.ts';
import { type RestClient, restClient } from '../../testing/rest-client.ts';
import { cookieOf, jsonRequest, type TestApp, testApp } from '../../testing/test-app.ts';
import { multipart } from '../../testing/upload-requests.ts';

const minute = 60 * 1000;

/** Ada with a project of one prompt and another project with one prompt, and programs with tokens of hers. */
async function scene(variables: Record<string, string> = {}) {
  const server = testApp({ variables });
  const ada = await restClient(server);
  for (const id of [1, 2]) {
    await ada.call('POST', '/api/projects', { id, name: `P${id}` });
    const prompt = { id: 10 * id, title: `T${id}`, content: `text ${id}`, projectId: id };
    await ada.call('POST', '/api/prompts', prompt);
    await ada.call('PUT', `/api/prompts/${10 * id}`, { id: 100 * id, content: `version ${id}` });
  }
  return { ...server, ada, [Symbol.dispose]: () => server[Symbol.dispose]() };
}

async function made(ada: RestClient, request: Partial<ApiTokenRequest> = {}) {
  const answer = await ada.call('POST', '/api/tokens', { name: 'ci', scope: 'write', ...request });
  expect(answer.status).toBe(201);
  return MadeApiToken.parse(answer.body);
}

/** A program that sends a token and nothing else. */
function program({ app }: TestApp, token: string) {
  return async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const sent = body === undefined ? { method, headers: {} } : jsonRequest(method, body);
    const Authorization = `Bearer ${token}`;
    const answer = await app.request(path, {
      ...sent,
      headers: { ...sent.headers, Authorization, ...headers },
    });
    const text = await answer.text();
    return {
      status: answer.status,
      body: text === '' ? undefined : JSON.parse(text),
      headers: answer.headers,
    };
  };
}

test('a token is shown once, where it is made; stored is its hash', async () => {
  using here = await scene();
  const expiresAt = '2026-02-01T00:00:00.000Z';
  const { token, ...rest } = await made(here.ada, { projectId: 1, expiresAt });
  expect(token).toMatch(apiTokenPattern);
  const listed = { name: 'ci', scope: 'write', projectId: 1, expiresAt, usedAt: null };
  expect(rest).toMatchObject(listed);
  const list = await here.ada.get('/api/tokens');
  expect(list.body).toEqual([{ ...rest, usedAt: null }]);
  const rows = JSON.stringify(await here.rows.sql('SELECT * FROM api_tokens'));
  expect(rows).toContain('"name":"ci"');
  expect(rows).not.toContain(token.slice(4));
  expect(here.lines.join('\n')).not.toContain(token.slice(4));
});

test('a program with a token reads and writes without a session, and gets no cookie', async () => {
  using here = await scene();
  const call = program(here, (await made(here.ada)).token);
  expect(await call('GET', '/api/prompts/10')).toMatchObject({ status: 200, body: { content: 'version 1' } });
  const changed = await call('PATCH', '/api/prompts/10', { title: 'by ci' });
  expect(changed).toMatchObject({ status: 200, body: { title: 'by ci' } });
  expect(changed.headers.get('Set-Cookie')).toBeNull();
});

test('where a cookie and a token are sent, the token decides', async () => {
  using here = await scene();
  const { token, id } = await made(here.ada, { scope: 'read' });
  const renamed = (Authorization: string) =>
    here.ada.call('PATCH', '/api/prompts/10', { title: 'X' }, { Authorization });
  expect(await renamed(`Bearer ${token}`)).toMatchObject({
    status: 403,
    body: { code: 'insufficient_scope' },
  });
  await here.ada.call('DELETE', `/api/tokens/${id}`);
  expect(await renamed(`bearer ${token}`)).toMatchObject({ status: 401, body: { code: 'invalid_token' } });
  // What a proxy in front asked for is none of ours.
  expect(await renamed('Basic YWRhOnNlY3JldA==')).toMatchObject({ status: 200 });
});

test('a request with a token needs no origin of ours, and one to a route without tokens does', async () => {
  using here = await scene();
  const call = program(here, (await made(here.ada)).token);
  const foreign = { Origin: 'https://tool.example', 'Sec-Fetch-Site': 'cross-site' };
  expect((await call('PATCH', '/api/prompts/10', { title: 'X' }, foreign)).status).toBe(200);
  const login = { username: 'ada', password: 'correct horse' };
  expect((await call('POST', '/api/login', login, foreign)).body).toMatchObject({ code: 'forbidden_origin' });
  expect((await call('POST', '/api/tokens', {}, foreign)).body).toMatchObject({ code: 'forbidden_origin' });
});

test('a token in the query of an address opens nothing', async () => {
  using here = await scene();
  const { token } = await made(here.ada);
  for (const name of ['token', 'access_token']) {
    const answer = await here.app.request(`/api/prompts/10?${name}=${token}`);
    expect(answer.status).toBe(401);
  }
});

test('a token that another process revokes opens nothing from the next turn on', async () => {
  using here = await scene();
  const call = program(here, (await made(here.ada)).token);
  expect((await call('GET', '/api/projects')).status).toBe(200);
  await here.rows.fromElsewhere('DELETE FROM api_tokens');
  await setImmediate();
  expect((await call('GET', '/api/projects')).body).toMatchObject({ code: 'invalid_token' });
});

test('the end of a token is its last instant less one', async () => {
  using here = await scene();
  const expiresAt = new Date(here.clock.at + minute).toISOString();
  const call = program(here, (await made(here.ada, { expiresAt })).token);
  here.clock.at += minute - 1;
  expect((await call('GET', '/api/projects')).status).toBe(200);
  here.clock.at += 1;
  const ended = await call('GET', '/api/projects');
  expect(ended).toMatchObject({ status: 401, body: { detail: messages.apiTokenExpired } });
  expect(ended.headers.get('WWW-Authenticate')).toBe('Bearer error="invalid_token"');
});

test('the latest use is recorded, at most once a minute', async () => {
  using here = await scene();
  const call = program(here, (await made(here.ada)).token);
  const began = here.clock.at;
  const tenRequests = async () => {
    for (let request = 0; request < 10; request += 1) {
      await call('GET', '/api/projects');
      here.clock.at += 1_000;
    }
    return (await here.rows.sql('SELECT used_at FROM api_tokens'))[0]?.['used_at'];
  };
  expect(await tenRequests()).toBe(began);
  here.clock.at = began + minute;
  expect(await tenRequests()).toBe(began + minute);
  const list = await here.ada.get('/api/tokens');
  expect(list.body).toMatchObject([{ usedAt: new Date(began + minute).toISOString() }]);
});

test('the stream of events of a token ends when it is revoked', async () => {
  using here = await scene();
  const { token, id } = await made(here.ada, { scope: 'read' });
  const headers = { Authorization: `Bearer ${token}` };
  const stream = await here.app.request('/api/sync/events', { headers });
  const text = stream.text();
  await here.ada.call('DELETE', `/api/tokens/${id}`);
  expect(await text).toBe(': listening\n\n');
});

test('the stream of events of a token ends with the next beat where another process revoked it', async () => {
  using here = await scene();
  const { token } = await made(here.ada, { scope: 'read' });
  const stream = await here.app.request('/api/sync/events', {
    headers: { Authorization: `Bearer ${token}` },
  });
  await here.rows.sql('DELETE FROM api_tokens');
  const text = stream.text();
  await here.beat();
  expect(await text).toContain(': listening');
});

test.each([
  ['an empty name', { name: ' ' }, 'name'],
  ['a name that is too long', { name: 'x'.repeat(limits.apiTokenNameLength + 1) }, 'name'],
  ['an unknown scope', { scope: 'admin' }, 'scope'],
  ['an end that has passed', { expiresAt: '2025-12-31T00:00:00.000Z' }, 'expiresAt'],
  ['a project that is not there', { projectId: 3 }, 'projectId'],
  ['a field that nobody knows', { owner: 2 }, ''],
])('%s makes no token', async (_, request, path) => {
  using here = await scene();
  const answer = await here.ada.call('POST', '/api/tokens', { name: 'ci', scope: 'read', ...request });
  expect(answer).toMatchObject({ status: 400, body: { errors: [{ path }] } });
  expect((await here.ada.get('/api/tokens')).body).toEqual([]);
});

test('an account has a bounded number of tokens', async () => {
  using here = await scene();
  for (let count = 0; count < limits.apiTokensPerAccount; count += 1) await made(here.ada);
  const answer = await here.ada.call('POST', '/api/tokens', { name: 'one more', scope: 'read' });
  expect(answer).toMatchObject({ status: 429, body: { detail: messages.tooManyApiTokens } });
});

test('programs have a rate limit of their own: their person goes on working', async () => {
  using here = await scene({ MAX_REQUESTS_PER_SECOND: '10' });
  const [first, second] = [await made(here.ada), await made(here.ada)].map(({ token }) =>
    program(here, token),
  );
  let taken = 0;
  while ((await first?.('GET', '/api/projects'))?.status === 200) taken += 1;
  expect(taken).toBeGreaterThan(10);
  const limited = await second?.('GET', '/api/projects');
  expect(limited?.status).toBe(429);
  expect(limited?.headers.get('Retry-After')).not.toBeNull();
  expect((await here.ada.get('/api/projects')).status).toBe(200);
});

test('tokens that are not valid count by address, and are logged without the token', async () => {
  using here = await scene({ MAX_REQUESTS_PER_SECOND: '10', TRUST_PROXY: 'on' });
  const token = `pty_${'ab'.repeat(32)}`;
  const call = program(here, token);
  const from = (address: string) => call('GET', '/api/projects', undefined, { 'X-Forwarded-For': address });
  let refused = 0;
  while ((await from('198.51.100.7')).status === 401) refused += 1;
  expect((await from('198.51.100.7')).status).toBe(429);
  expect((await from('198.51.100.8')).status).toBe(401);
  const log = here.lines.filter((line) => line.includes('token_refused'));
  expect(log.length).toBe(refused + 1);
  expect(log[0]).toContain('198.51.100.7');
  expect(here.lines.join('\n')).not.toContain('abab');
});

test('what is made and revoked is logged with the account', async () => {
  using here = await scene();
  const { id } = await made(here.ada);
  await here.ada.call('DELETE', `/api/tokens/${id}`);
  const events = here.lines.flatMap((line) => /"event":"(token_\w+)"/.exec(line)?.[1] ?? []);
  expect(events).toEqual(['token_created', 'token_revoked']);
});

test('another password and the end of all sessions leave the tokens of the account as they are', async () => {
  using here = await scene();
  const call = program(here, (await made(here.ada)).token);
  const change = { currentPassword: 'correct horse', newPassword: 'another horse' };
  expect((await here.ada.call('PUT', '/api/account/password', change)).status).toBe(200);
  expect((await here.ada.call('DELETE', '/api/sessions')).status).toBe(200);
  expect((await call('GET', '/api/projects')).status).toBe(200);
});

test('a token of a project lists and finds what is in it', async () => {
  using here = await scene();
  const call = program(here, (await made(here.ada, { projectId: 1, scope: 'read' })).token);
  expect((await call('GET', '/api/projects')).body).toMatchObject([{ id: 1 }]);
  expect((await call('GET', '/api/projects/1/prompts')).body).toMatchObject([{ id: 10 }]);
  expect((await call('GET', '/api/projects/2/prompts')).status).toBe(404);
  expect((await call('GET', '/api/search?q=version')).body).toMatchObject({ prompts: [{ id: 10 }] });
  expect((await here.ada.get('/api/search?q=version')).body).toMatchObject({ prompts: [{}, {}] });
});

/** Each names a row of the second project in a way that the path alone does not show. */
const crossing: { how: string; method: string; path: string; body: unknown }[] = [
  { how: 'moves a prompt out', method: 'PUT', path: '/api/prompts/10/project', body: { projectId: 2 } },
  { how: 'moves a prompt in', method: 'PUT', path: '/api/prompts/20/project', body: { projectId: 1 } },
  { how: 'adds a prompt there', method: 'POST', path: '/api/prompts', body: { title: 'T', projectId: 2 } },
  {
    how: 'adds a prompt over one there',
    method: 'POST',
    path: '/api/prompts',
    body: {
      ...{ id: 20, title: 'T', content: 'mine', projectId: 1 },
      onConflict: { preserve: { id: 77, description: 'd', conflict: null } },
    },
  },
  {
    how: 'saves a version over one there',
    method: 'PUT',
    path: '/api/prompts/10',
    body: { id: 200, content: 'mine', description: 'd', original: 'version 2', onConflict: { saveAs: 78 } },
  },
  {
    how: 'keeps a text under the id of a version there',
    method: 'PATCH',
    path: '/api/prompts/10/content',
    body: { content: 'mine', preserve: { id: 200, description: 'd', conflict: null } },
  },
  {
    how: 'edits a version there',
    method: 'PATCH',
    path: '/api/prompts/10/versions/200',
    body: { content: 'm' },
  },
  {
    how: 'edits it by its prompt',
    method: 'PATCH',
    path: '/api/prompts/20/versions/200',
    body: { content: 'm' },
  },
  { how: 'deletes a version there', method: 'DELETE', path: '/api/prompts/20/versions/200', body: {} },
  {
    how: 'deletes versions there',
    method: 'DELETE',
    path: '/api/prompts/10/versions/bulk-delete',
    body: { versionIds: [100, 200] },
  },
  { how: 'deletes that project', method: 'DELETE', path: '/api/projects/2', body: {} },
];

test.each(crossing)(
  'a token of a project $how: not found, and nothing changes',
  async ({ method, path, body }) => {
    using here = await scene();
    const call = program(here, (await made(here.ada, { projectId: 1 })).token);
    const everything = async () => (await here.ada.get('/api/sync/changes?full=1')).body;
    const before = await everything();
    const answer = await call(method, path, body);
    expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect(JSON.stringify(answer.body)).not.toMatch(/version 2|T2/);
    expect(await everything()).toEqual(before);
  },
);

test('a token of a project gets no answer that was stored for a sender that reaches more', async () => {
  using here = await scene();
  const call = program(here, (await made(here.ada, { projectId: 1 })).token);
  const headers = { 'Idempotency-Key': 'c1:1' };
  const change = ['PATCH', '/api/prompts/20', { title: 'X' }] as const;
  expect((await here.ada.call(...change, headers)).status).toBe(200);
  expect(await call(...change, headers)).toMatchObject({ status: 422, body: { code: 'key_reused' } });
});

test('a token of a project adds a file with its bytes, and no row about bytes that are elsewhere', async () => {
  using here = await scene();
  const { token } = await made(here.ada, { projectId: 1 });
  const Authorization = `Bearer ${token}`;
  const { body, headers } = multipart({ bytes: '# plan', fileName: 'plan.md' });
  const added = await here.app.request('/api/projects/1/resources', {
    ...{ method: 'POST', body },
    headers: { ...headers, Authorization },
  });
  expect(added.status).toBe(201);
  const row = { name: 'n', originalFilename: 'n.md', fileType: 'md', fileSize: 6, sha256: 'a'.repeat(64) };
  const named = await program(here, token)('POST', '/api/projects/1/resources', row);
  expect(named).toMatchObject({ status: 415, body: { code: 'unsupported_media_type' } });
});

test('signing in beside a token is by the password alone', async () => {
  using here = await scene();
  const login = jsonRequest(
    'POST',
    { username: 'ada', password: 'correct horse' },
    { Authorization: 'Bearer no' },
  );
  expect(cookieOf(await here.app.request('/api/login', login))).not.toBe('');
});
