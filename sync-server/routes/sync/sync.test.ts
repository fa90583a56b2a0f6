import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { ChangesPage, type PushMutation } from '#shared/sync/wire.ts';
import { restClient } from '../../testing/rest-client.ts';
import { registered, type TestApp, testApp } from '../../testing/test-app.ts';
import { changes, content, project, prompt, push } from './sync-scene.ts';

const upsert = { onConflict: { preserve: { id: 99, description: 'Kept', conflict: null } } };

test('a push is answered one by one in its order, and the feed has its changes in that order', async () => {
  using server = testApp();
  const client = await restClient(server);
  const answer = await push(client, [project(1, 5), prompt(2, 6), content(3, 6, 'more', 'previous')]);
  expect(answer).toMatchObject({
    seq: 3,
    results: [
      { key: 'c1:1', status: 201, seq: 1, rev: 1, revs: { 'project:5': 1 }, body: { id: 5 } },
      { key: 'c1:2', status: 201, seq: 2, rev: 1 },
      { key: 'c1:3', status: 200, seq: 3, rev: 2, revs: { 'prompt:6': 2 }, body: { content: 'more' } },
    ],
  });
  const page = await changes(client);
  expect(page).toMatchObject({
    more: false,
    changes: [
      { type: 'project', id: 5, seq: 1, rev: 1, row: { name: 'P5' } },
      { type: 'prompt', id: 6, seq: 3, rev: 2, row: { content: 'more' } },
    ],
  });
  expect(page.cursor).toMatch(/^[0-9a-f]{16}\.3$/);
  expect((await changes(client, `?since=${page.cursor}`)).changes).toEqual([]);
});

test('one that is refused has its problem as its body and stops nothing else', async () => {
  using server = testApp();
  const client = await restClient(server);
  const bad: PushMutation = { ...project(1, 5), body: { id: 5, name: '', color: 'red' } };
  const unknown: PushMutation = { key: 'c1:2', method: 'POST', path: '/api/logout', body: {} };
  const { results } = await push(client, [bad, unknown, project(3, 7)]);
  expect(results).toMatchObject([
    { status: 400, body: { code: 'invalid_fields', errors: [{ path: 'name' }] } },
    { status: 404, body: { code: 'not_found' } },
    { status: 201 },
  ]);
});

test('"previous" behind a creation that met its row is not applied: that row has what its sender never read', async () => {
  using server = testApp();
  const client = await restClient(server);
  await push(client, [project(1, 5), prompt(2, 6)]);
  const notes = (id: string) => JSON.stringify([{ id, content: id, createdAt: '2026-01-01T00:00:00.000Z' }]);
  await client.call('PATCH', '/api/prompts/6', { notes: notes('theirs') });
  const made = { ...prompt(3, 6), body: { id: 6, title: 'T6', content: 'mine', projectId: 5, ...upsert } };
  const change = {
    key: 'c1:4',
    method: 'PATCH' as const,
    path: '/api/prompts/6',
    body: { notes: notes('mine') },
  };
  const { results } = await push(client, [made, { ...change, ifMatch: 'previous' }]);
  expect(results.map(({ status }) => status)).toEqual([200, 412]);
  expect((await client.get('/api/prompts/6')).body).toMatchObject({ notes: notes('theirs') });
});

test.each([
  ['the version', '/api/prompts/6/versions/99', {}],
  ['several versions', '/api/prompts/6/versions/bulk-delete', { versionIds: [99] }],
  ['the prompt', '/api/prompts/6', {}],
  ['the project', '/api/projects/5', {}],
])('a text that a creation preserved unread is not deleted with %s by its client', async (_, path, named) => {
  using server = testApp();
  const client = await restClient(server);
  await push(client, [project(1, 5), prompt(2, 6)]);
  await client.call('PUT', '/api/prompts/6', { id: 98, content: 'read' });
  await client.call('PATCH', '/api/prompts/6/content', { content: 'unread' });
  const made = { ...prompt(3, 6), body: { id: 6, title: 'T6', content: 'mine', projectId: 5, ...upsert } };
  const body = { ...named, seen: { seq: 4, beforeNumber: 4 } };
  const { results } = await push(client, [made, { key: 'c1:4', method: 'DELETE', path, body }]);
  expect(results).toMatchObject([{ status: 200 }, { status: 412, body: { code: 'changed_since' } }]);
  const versions = await client.get('/api/prompts/6/versions');
  expect(versions.body).toContainEqual(expect.objectContaining({ id: 99, content: 'unread' }));
});

