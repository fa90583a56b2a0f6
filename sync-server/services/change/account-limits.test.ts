import { expect, test } from 'vitest';
import { z } from 'zod';
import { Problem } from '#shared/model/problem.ts';
import { PushAnswer } from '#shared/sync/wire.ts';
import { deviceOf } from '../../../e2e/simulation/restored-scene.ts';
import { commit } from '../../../web/data/commit/commit.ts';
import { retryEntry } from '../../../web/data/review/outbox-acts.ts';
import { type RestClient, restClient } from '../../testing/rest-client.ts';
import { registered, testApp } from '../../testing/test-app.ts';

const month = 31 * 24 * 60 * 60 * 1000;

async function push(client: RestClient, mutations: object[]) {
  const { body } = await client.call('POST', '/api/sync/push', { mutations, brief: true });
  return PushAnswer.parse(body).results;
}

const prompt = (number: number, content: string) => ({
  key: `c1:${number}`,
  method: 'POST',
  path: '/api/prompts',
  body: { id: number, title: 'T', content, projectId: 1 },
});

test('a full account takes no further row, names the reason, and goes on with everything else', async () => {
  using server = testApp({ variables: { MAX_ROWS_PER_USER: '3' } });
  const client = await restClient(server);
  const eve = await restClient(server, 'eve');
  await client.call('POST', '/api/projects', { id: 1, name: 'P' });
  const results = await push(client, [
    prompt(2, 'a'),
    prompt(3, 'b'),
    prompt(4, 'c'),
    { key: 'c1:5', method: 'PATCH', path: '/api/prompts/2/content', body: { content: 'still saved' } },
    { key: 'c1:6', method: 'DELETE', path: '/api/prompts/3' },
  ]);
  expect(results.map(({ status }) => status)).toEqual([201, 201, 413, 200, 200]);
  const problem = Problem.parse(results[2]?.body);
  expect(problem.code).toBe('account_full');
  expect(problem.title).toContain('What you delete makes room after 30 days.');
  expect(problem.detail).toBe(
    'Your account is full: the server keeps 3 projects, prompts, versions and files together. What you delete makes room after 30 days; then retry this change.',
  );
  expect((await client.get('/api/prompts/4')).status).toBe(404);
  expect((await client.get('/api/prompts/2')).body).toMatchObject({ content: 'still saved' });
  expect((await client.get('/api/sync/changes')).status).toBe(200);
  expect(await eve.call('POST', '/api/projects', { id: 1, name: 'P' })).toMatchObject({ status: 201 });
});

test('a prompt with as many versions as it may have takes no further one until one is deleted', async () => {
  using server = testApp({ variables: { MAX_VERSIONS_PER_PROMPT: '3' } });
  const client = await restClient(server);
  await client.call('POST', '/api/projects', { id: 1, name: 'P' });
  await push(client, [prompt(2, 'first')]);
  const version = (number: number) => ({
    key: `c1:${number}`,
    method: 'PUT',
    path: '/api/prompts/2',
    body: { id: number, content: `text ${number}`, description: 'V' },
  });
  const results = await push(client, [11, 12, 13, 14, 15].map(version));
  expect(results.map(({ status }) => status)).toEqual([200, 200, 200, 413, 413]);
  const list = async () =>
    z.array(z.object({ id: z.number() })).parse((await client.get('/api/prompts/2/versions')).body);
  expect(await list()).toHaveLength(3);
  expect(Problem.parse(results.at(-1)?.body).detail).toBe(
    'This prompt is full: the server keeps 3 versions of a prompt. Delete versions of it, then retry this change.',
  );
  const still = {
    key: 'c1:20',
    method: 'PATCH',
    path: '/api/prompts/2/content',
    body: { content: 'typed on' },
  };
  expect((await push(client, [still]))[0]?.status).toBe(200);

  const [newest] = await list();
  const [deleted, saved, another] = await push(client, [
    { key: 'c1:21', method: 'DELETE', path: `/api/prompts/2/versions/${newest?.id}` },
    version(22),
    version(23),
  ]);
  expect([deleted, saved, another].map((result) => result?.status)).toEqual([200, 200, 413]);
  expect(await list()).toHaveLength(3);
});

