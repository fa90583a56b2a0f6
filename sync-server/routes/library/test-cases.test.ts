import { expect, test } from 'vitest';
import { exampleTestCase } from '#shared/model/checks/test-case-example.ts';
import { type RestClient, restClient } from '../../testing/rest-client.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';

const { promptId: _of, ...testCase } = exampleTestCase();
const path = '/api/prompts/6/cases';

async function onePrompt(server: TestApp): Promise<RestClient> {
  const client = await restClient(server);
  await client.call('POST', '/api/projects', { id: 5, name: 'P' });
  await client.call('POST', '/api/prompts', { id: 6, title: 'T', content: 'text', projectId: 5 });
  return client;
}

test('a test case is created, listed, changed and deleted', async () => {
  using server = testApp();
  const { call, get } = await onePrompt(server);
  const made = await call('POST', path, testCase);
  expect(made).toMatchObject({ status: 201, body: { ...testCase, promptId: 6 } });
  expect((await get(path)).body).toEqual([made.body]);
  const change = { values: { name: 'Eve' }, threshold: 0.5 };
  const changed = await call('PATCH', `${path}/41`, change);
  expect(changed).toMatchObject({ status: 200, body: { ...testCase, ...change } });
  expect((await get(path)).body).toEqual([changed.body]);
  expect(await call('DELETE', `${path}/41`)).toMatchObject({ status: 200, body: { id: 41 } });
  expect((await get(path)).body).toEqual([]);
});

test('a test case of a name alone gets an id, and an empty one is refused in words', async () => {
  using server = testApp();
  const { call, get } = await onePrompt(server);
  expect(await call('POST', path, { name: ' Greets ' })).toMatchObject({
    status: 201,
    body: { name: 'Greets', enabled: true, values: {}, checks: [], threshold: null, position: null },
  });
  expect(await call('POST', path, { name: '' })).toMatchObject({ status: 400 });
  expect((await get(path)).body).toHaveLength(1);
});

test('creating a test case again is answered with the row as it is, and doubles nothing', async () => {
  using server = testApp();
  const { call, get } = await onePrompt(server);
  await call('POST', path, testCase);
  await call('PATCH', `${path}/41`, { name: 'Renamed' });
  expect(await call('POST', path, testCase)).toMatchObject({ status: 200, body: { name: 'Renamed' } });
  expect((await get(path)).body).toHaveLength(1);
});

test('test cases go with their prompt, and come back with it', async () => {
  using server = testApp();
  const { call, get } = await onePrompt(server);
  await call('POST', path, testCase);
  await call('DELETE', '/api/prompts/6');
  expect(await get(path)).toMatchObject({ status: 404 });
  await call('POST', '/api/prompts', { id: 6, title: 'T', content: 'text', projectId: 5 });
  expect((await get(path)).body).toMatchObject([testCase]);
});

test('a test case of another prompt is not there', async () => {
  using server = testApp();
  const { call } = await onePrompt(server);
  await call('POST', '/api/prompts', { id: 7, title: 'U', content: 'text', projectId: 5 });
  await call('POST', path, testCase);
  expect(await call('PATCH', '/api/prompts/7/cases/41', { enabled: false })).toMatchObject({ status: 404 });
  expect(await call('DELETE', '/api/prompts/7/cases/41')).toMatchObject({ status: 404 });
  expect(await call('POST', '/api/prompts/7/cases', testCase)).toMatchObject({ status: 409 });
});
