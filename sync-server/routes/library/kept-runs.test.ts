import { expect, test } from 'vitest';
import { exampleKeptRun, exampleRun } from '#shared/model/run/kept-run-example.ts';
import { type RestClient, restClient } from '../../testing/rest-client.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';

const { promptId: _of, ...kept } = exampleKeptRun();
const path = '/api/prompts/6/kept-runs';

async function onePrompt(server: TestApp): Promise<RestClient> {
  const client = await restClient(server);
  await client.call('POST', '/api/projects', { id: 5, name: 'P' });
  await client.call('POST', '/api/prompts', { id: 6, title: 'T', content: 'text', projectId: 5 });
  return client;
}

test('a run is kept, listed, rated and deleted', async () => {
  using server = testApp();
  const { call, get } = await onePrompt(server);
  const made = await call('POST', path, { ...kept, note: 'n' });
  expect(made).toMatchObject({ status: 201, body: { ...kept, promptId: 6, note: 'n' } });
  expect((await get(path)).body).toEqual([made.body]);
  const rated = await call('PATCH', `${path}/31`, { verdict: 'better', stars: 4 });
  expect(rated).toMatchObject({ status: 200, body: { verdict: 'better', stars: 4, note: 'n' } });
  expect((await get(path)).body).toEqual([rated.body]);
  expect(await call('DELETE', `${path}/31`)).toMatchObject({ status: 200, body: { id: 31 } });
  expect((await get(path)).body).toEqual([]);
});

test('keeping a run again is answered with the row as it is, and doubles nothing', async () => {
  using server = testApp();
  const { call, get } = await onePrompt(server);
  await call('POST', path, kept);
  await call('PATCH', `${path}/31`, { stars: 2 });
  const again = await call('POST', path, { ...kept, run: exampleRun({ answer: 'Another' }) });
  expect(again).toMatchObject({ status: 200, body: { stars: 2, run: { answer: 'Hello Ada' } } });
  expect((await get(path)).body).toEqual([again.body]);
});

test('what was run never changes, and an answer that is too long is refused in words', async () => {
  using server = testApp();
  const { call, get } = await onePrompt(server);
  await call('POST', path, kept);
  expect(await call('PATCH', `${path}/31`, { run: exampleRun() })).toMatchObject({ status: 400 });
  const long = { ...kept, id: 32, run: exampleRun({ answer: 'x'.repeat(256 * 1024 + 1) }) };
  expect(await call('POST', path, long)).toMatchObject({
    status: 400,
    body: { errors: [{ path: 'run', message: 'The answer is larger than 256 KB.' }] },
  });
  expect((await get(path)).body).toHaveLength(1);
});

test('kept runs go with their prompt, and come back with it', async () => {
  using server = testApp();
  const { call, get } = await onePrompt(server);
  await call('POST', path, kept);
  await call('DELETE', '/api/prompts/6');
  expect(await get(path)).toMatchObject({ status: 404 });
  await call('POST', '/api/prompts', { id: 6, title: 'T', content: 'text', projectId: 5 });
  expect((await get(path)).body).toMatchObject([kept]);
});

test('a run of a prompt or an account of somebody else is not there', async () => {
  using server = testApp();
  const { call } = await onePrompt(server);
  await call('POST', '/api/prompts', { id: 7, title: 'U', content: 'text', projectId: 5 });
  await call('POST', path, kept);
  expect(await call('PATCH', '/api/prompts/7/kept-runs/31', { stars: 1 })).toMatchObject({ status: 404 });
  expect(await call('DELETE', '/api/prompts/7/kept-runs/31')).toMatchObject({ status: 404 });
  expect(await call('POST', '/api/prompts/7/kept-runs', kept)).toMatchObject({ status: 409 });
});
