import { expect, test } from 'vitest';
import type { PushMutation } from '#shared/sync/wire.ts';
import { restClient } from '../../testing/rest-client.ts';
import { testApp } from '../../testing/test-app.ts';
import { changes, content, project, prompt, push } from './sync-scene.ts';

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
  const kept = await server.rows.sql('SELECT title, content, notes FROM prompts');
  expect(kept).toEqual([{ title: '', content: '', notes: '' }]);
  expect((await changes(client)).changes).toMatchObject([{ id: 5 }, { id: 6, deleted: true, seq: 3 }]);
  // The erased row cannot be restored, so a new row may take its id.
  expect((await push(client, [content(3, 6, 'x', 2)])).results).toMatchObject([{ status: 404 }]);
  expect((await push(client, [prompt(4, 6, 'new')])).results).toMatchObject([{ status: 201, rev: 3 }]);
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
