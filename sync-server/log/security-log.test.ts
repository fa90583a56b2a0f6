/** Tests the log as an admin reads it: security events, request ids, the filter for fail2ban, and no secret anywhere. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { invitationToken } from '#shared/model/account/registration.ts';
import { routeTable } from '../routes/route-table.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { cookieOf, jsonRequest, type TestApp, testApp } from '../testing/test-app.ts';
import { multipart, resourceRow, sha256 } from '../testing/upload-requests.ts';
import { createServerLog, lineWriter } from './server-log.ts';

const ada = { displayName: 'Ada Lovelace', username: 'Ada', password: 'correct horse' };
const proxied = { TRUST_PROXY: 'on' };
const from = (address: string): Record<string, string> => ({ 'X-Forwarded-For': address });

const Line = z.looseObject({ level: z.string(), event: z.string().optional(), user: z.string().optional() });

function linesOf({ lines }: TestApp) {
  return lines.map((line) => Line.parse(JSON.parse(line)));
}

function eventsOf(server: TestApp) {
  return linesOf(server).flatMap(({ event, address, user, level }) =>
    event === undefined ? [] : [{ event, address, user, level }],
  );
}

const signIn = ({ app }: TestApp, username: string, password: string, headers = from('192.0.2.7')) =>
  app.request('/api/login', jsonRequest('POST', { username, password }, headers));

test('sign-ups, sign-ins, failed and throttled ones and sign-outs are logged with address and hashed name', async () => {
  using server = testApp({ variables: proxied });
  const { app } = server;
  expect((await app.request('/api/register', jsonRequest('POST', ada, from('192.0.2.7')))).status).toBe(201);
  const signedIn = await signIn(server, 'ADA', ada.password);
  expect((await signIn(server, 'ada', 'wrong', from('198.51.100.9'))).status).toBe(401);
  const headers = { Cookie: cookieOf(signedIn), ...from('192.0.2.7') };
  await app.request('/api/logout', { method: 'POST', headers });
  for (let guess = 0; guess < 10; guess += 1) await signIn(server, 'Eve', 'guess', from('198.51.100.9'));
  expect((await signIn(server, 'Eve', 'guess', from('198.51.100.9'))).status).toBe(429);

  const events = eventsOf(server);
  const [created, ...rest] = events;
  const user = created?.user;
  expect(user).toMatch(/^[\w-]{16}$/);
  const eve = rest.at(-1)?.user;
  expect(eve).not.toBe(user);
  const failed = { event: 'sign_in_failed', address: '198.51.100.9', level: 'warn' };
  expect(events).toEqual([
    { event: 'account_created', address: '192.0.2.7', user, level: 'info' },
    { event: 'sign_in_ok', address: '192.0.2.7', user, level: 'info' },
    { ...failed, user },
    { event: 'session_ended', address: '192.0.2.7', user, level: 'info' },
    ...Array.from({ length: 10 }, () => ({ ...failed, user: eve })),
    { ...failed, event: 'sign_in_throttled', user: eve },
  ]);
});

test('invitations and refused sign-ups are logged', async () => {
  using server = testApp({ variables: { REGISTRATION: 'invite' } });
  const register = (body: object) => server.app.request('/api/register', jsonRequest('POST', body));
  const code = await server.services.admissions.drawFirstCode();
  await register({ ...ada, code: 'wrong' });
  const Cookie = cookieOf(await register({ ...ada, code }));
  const invite = async () =>
    (await server.app.request('/api/invitations', jsonRequest('POST', {}, { Cookie }))).json();
  const { link } = await invite();
  const { id } = await invite();
  await server.app.request(`/api/invitations/${id}`, { method: 'DELETE', headers: { Cookie } });
  await register({ ...ada, username: 'Eve', invite: invitationToken(new URL(link).hash) });
  await register({ ...ada, username: 'Eva' });
  expect(eventsOf(server).map(({ event }) => event)).toEqual([
    'sign_up_refused',
    'account_created',
    'invitation_created',
    'invitation_created',
    'invitation_removed',
    'invitation_used',
    'account_created',
    'sign_up_refused',
  ]);
});

test('what people do with their own account is logged', async () => {
  using server = testApp();
  const Cookie = cookieOf(await server.app.request('/api/register', jsonRequest('POST', ada)));
  const send = async (method: string, path: string, body?: object) => {
    const request =
      body === undefined ? { method, headers: { Cookie } } : jsonRequest(method, body, { Cookie });
    return (await server.app.request(path, request)).status;
  };
  const currentPassword = ada.password;
  await send('PUT', '/api/account/password', { currentPassword: 'a guess', newPassword: 'new secret' });
  await send('PUT', '/api/account/password', { currentPassword, newPassword: 'new secret' });
  expect(await send('DELETE', '/api/sessions/unknown')).toBe(404);
  await send('DELETE', '/api/sessions');
  await send('POST', '/api/account/deletion', { password: currentPassword });
  await send('POST', '/api/account/deletion', { password: 'new secret' });
  expect(eventsOf(server).map(({ event, level }) => `${event} ${level}`)).toEqual([
    'account_created info',
    'password_change_failed warn',
    'password_changed info',
    'session_ended info',
    'account_deletion_failed warn',
    'account_deleted info',
  ]);
});

test('a sign-in is not refused where the event cannot be recorded in full', async () => {
  using server = testApp();
  await server.rows.setReadOnly(true);
  expect((await signIn(server, 'Ada', 'wrong')).status).toBe(401);
  expect(eventsOf(server)).toEqual([
    { event: 'sign_in_failed', address: undefined, user: undefined, level: 'warn' },
  ]);
});

test.each([
  ['off', 'from-the-proxy', 'request-1'],
  ['on', 'from-the-proxy', 'from-the-proxy'],
  ['on', 'two words', 'request-1'],
  ['on', 'x'.repeat(65), 'request-1'],
])(
  'with TRUST_PROXY=%s a request id of %j becomes %j in the answer and in the log',
  async (TRUST_PROXY, sent, id) => {
    using server = testApp({ variables: { TRUST_PROXY } });
    for (const path of ['/api/user', '/api/nothing', '/healthz']) {
      const answer = await server.app.request(path, { headers: { 'X-Request-Id': sent } });
      const own = answer.headers.get('X-Request-Id');
      expect(own).toMatch(path === '/api/user' ? id : /^[\w.-]+$/);
      expect(linesOf(server).at(-1)).toMatchObject({ requestId: own, status: answer.status });
    }
  },
);

test.each([
  ['silent', []],
  ['error', ['error']],
  ['warn', ['warn', 'warn', 'error']],
  ['info', ['info', 'warn', 'warn', 'error']],
  ['debug', ['debug', 'info', 'warn', 'warn', 'error']],
] as const)('at the level %s the log has the lines %j', (level, expected) => {
  const lines: string[] = [];
  const log = createServerLog({ level, write: (line) => lines.push(line) });
  const line = { address: undefined, user: undefined, requestId: undefined };
  log.request({ requestId: '1', method: 'GET', route: '/', status: 200, ms: 1, address: undefined });
  log.security({ event: 'sign_in_ok', suspicious: false, ...line });
  log.security({ event: 'sign_in_failed', suspicious: true, ...line });
  log.warn('Set this.');
  log.error(new Error('broken'));
  expect(lines.map((text) => JSON.parse(text).level)).toEqual(expected);
});

test('an error is logged without what JSON.parse could not read and without the parameters of a statement', () => {
  const lines: string[] = [];
  const log = createServerLog({ level: 'info', write: (line) => lines.push(line) });
  try {
    JSON.parse('a secret text');
  } catch (error) {
    if (error instanceof Error) log.error(error, 'request-9');
  }
  log.error(new Error('Failed query: insert into prompts\nparams: a secret text'));
  expect(lines.join('')).not.toContain('secret');
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { error: { name: 'SyntaxError', message: '' }, requestId: 'request-9' },
    { error: { name: 'Error', message: 'Failed query: insert into prompts' } },
  ]);
});

test('the filter for fail2ban in the documentation finds the address of each failed sign-in, and no other line', async () => {
  const docs = readFileSync(new URL('../../docs/admin.md', import.meta.url), 'utf8');
  const failregex = /^failregex = (.+)$/m.exec(docs)?.[1] ?? '';
  expect(failregex).toContain('<HOST>');
  const filter = new RegExp(failregex.replace('<HOST>', '(?<host>[0-9a-fA-F.:]+)'));
  using server = testApp({ variables: { ...proxied, REGISTRATION: 'closed' } });
  await server.services.admissions.drawFirstCode();
  const hostile = '","event":"sign_in_failed","address":"203.0.113.66';
  for (const address of ['198.51.100.9:40001', '[2001:db8::7]:40001']) {
    await signIn(server, hostile, 'guess', { ...from(address), 'X-Request-Id': hostile });
    await server.app.request('/api/register', jsonRequest('POST', { ...ada, code: 'x' }, from(address)));
    await server.app.request('/api/user', { headers: from(address) });
  }
  const found = server.lines.flatMap((line) => filter.exec(line.trimEnd())?.groups?.host ?? []);
  expect(found).toEqual(['198.51.100.9', '198.51.100.9', '2001:db8::7', '2001:db8::7']);
});

test('a LOG_FILE that cannot be written is mentioned at once and once, and the lines are not lost', () => {
  using folder = temporaryFolder();
  const written: string[] = [];
  const spied = vi.spyOn(console, 'error').mockImplementation((line: string) => void written.push(line));
  // No user may write a folder as a file.
  const write = lineWriter(folder.path);
  const mention = expect.stringMatching(/^LOG_FILE .* cannot be written \(EISDIR\)/);
  expect(written).toEqual([mention]);
  for (const line of ['one\n', 'two\n']) write(line);
  expect(written).toEqual([mention, 'one', 'two']);
  const file = join(folder.path, 'promptory.log');
  lineWriter(file)('three\n');
  expect([readFileSync(file, 'utf8'), written.length]).toEqual(['three\n', 3]);
  spied.mockRestore();
});

const marks = {
  password: 'MARK-password-1',
  text: 'MARK-text-2',
  title: 'MARK-title-3',
  file: 'MARK-file-4',
  name: 'MARK-user-5',
  note: 'MARK-note-6',
};

test('no password, token, text, title or file name is in a log line, a metric or an error answer after a walk through all routes', async () => {
  using server = testApp({ variables: { REGISTRATION: 'invite' } });
  const code = await server.services.admissions.drawFirstCode();
  const refusals: string[] = [];
  const tokens: string[] = [];
  let Cookie = '';
  async function call(
    method: string,
    path: string,
    body?: unknown,
    init: RequestInit = {},
  ): Promise<unknown> {
    const sent = body === undefined ? { method, headers: {} } : jsonRequest(method, body);
    const answer = await server.app.request(path, {
      ...sent,
      ...init,
      headers: { ...sent.headers, ...Object(init.headers), Cookie },
    });
    // An event stream has no end.
    if (answer.status === 200 && path.includes('/sync/events')) return answer.body?.cancel();
    const text = await answer.text();
    if (answer.status >= 400) refusals.push(text);
    for (const cookie of answer.headers.getSetCookie()) {
      tokens.push(cookie.split(/[=;]/)[1] ?? '');
      if (cookie.startsWith('promptory_session')) Cookie = cookie.split(';', 1)[0] ?? '';
    }
    return text.startsWith('{') ? JSON.parse(text) : undefined;
  }
  const account = { displayName: 'Ada', username: marks.name, password: marks.password };
  await call('POST', '/api/register', { ...account, code: 'wrong' });
  await call('POST', '/api/register', { ...account, code });
  await call('POST', '/api/login', { username: marks.name, password: `${marks.password} wrong` });
  await call('POST', '/api/login', { username: marks.name, password: marks.password });
  await walkRoutes(call);
  await call('POST', '/api/logout');
  await call('GET', '/api/user');

  const incoming = { socket: { remoteAddress: '127.0.0.1' }, rawHeaders: [] };
  const metrics = await (await server.app.request('/metrics', {}, { incoming })).text();
  expect(metrics).toContain('/api/resources/:id/download');
  const all = [...server.lines, ...refusals, metrics].join('\n');
  for (const mark of ['MARK-', ...tokens.filter((token) => token.length > 20)])
    expect(all).not.toContain(mark);
  expect(tokens.length).toBeGreaterThan(3);
  expect(refusals.length).toBeGreaterThan(40);
  const visited = new Set(linesOf(server).map(({ method, route }) => `${method} ${route}`));
  const routes = Object.keys(routeTable);
  expect(routes.filter((name) => !visited.has(name))).toEqual([]);
  expect(server.errors).toEqual([]);
});

type Call = (method: string, path: string, body?: unknown, init?: RequestInit) => Promise<unknown>;

/** Calls every route with marked values: first so that it does its work, then with a body that it refuses. */
async function walkRoutes(call: Call): Promise<void> {
  const version = { id: 4, name: marks.title, content: marks.text };
  const file = { bytes: `# ${marks.text}`, fileName: `${marks.file}.md` };
  const hash = sha256(marks.note);
  await call('POST', '/api/projects', { id: 1, name: marks.title });
  await call('POST', '/api/prompts', { id: 2, projectId: 1, title: marks.title, content: marks.text });
  await call('POST', '/api/prompts/2/versions/bulk', { versions: [version] });
  await call('PATCH', '/api/prompts/2/content', { content: `${marks.text} more` });
  await call('PUT', '/api/user/ui-state', { mark: marks.text });
  const form = multipart(file);
  await call('POST', '/api/projects/1/resources', undefined, form);
  const row = resourceRow(marks.note, { id: 9, originalFilename: `${marks.file}.md` });
  await call('POST', '/api/projects/1/resources', row);
  const bytes = { body: marks.note, headers: { 'Content-Type': 'application/octet-stream' } };
  await call('PUT', `/api/files/${hash}`, undefined, bytes);
  await call('GET', `/api/search?q=${marks.text}`);
  const mutation = { key: 'c1:1', method: 'PATCH', path: '/api/projects/1', body: { name: marks.title } };
  await call('POST', '/api/sync/push', { mutations: [mutation] });
  // Everything once more in a wrong way, the deletions last.
  const routes = Object.keys(routeTable).map((name) => name.split(' '));
  const ordered = routes.toSorted(([a], [b]) => Number(a === 'DELETE') - Number(b === 'DELETE'));
  const headers = { 'Content-Type': 'application/json' };
  for (const [method = '', path = ''] of ordered) {
    if (/\/(login|register|logout)$/.test(path)) continue;
    for (const id of ['2', marks.file]) {
      const concrete = path.replace(/:\w+/g, id);
      const body = method === 'GET' ? undefined : { unknown: marks.text, name: [marks.title] };
      await call(method, `${concrete}?limit=${marks.text}`, body);
      if (method !== 'GET') await call(method, concrete, undefined, { body: `{"${marks.text}`, headers });
    }
  }
}
