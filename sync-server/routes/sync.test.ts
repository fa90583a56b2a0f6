import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { ChangesPage, PushAnswer, type PushMutation } from '#shared/sync/wire.ts';
import { type RestClient, restClient } from '../testing/rest-client.ts';
import { registered, type TestApp, testApp } from '../testing/test-app.ts';

const project = (number: number, id: number, client = 'c1'): PushMutation => ({
  key: `${client}:${number}`,
  method: 'POST',
  path: '/api/projects',
  body: { id, name: `P${id}`, color: 'red' },
});
const prompt = (number: number, id: number, content = 'words'): PushMutation => ({
  key: `c1:${number}`,
  method: 'POST',
  path: '/api/prompts',
  body: { id, title: `T${id}`, content, projectId: 5 },
});
const content = (number: number, id: number, text: string, ifMatch?: number | 'previous'): PushMutation => ({
  key: `c1:${number}`,
  method: 'PATCH',
  path: `/api/prompts/${id}/content`,
  body: { content: text },
  ...(ifMatch === undefined ? {} : { ifMatch }),
});

async function push(client: RestClient, mutations: PushMutation[], more: object = {}) {
  const answer = await client.call('POST', '/api/sync/push', { mutations, ...more });
  expect(answer.status).toBe(200);
  return PushAnswer.parse(answer.body);
}

async function changes(client: RestClient, query = '', headers: Record<string, string> = {}) {
  const answer = await client.get(`/api/sync/changes${query}`, headers);
  expect(answer.status).toBe(200);
  return ChangesPage.parse(answer.body);
}

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
  server.outside.database.connection.exec(
    "CREATE TRIGGER broken BEFORE INSERT ON prompts WHEN new.id = 6 BEGIN SELECT raise(ABORT, 'no'); END",
  );
  const { results } = await push(client, [project(2, 7), prompt(3, 6), project(4, 8)]);
  expect(results).toMatchObject([
    { status: 201 },
    { status: 500, body: { code: 'internal' } },
    { status: 201 },
  ]);
  expect(server.errors).toHaveLength(1);
  server.outside.database.connection.exec('DROP TRIGGER broken');
  expect((await push(client, [prompt(3, 6)])).results).toMatchObject([{ status: 201 }]);
});

test('the feed is read in pages, and each continues the one before', async () => {
  using server = testApp();
  const client = await restClient(server);
  await push(client, [project(1, 5), ...[2, 3, 4, 5, 6].map((number) => prompt(number, number))]);
  const seen: unknown[] = [];
  let page = await changes(client, '?limit=2');
  for (; page.more; page = await changes(client, `?limit=2&since=${page.cursor}`)) {
    expect(page.changes).toHaveLength(2);
    seen.push(...page.changes.map(({ seq }) => seq));
  }
  seen.push(...page.changes.map(({ seq }) => seq));
  expect(seen).toEqual([1, 2, 3, 4, 5, 6]);
});

test('a saved version and its prompt come on one page, and a smaller page still moves on', async () => {
  using server = testApp();
  const client = await restClient(server);
  const saved = { ...content(3, 6, 'saved'), method: 'PUT', path: '/api/prompts/6' } as const;
  await push(client, [project(1, 5), prompt(2, 6), { ...saved, body: { id: 7, content: 'saved' } }]);
  const types = async (query: string) => {
    const page = await changes(client, query);
    return { types: page.changes.map(({ type }) => type), cursor: page.cursor };
  };
  const first = await types('?limit=2');
  expect(first.types).toEqual(['project']);
  expect((await types(`?limit=2&since=${first.cursor}`)).types).toEqual(['version', 'prompt']);
  expect((await types(`?limit=1&since=${first.cursor}`)).types).toEqual(['version']);
});

test('a page ends where its texts grow large, but always moves on', async () => {
  using server = testApp();
  const client = await restClient(server);
  await push(client, [project(1, 5)]);
  for (const id of [2, 3, 4]) await push(client, [prompt(id, id, 'x'.repeat(2 * 1024 * 1024))]);
  const pages: unknown[] = [];
  let page = await changes(client);
  for (; page.more; page = await changes(client, `?since=${page.cursor}`)) {
    pages.push(page.changes.map(({ seq }) => seq));
  }
  pages.push(page.changes.map(({ seq }) => seq));
  // A text that is larger than a page is a page.
  expect(pages).toEqual([[1], [2], [3], [4]]);
});

test('a client is not sent its own text again, unless it asks or somebody else wrote since', async () => {
  using server = testApp();
  const client = await restClient(server);
  const start = (await push(client, [project(1, 5)])) && (await changes(client)).cursor;
  await push(client, [prompt(2, 6, 'mine')]);
  const own = { 'X-Promptory-Client': 'c1' };
  const since = `?since=${start}`;
  const pulled = (await changes(client, since, own)).changes;
  expect(pulled).toMatchObject([{ type: 'prompt', ownNumber: 2, row: { title: 'T6' } }]);
  expect(pulled[0]?.row).not.toHaveProperty('content');
  expect((await changes(client, `${since}&full=1`, own)).changes).toMatchObject([
    { row: { content: 'mine' } },
  ]);
  expect((await changes(client, since)).changes).toMatchObject([{ row: { content: 'mine' } }]);
  expect((await changes(client, '', own)).changes).toMatchObject([{}, { row: { content: 'mine' } }]);
  await client.call('PATCH', '/api/prompts/6/content', { content: 'theirs' });
  const after = (await changes(client, since, own)).changes;
  expect(after).toMatchObject([{ row: { content: 'theirs' } }]);
  expect(after[0]).not.toHaveProperty('own');
});

