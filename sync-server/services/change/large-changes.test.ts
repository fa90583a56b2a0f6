import { expect, test } from 'vitest';
import { restClient } from '../../testing/rest-client.ts';
import { feed, fill, filled, push, small } from './large-changes-scene.ts';

test('a large project is gone with all that was in it, and what comes after it in the same push is done', async () => {
  using server = small();
  const client = await restClient(server);
  await fill(client, 4, 3);
  const before = await feed(client);
  const answer = await push(client, [
    {
      key: 'c1:1',
      method: 'DELETE',
      path: '/api/projects/1',
      body: { seen: { seq: filled, beforeNumber: 1 } },
    },
    { key: 'c1:2', method: 'POST', path: '/api/projects', body: { id: 2, name: 'After' } },
  ]);
  expect(answer.results).toMatchObject([
    { key: 'c1:1', status: 200, rev: 2, body: { id: 1 } },
    { key: 'c1:2', status: 201, seq: filled + 18 },
  ]);
  expect(answer.seq).toBe(filled + 18);
  const { changes } = await feed(client, `?since=${before.cursor}`);
  expect(changes.map(({ type, deleted }) => `${deleted ? 'no ' : ''}${type}`)).toEqual([
    'no project',
    ...[1, 2, 3, 4].flatMap(() => ['no prompt', 'no version', 'no version', 'no version']),
    'project',
  ]);
  expect((await client.get('/api/search?q=text')).body).toEqual({ prompts: [] });
});

test('a large deletion whose author had not seen everything deletes nothing, and is refused each time', async () => {
  using server = small();
  const client = await restClient(server);
  await fill(client, 4, 3);
  await client.call('PATCH', '/api/prompts/300', { title: 'Changed' });
  const seen = { seq: filled, beforeNumber: 9 };
  const deletion = { key: 'c1:9', method: 'DELETE', path: '/api/projects/1', body: { seen } };
  for (const _try of [1, 2]) {
    const { results } = await push(client, [deletion]);
    expect(results).toMatchObject([{ status: 412, body: { code: 'changed_since' } }]);
  }
  expect((await client.get('/api/projects/1/prompts')).body).toHaveLength(4);
});

test('a large deletion is looked at in several goes where much has changed since its author looked', async () => {
  using server = small();
  const client = await restClient(server);
  await fill(client, 4, 3);
  for (const base of [0, 400, 800]) {
    const mutations = Array.from({ length: 400 }, (_, index) => ({
      key: `c1:${base + index + 1}`,
      method: 'PATCH',
      path: '/api/prompts/100',
      body: { title: `T${index}` },
    }));
    await push(client, mutations, { brief: true });
  }
  const deletion = (own: number) => ({
    key: `c1:${1300 + own}`,
    method: 'DELETE',
    path: '/api/projects/1',
    body: { seen: { seq: filled, beforeNumber: own } },
  });
  expect((await push(client, [deletion(1200)])).results).toMatchObject([{ status: 412 }]);
  expect((await push(client, [deletion(1201)])).results).toMatchObject([{ status: 200 }]);
});

test('the same large deletion again is answered as it was, and done once', async () => {
  using server = small();
  const client = await restClient(server);
  await fill(client, 4, 3);
  const deletion = { key: 'c1:1', method: 'DELETE', path: '/api/projects/1' };
  const [first, second] = await Promise.all([push(client, [deletion]), push(client, [deletion])]);
  expect(first.results).toMatchObject([{ status: 200, rev: 2 }]);
  expect(second).toEqual(first);
  expect(await push(client, [{ ...deletion, path: '/api/projects/2' }])).toMatchObject({
    results: [{ status: 422, body: { code: 'key_reused' } }],
  });
});

test('a large deletion without a key is answered when all of it is done', async () => {
  using server = small();
  const client = await restClient(server);
  await fill(client, 1, 9);
  const ids = [101, 102, 103, 104, 105, 106, 107];
  expect(
    await client.call('DELETE', '/api/prompts/100/versions/bulk-delete', { versionIds: ids }),
  ).toMatchObject({ status: 200, body: { deletedCount: 7 } });
  expect((await client.get('/api/prompts/100/versions')).body).toMatchObject([{ id: 109 }, { id: 108 }]);
  const all = { versionIds: [...ids, 108, 109] };
  expect(await client.call('DELETE', '/api/prompts/100/versions/bulk-delete', all)).toMatchObject({
    status: 409,
    body: { code: 'last_version' },
  });
});

test('a large deletion of versions spares what changed or got a label since, and is refused where nothing is left', async () => {
  using server = small();
  const client = await restClient(server);
  await fill(client, 1, 9);
  const before = (await push(client, [])).seq;
  await client.call('PATCH', '/api/prompts/100/versions/101', { content: 'changed' });
  const labels = [{ label: 'hotfix', versionId: 102, from: null, device: 'Phone' }];
  await push(client, [
    { key: 'c2:1', method: 'PATCH', path: '/api/prompts/100/attributes', body: { labels } },
  ]);
  const bulk = (key: string, versionIds: number[]) => ({
    key,
    method: 'DELETE',
    path: '/api/prompts/100/versions/bulk-delete',
    body: { versionIds, seen: { seq: before, beforeNumber: 9 } },
  });
  const all = [101, 102, 103, 104, 105, 106, 107, 108, 109];
  const { results } = await push(client, [bulk('c1:9', all), bulk('c1:10', all)]);
  expect(results).toMatchObject([
    { status: 200, body: { deletedCount: 7 } },
    { status: 412, body: { code: 'changed_since' } },
  ]);
  expect((await client.get('/api/prompts/100/versions')).body).toMatchObject([{ id: 102 }, { id: 101 }]);
});

test('an edit that had not seen a large deletion restores its prompt with all of its versions', async () => {
  using server = small();
  const client = await restClient(server);
  await fill(client, 2, 7);
  await client.call('DELETE', '/api/projects/1');
  const edit = { method: 'PATCH', path: '/api/prompts/100/content', body: { content: 'mine' } };
  const stale = await push(client, [{ key: 'c2:1', ...edit, ifMatch: 8 }]);
  expect(stale.results).toMatchObject([{ status: 412, rev: 9, body: { current: null } }]);
  const back = await push(client, [{ key: 'c2:2', ...edit, ifMatch: 9 }]);
  expect(back.results).toMatchObject([{ status: 200, body: { content: 'mine' } }]);
  const { body } = await client.get('/api/prompts/100/versions');
  expect(body).toHaveLength(7);
  expect((await client.get('/api/projects/1/prompts')).body).toMatchObject([{ id: 100 }]);
});

test('a bulk change that a server began is finished by the next one, and listeners are notified', async () => {
  using server = small();
  const client = await restClient(server);
  await fill(client, 4, 3);
  const received: number[] = [];
  const [{ id } = {}] = await server.rows.sql('SELECT id FROM users');
  const userId = Number(id);
  server.services.pokes.subscribe(userId, (seq) => received.push(seq));
  const author = { by: null, device: '', at: 1 };
  const change = { kind: 'deleteContentsOf', projectId: 1, openPrompt: null };
  const pending = JSON.stringify({ bound: filled, author, change });
  await server.rows.sql(`INSERT INTO bulk_changes VALUES (${userId}, '${pending}')`);
  await server.services.finishBulkChanges();
  expect(received).toEqual([filled + 16]);
  expect((await client.get('/api/projects/1/prompts')).body).toEqual([]);
});