test('"previous" means the one before it in this push; where that one failed, it is not applied', async () => {
  using server = testApp();
  const client = await restClient(server);
  await push(client, [project(1, 5), prompt(2, 6)]);
  const { results } = await push(client, [content(3, 6, 'late', 7), content(4, 6, 'later', 'previous')]);
  expect(results).toMatchObject([
    { status: 412, body: { code: 'changed_since' } },
    { status: 412, body: { code: 'changed_since' } },
  ]);
  expect((await client.get('/api/prompts/6')).body).toMatchObject({ content: 'words' });
});

test('a push that is sent twice is done once, also when another push came in between', async () => {
  using server = testApp();
  const client = await restClient(server);
  const first = [project(1, 5), prompt(2, 6), content(3, 6, 'mine', 'previous')];
  const received = await push(client, first, { brief: true });
  expect(received.results.every((result) => !('body' in result))).toBe(true);
  await client.call('PATCH', '/api/prompts/6/content', { content: 'theirs' });
  const again = await push(client, first, { brief: true });
  expect(again.results).toEqual(received.results);
  expect((await client.get('/api/prompts/6')).body).toMatchObject({ content: 'theirs' });
  expect((await push(client, [project(1, 8)])).results).toMatchObject([{ status: 422 }]);
});

test('an acknowledged answer is dropped, and its number is never done again', async () => {
  using server = testApp();
  const client = await restClient(server);
  await push(client, [project(1, 5), project(2, 6)]);
  await push(client, [project(3, 7)], { acknowledged: 2 });
  expect((await push(client, [project(2, 6)])).results).toMatchObject([
    { status: 409, body: { code: 'key_acknowledged' } },
  ]);
  await push(client, [project(4, 8)], { acknowledged: 1 });
  expect((await push(client, [project(2, 9)])).results).toMatchObject([{ status: 409 }]);
  expect((await client.get('/api/projects')).body).toHaveLength(4);
});

test('keys of two clients in one push, an unreadable body and too many mutations are refused as a whole', async () => {
  using server = testApp();
  const client = await restClient(server);
  const refused = async (body: unknown) => (await client.call('POST', '/api/sync/push', body)).status;
  expect(await refused({ mutations: [project(1, 5), project(1, 6, 'c2')] })).toBe(400);
  expect(await refused({ mutations: [{ ...project(1, 5), key: 'c1:99999999999999999' }] })).toBe(400);
  expect(await refused({ mutations: 'all' })).toBe(400);
  const many = Array.from({ length: 501 }, (_, index) => project(index + 1, index + 1));
  expect(await refused({ mutations: many })).toBe(400);
  expect((await client.get('/api/projects')).body).toEqual([]);
});

test('a mutation that the server fails on is a failure of its own, reported, and nothing of it stays', async () => {
  using server = testApp();
  const client = await restClient(server);
  await push(client, [project(1, 5)]);
  const mend = await server.rows.breakWrites({
    ...{ statement: 'INSERT', table: 'prompts', when: 'NEW.id = 6', message: 'no' },
  });
  const { results } = await push(client, [project(2, 7), prompt(3, 6), project(4, 8)]);
  expect(results).toMatchObject([
    { status: 201 },
    { status: 500, body: { code: 'internal' } },
    { status: 201 },
  ]);
  expect(server.errors).toHaveLength(1);
  await mend();
  expect((await push(client, [prompt(3, 6)])).results).toMatchObject([{ status: 201 }]);
});