test('a deletion stays in the feed, and its values are erased after 30 days', async () => {
  using server = testApp();
  const client = await restClient(server);
  await push(client, [project(1, 5), prompt(2, 6, 'a secret')]);
  await client.call('DELETE', '/api/prompts/6');
  for (const days of [16, 15]) {
    server.clock.at += days * 24 * 60 * 60 * 1000;
    await client.get('/api/user');
  }
  expect(await server.services.eraseOldDeletions()).toBe(1);
  const kept = server.outside.database.connection.prepare('SELECT title, content, notes FROM prompts').all();
  expect(kept).toEqual([{ title: '', content: '', notes: '' }]);
  expect((await changes(client)).changes).toMatchObject([{ id: 5 }, { id: 6, deleted: true, seq: 3 }]);
  // Nothing is left that could come back under this id; somebody may use it for something new.
  expect((await push(client, [content(3, 6, 'x', 2)])).results).toMatchObject([{ status: 404 }]);
  expect((await push(client, [prompt(4, 6, 'new')])).results).toMatchObject([{ status: 201, rev: 3 }]);
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
  const [epoch] = (await changes(client)).cursor.split('.');
  for (const since of ['other.0', `${epoch}.1`]) {
    const refused = await client.call('POST', '/api/sync/push', { mutations: [project(1, 5)], since });
    expect(refused).toMatchObject({ status: 410, body: { code: 'cursor_reset' } });
  }
  const taken = await push(client, [project(1, 5)], { since: `${epoch}.0` });
  expect(taken.results).toMatchObject([{ status: 201 }]);
  const next = await push(client, [project(2, 6)], { since: `${epoch}.1` });
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

test('a text that comes back from a deletion is sent also to the client that wrote it', async () => {
  using server = testApp();
  const client = await restClient(server);
  const { cursor } = (await push(client, [project(1, 5), prompt(2, 6)])) && (await changes(client));
  await push(client, [content(3, 6, 'mine', 1)]);
  await client.call('DELETE', '/api/prompts/6');
  const title: PushMutation = {
    key: 'c1:4',
    method: 'PATCH',
    path: '/api/prompts/6',
    body: { title: 'New' },
  };
  expect((await push(client, [{ ...title, ifMatch: 3 }])).results).toMatchObject([{ status: 200, rev: 4 }]);
  const pulled = await changes(client, `?since=${cursor}`, { 'X-Promptory-Client': 'c1' });
  expect(pulled.changes).toMatchObject([{ id: 6, rev: 4, row: { title: 'New', content: 'mine' } }]);
});

test('a page carries about as much text as its reader asked for, and at least one row', async () => {
  using server = testApp();
  const client = await restClient(server);
  await push(client, [project(1, 5), ...[2, 3, 4].map((id) => prompt(id, id, 'x'.repeat(1000)))]);
  const seqs = async (query: string) => (await changes(client, query)).changes.map(({ seq }) => seq);
  expect(await seqs('?bytes=2500')).toEqual([1, 2, 3]);
  expect(await seqs('?bytes=1')).toEqual([1]);
  expect(await seqs('?bytes=99999999')).toEqual([1, 2, 3, 4]);
});

test('deletions are left out for a client that has none of the rows, up to the place that it names', async () => {
  using server = testApp();
  const client = await restClient(server);
  await push(client, [project(1, 5), ...[2, 3, 4, 6].map((id) => prompt(id, id))]);
  for (const id of [2, 3]) await client.call('DELETE', `/api/prompts/${id}`);
  const first = await changes(client, '?deletedAfter=now&count=1&limit=2');
  expect(first).toMatchObject({ seq: 7, remaining: 3, more: true, changes: [{ id: 5 }, { id: 4 }] });
  await client.call('DELETE', '/api/prompts/4');
  const rest = await changes(client, `?since=${first.cursor}&deletedAfter=${first.seq}`);
  expect(rest).toMatchObject({ more: false, changes: [{ id: 6 }, { id: 4, deleted: true, seq: 8 }] });
  expect(rest).not.toHaveProperty('remaining');
  expect((await changes(client, '?count=1')).changes).toHaveLength(5);
  expect(await changes(client, `?since=${first.cursor}&count=1`)).toMatchObject({ remaining: 4 });
});

test('a client that has none of the rows is led past a feed of nothing but deletions', async () => {
  using server = testApp();
  const client = await restClient(server);
  await push(client, [project(1, 5), prompt(2, 6)]);
  await client.call('DELETE', '/api/projects/5');
  const page = await changes(client, '?deletedAfter=now');
  expect(page).toMatchObject({ more: false, changes: [] });
  expect(page.cursor).toMatch(new RegExp(`\\.${page.seq}$`));
});
