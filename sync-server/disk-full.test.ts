/** A disk without room, and one that takes no writes: what clients are answered, and that it passes by itself. */
import { expect, test } from 'vitest';
import { ChangesPage, PushAnswer } from '#shared/sync/wire.ts';
import type { BlobStorage } from './storage/ports/blob-storage.ts';
import { restClient } from './testing/rest-client.ts';
import { jsonRequest, type TestApp, testApp } from './testing/test-app.ts';
import { fileClient, resourceRow } from './testing/upload-requests.ts';

const content = 'words '.repeat(40_000);
const prompt = { id: 2, projectId: 1, title: 'T', content };

/** SQLite's own "database or disk is full", without a disk. */
function fillDatabase({ sqlite }: TestApp): { freeUp(): void } {
  const { connection } = sqlite();
  const pages = connection.pragma('page_count', { simple: true });
  connection.pragma(`max_page_count = ${pages}`);
  return { freeUp: () => void connection.pragma('max_page_count = 1000000') };
}

const health = async ({ app }: TestApp) => {
  const answer = await app.request('/healthz');
  return { status: answer.status, body: await answer.json() };
};

const full = { status: 503, body: { status: 'failing', reason: 'disk_full', version: '0.0.0-test' } };
const well = { status: 200, body: { status: 'ok' } };
const serverFull = {
  status: 507,
  body: {
    code: 'server_full',
    title: "The server's disk is full. Your changes stay on this device and are sent once there is room.",
  },
};

test('a write on a full disk is answered 507, and is done under the same key once there is room', async () => {
  using server = testApp();
  const client = await restClient(server);
  await client.call('POST', '/api/projects', { id: 1, name: 'P' });
  const { freeUp } = fillDatabase(server);
  const key = { 'Idempotency-Key': 'c1:1' };
  expect(await client.call('POST', '/api/prompts', prompt, key)).toMatchObject(serverFull);
  freeUp();
  expect(await client.call('POST', '/api/prompts', prompt, key)).toMatchObject({ status: 201 });
});

test('a push on a full disk is answered 507 as a whole, and nothing of it is done', async () => {
  using server = testApp();
  const client = await restClient(server);
  await client.call('POST', '/api/projects', { id: 1, name: 'P' });
  const { freeUp } = fillDatabase(server);
  const push = {
    mutations: [
      { key: 'c1:1', method: 'PATCH', path: '/api/projects/1', body: { name: 'Renamed' } },
      { key: 'c1:2', method: 'POST', path: '/api/prompts', body: prompt },
    ],
  };
  expect(await client.call('POST', '/api/sync/push', push)).toMatchObject(serverFull);
  expect((await client.get('/api/projects')).body).toMatchObject([{ name: 'P' }]);
  freeUp();
  const done = PushAnswer.parse((await client.call('POST', '/api/sync/push', push)).body);
  expect(done.results.map(({ status }) => status)).toEqual([200, 201]);
});

test('what is read is answered as ever while the disk is full', async () => {
  using server = testApp();
  const client = await restClient(server);
  await client.call('POST', '/api/projects', { id: 1, name: 'P' });
  await client.call('POST', '/api/prompts', prompt);
  fillDatabase(server);
  expect((await client.call('POST', '/api/prompts', { ...prompt, id: 3 })).status).toBe(507);
  for (const path of ['/api/user', '/api/projects/1/prompts', '/api/prompts/2', '/api/search?q=words']) {
    expect([path, (await client.get(path)).status]).toEqual([path, 200]);
  }
  const changes = ChangesPage.parse((await client.get('/api/sync/changes')).body);
  expect(changes.changes.map(({ type }) => type)).toEqual(['project', 'prompt']);
});

test('a visitor who signs up while the disk is full reads that it is full', async () => {
  using server = testApp();
  fillDatabase(server);
  server.sqlite().connection.pragma('query_only = ON');
  const ada = { displayName: 'Ada', username: 'ada', password: 'correct horse' };
  const answer = await server.app.request('/api/register', jsonRequest('POST', ada));
  expect(answer.status).toBe(507);
  expect(await answer.json()).toMatchObject({ code: 'server_full' });
});

test('the health check is red with a reason while writes fail, and green again once one goes through', async () => {
  using server = testApp();
  const client = await restClient(server);
  await client.call('POST', '/api/projects', { id: 1, name: 'P' });
  expect(await health(server)).toMatchObject(well);
  const { freeUp } = fillDatabase(server);
  await client.call('POST', '/api/prompts', prompt);
  expect(await health(server)).toMatchObject(full);
  server.clock.at += 60_000;
  expect(await health(server)).toMatchObject(full);
  // A small change finds room in the pages that are there: that does not make the disk well.
  expect((await client.call('PATCH', '/api/projects/1', { name: 'Q' })).status).toBe(200);
  expect(await health(server)).toMatchObject(full);
  freeUp();
  server.clock.at += 60_000;
  expect(await health(server)).toMatchObject(well);
  expect(server.errors.map((error) => Object(error).code)).toEqual(['SQLITE_FULL']);
});

test('a disk that takes no writes is answered 507 in its own words, and the session still counts', async () => {
  using server = testApp();
  const client = await restClient(server);
  await client.call('POST', '/api/projects', { id: 1, name: 'P' });
  const { connection } = server.sqlite();
  connection.pragma('query_only = ON');
  // The session would slide now.
  server.clock.at += 20 * 24 * 60 * 60 * 1000;
  expect(await client.get('/api/projects')).toMatchObject({ status: 200, body: [{ name: 'P' }] });
  expect(await client.call('POST', '/api/prompts', prompt)).toMatchObject({
    status: 507,
    body: { code: 'server_full', detail: expect.stringMatching(/^The server cannot write to its disk\./) },
  });
  expect(await health(server)).toMatchObject({ status: 503, body: { reason: 'disk_read_only' } });
  connection.pragma('query_only = OFF');
  server.clock.at += 60_000;
  expect(await health(server)).toMatchObject(well);
});

/** The real files, of which each write fails after its first piece while `full` is set. */
function withoutRoom(files: BlobStorage, disk: { full: boolean }): BlobStorage {
  const failing = (draft: ReturnType<BlobStorage['temporary']>): typeof draft => ({
    ...draft,
    async append(bytes, most) {
      if (!disk.full) return draft.append(bytes, most);
      const incoming = bytes[Symbol.asyncIterator]();
      await incoming.next();
      throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    },
  });
  return {
    ...files,
    temporary: () => failing(files.temporary()),
    partial: (name) => failing(files.partial(name)),
  };
}

test('a file for which there is no room is answered 507, and its upload goes on once there is', async () => {
  const disk = { full: false };
  using plain = testApp();
  using server = testApp({ outside: { files: withoutRoom(plain.outside.files, disk) } });
  const client = await fileClient(server);
  const text = '# A plan, long enough for two pieces';
  const row = resourceRow(text);
  await client.json('POST', '/api/projects/1/resources', row);
  await client.put(text.slice(0, 10), { of: row.sha256 });
  disk.full = true;
  const put = () => client.put(text.slice(10), { of: row.sha256, offset: 10 });
  expect(await put()).toMatchObject(serverFull);
  expect(await client.upload(1, { bytes: text })).toMatchObject(serverFull);
  expect(await health(server)).toMatchObject(full);
  expect(await client.json('GET', `/api/files/${row.sha256}`)).toMatchObject({ body: { offset: 10 } });
  disk.full = false;
  expect(await put()).toMatchObject({ status: 200, body: { complete: true } });
  server.clock.at += 60_000;
  expect(await health(server)).toMatchObject(well);
});