test.each([
  ['another epoch', (cursor: string) => `other.${cursor.split('.')[1]}`],
  ['a place ahead of the server', (cursor: string) => `${cursor.split('.')[0]}.99`],
  ['no cursor at all', () => 'yesterday'],
])('%s is told to start again', async (_, wrong) => {
  using server = testApp();
  const client = await restClient(server);
  await push(client, [project(1, 5)]);
  const { cursor } = await changes(client);
  const answer = await client.get(`/api/sync/changes?since=${wrong(cursor)}`);
  expect(answer).toMatchObject({ status: 410, body: { code: 'cursor_reset' } });
});

test('a push with a cursor of another feed, or ahead of this one, is not taken', async () => {
  using server = testApp();
  const client = await restClient(server);
  const { cursor } = await changes(client);
  const [epoch] = cursor.split('.');
  for (const since of ['other.0', `${epoch}.1`]) {
    const refused = await client.call('POST', '/api/sync/push', { mutations: [project(1, 5)], since });
    expect(refused).toMatchObject({ status: 410, body: { code: 'cursor_reset' } });
  }
  const taken = await push(client, [project(1, 5)], { since: cursor });
  expect(taken.results).toMatchObject([{ status: 201 }]);
  const next = await push(client, [project(2, 6)], { since: `${taken.epoch}.${taken.seq}` });
  expect(next.results).toMatchObject([{ status: 201 }]);
});

test.each([
  '?limit=0',
  '?limit=501',
  '?limit=x',
  '?bytes=0',
  '?bytes=x',
  '?count=2',
  '?deletedAfter=x',
  '?full=yes',
])('the query %s is refused by field', async (query) => {
  using server = testApp();
  const client = await restClient(server);
  expect(await client.get(`/api/sync/changes${query}`)).toMatchObject({
    status: 400,
    body: { errors: [{}] },
  });
});

test.each([
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
] as const)('a large page is sent in %s to a client that takes it', async (encoding, open) => {
  using server = testApp();
  const Cookie = await largeLibrary(server);
  const headers = { Cookie, 'Accept-Encoding': encoding };
  const answer = await server.app.request('/api/sync/changes', { headers });
  expect(answer.headers.get('Content-Encoding')).toBe(encoding);
  const page = ChangesPage.parse(JSON.parse(open(Buffer.from(await answer.arrayBuffer())).toString()));
  expect(page.changes).toHaveLength(1);
});

async function largeLibrary({ app }: TestApp): Promise<string> {
  const Cookie = await registered(app, 'ada');
  const stateValue = Array.from({ length: 3000 }, (_, index) => index + 1);
  await app.request('/api/user/ui-state', {
    method: 'PUT',
    headers: { Cookie, 'Content-Type': 'application/json' },
    body: JSON.stringify({ stateKey: 'open_prompt_ids', stateValue }),
  });
  return Cookie;
}

test('listeners are notified after a change, and not of one that changed nothing', async () => {
  using server = testApp();
  const client = await restClient(server);
  const received: number[] = [];
  const { body } = await client.get('/api/user');
  server.services.pokes.subscribe(Object(body).id, (seq) => received.push(seq));
  await push(client, [project(1, 5), project(2, 6)]);
  await push(client, [project(1, 5), project(2, 6)]);
  await client.call('PATCH', '/api/projects/5', { name: 'New' });
  expect(received).toEqual([2, 3]);
});

test('what is made in one moment is listed in the order in which it was made', async () => {
  using server = testApp();
  const client = await restClient(server);
  const ids = Array.from({ length: 40 }, (_, index) => ((index * 7919) % 997) + 1);
  for (const half of [ids.slice(0, 20), ids.slice(20)]) {
    await push(
      client,
      half.map((id) => project(ids.indexOf(id) + 1, id)),
    );
  }
  expect(Object((await client.get('/api/projects')).body).map(({ id }: { id: number }) => id)).toEqual(ids);
});