test('a refused entry names what is full, keeps its text on the device, and is sent when there is room', async () => {
  using server = testApp({ variables: { MAX_TEXT_PER_USER: '1KB', SESSION_DAYS: '365' } });
  const device = await deviceOf({ server }, await registered(server.app, 'ada'));
  const { library } = device;
  const text = 'words of a person '.repeat(50);
  await commit(library, 'createProject', { id: 1, name: 'P', color: 'red' });
  await commit(library, 'createPrompt', { id: 2, title: 'Fits', content: text, projectId: 1 });
  await commit(library, 'createPrompt', { id: 3, title: 'Does not', content: text, projectId: 1 });
  expect(await device.round()).toEqual({ kind: 'done' });
  const refused = async () => (await library.db.outbox.toArray()).filter(({ state }) => state === 'refused');
  const [entry, ...others] = await refused();
  expect(others).toEqual([]);
  expect(entry?.problem?.detail).toBe(
    'Your account is full: the server keeps 1.0 KB of texts, and this change needs 900 Bytes more. A shorter text is always taken. What you delete makes room after 30 days; then retry this change.',
  );
  await commit(library, 'deletePrompt', { id: 2 });
  expect(await device.round()).toEqual({ kind: 'done' });
  server.clock.at += month;
  await server.services.eraseOldDeletions();
  await retryEntry(library, entry?.position ?? 0);
  expect(await device.round()).toEqual({ kind: 'done' });
  expect(await refused()).toEqual([]);
  expect((await server.services.library.prompt(library.user.id, 3))?.row.content).toBe(text);
});

test('the same change is accepted under the same key when what was deleted has made room', async () => {
  using server = testApp({ variables: { MAX_ROWS_PER_USER: '2', SESSION_DAYS: '365' } });
  const client = await restClient(server);
  await client.call('POST', '/api/projects', { id: 1, name: 'P' });
  expect(await push(client, [prompt(2, 'a'), prompt(3, 'b')])).toMatchObject([
    { status: 201 },
    { status: 413 },
  ]);
  await client.call('DELETE', '/api/prompts/2');
  expect(await push(client, [prompt(3, 'b')])).toMatchObject([{ status: 413 }]);
  server.clock.at += month;
  await server.services.eraseOldDeletions();
  expect(await push(client, [prompt(3, 'b')])).toMatchObject([{ status: 201 }]);
});

test('texts count by their UTF-8 bytes, versions and notes too, and a shorter text is always accepted', async () => {
  using server = testApp({ variables: { MAX_TEXT_PER_USER: '20' } });
  const client = await restClient(server);
  await client.call('POST', '/api/projects', { id: 1, name: 'P' });
  const create = { id: 2, title: 'T', content: 'äöü', notes: '12', projectId: 1 };
  expect((await client.call('POST', '/api/prompts', create)).status).toBe(201);
  const save = (id: number, content: string) =>
    client.call('PUT', '/api/prompts/2', { id, content, description: 'v' });
  // Two of notes, and six both as the version and as the current text.
  expect((await save(21, 'äöü')).status).toBe(200);
  expect((await save(22, 'abcdefg')).status).toBe(413);
  const content = (text: string) => client.call('PATCH', '/api/prompts/2/content', { content: text });
  expect((await content('abcdefghijklm')).status).toBe(413);
  expect((await content('abcdefghijkl')).status).toBe(200);
  expect((await content('a')).status).toBe(200);
  expect((await client.get('/api/prompts/2/versions')).body).toMatchObject([{ id: 21 }]);
});

test('an account beyond a limit that was lowered can still shorten, rename and delete', async () => {
  using server = testApp();
  const client = await restClient(server);
  await client.call('POST', '/api/projects', { id: 1, name: 'P' });
  await push(client, [prompt(2, 'a long text'), prompt(3, 'b')]);
  using smaller = testApp({
    variables: { MAX_ROWS_PER_USER: '1', MAX_TEXT_PER_USER: '1' },
    outside: { rows: server.rows },
  });
  const [{ id } = {}] = await server.rows.sql('SELECT id FROM users');
  const userId = Number(id);
  const one = async (method: 'PATCH' | 'DELETE', path: string, body?: object) => {
    const { commit } = smaller.services;
    return (
      await commit.one(userId, { method, path, body, key: null, ifMatch: undefined, onlyProject: null })
    ).status;
  };
  expect(await one('PATCH', '/api/prompts/2/content', { content: 'short' })).toBe(200);
  expect(await one('PATCH', '/api/prompts/2', { title: 'Renamed' })).toBe(200);
  expect(await one('PATCH', '/api/prompts/2/content', { content: 'longer' })).toBe(413);
  expect(await one('DELETE', '/api/projects/1')).toBe(200);
});
