import { expect, test } from 'vitest';
import { type RestClient, restClient } from '../../testing/rest-client.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';

/** One prompt with two versions, 71 ("one") and 72 ("two"), whose current text is "two". */
async function twoVersions(server: TestApp): Promise<RestClient> {
  const client = await restClient(server);
  await client.call('POST', '/api/projects', { id: 5, name: 'P' });
  await client.call('POST', '/api/prompts', { id: 6, title: 'T', content: 'zero', projectId: 5 });
  await client.call('PUT', '/api/prompts/6', { id: 71, content: 'one', description: 'first' });
  await client.call('PUT', '/api/prompts/6', { id: 72, content: 'two', description: '' });
  return client;
}

test('versions are numbered in the order of their arrival, newest first, and a number is never used again', async () => {
  using server = testApp();
  const { call, get } = await twoVersions(server);
  expect((await get('/api/prompts/6/versions')).body).toMatchObject([
    { id: 72, version: 2, content: 'two', description: 'Updated prompt content', promptId: 6 },
    { id: 71, version: 1, content: 'one', description: 'first' },
  ]);
  await call('DELETE', '/api/prompts/6/versions/72');
  await call('PUT', '/api/prompts/6', { content: 'three', description: '' });
  expect((await get('/api/prompts/6/versions')).body).toMatchObject([{ version: 3 }, { version: 1 }]);
});

test('a restore preserves a current text that no version has, and is a version of its own', async () => {
  using server = testApp();
  const { call, get } = await twoVersions(server);
  await call('PATCH', '/api/prompts/6/content', { content: 'not saved yet' });
  const restored = { content: 'one', description: 'Restored version 1' };
  expect(await call('PUT', '/api/prompts/6', restored)).toMatchObject({
    status: 200,
    body: { content: 'one' },
  });
  expect((await get('/api/prompts/6/versions')).body).toMatchObject([
    { version: 4, content: 'one', description: 'Restored version 1' },
    { version: 3, content: 'not saved yet' },
    { version: 2 },
    { version: 1 },
  ]);
});

test('a version has the settings that it is saved with, to the byte, and otherwise those of its prompt', async () => {
  using server = testApp();
  const { call, get } = await twoVersions(server);
  const more = ' {"b": 1.0, "a": [1e2]}\n';
  const settings = { model: 'small', temperature: 0.2, more };
  expect(await call('PATCH', '/api/prompts/6/attributes', { settings })).toMatchObject({ status: 200 });
  await call('PUT', '/api/prompts/6', { content: 'three', description: '' });
  await call('PUT', '/api/prompts/6', { content: 'four', description: '', settings: { model: 'large' } });
  await call('PUT', '/api/prompts/6', { content: 'five', description: '', settings: {} });
  const [five, four, three, two] = Array.from(Object((await get('/api/prompts/6/versions')).body), Object);
  expect(three.settings).toEqual(settings);
  expect(four.settings).toEqual({ model: 'large' });
  expect([five, two].map((version) => 'settings' in version)).toEqual([false, false]);
  expect((await get('/api/prompts/6')).body).toMatchObject({ attributes: { settings } });
});

test('a restore of a text with settings makes them those of the prompt, and preserves the ones before', async () => {
  using server = testApp();
  const { call, get } = await twoVersions(server);
  await call('PATCH', '/api/prompts/6/attributes', { settings: { model: 'new' } });
  const settings = { model: 'old' };
  const restored = { content: 'one', description: 'Restored version 1', settings, headSettings: settings };
  await call('PUT', '/api/prompts/6', restored);
  expect((await get('/api/prompts/6/versions')).body).toMatchObject([
    { version: 4, content: 'one', settings },
    { version: 3, content: 'two', settings: { model: 'new' } },
    { version: 2 },
    { version: 1 },
  ]);
  expect((await get('/api/prompts/6')).body).toMatchObject({ content: 'one', attributes: { settings } });
});

test('settings that are no settings, or too large, are refused', async () => {
  using server = testApp();
  const { call, get } = await twoVersions(server);
  const set = (settings: object) => call('PATCH', '/api/prompts/6/attributes', { settings });
  expect(await set({ temprature: 1 })).toMatchObject({ status: 400 });
  expect(await set({ tools: 'no JSON' })).toMatchObject({ status: 400 });
  const half = `{"a": "${'x'.repeat(40_000)}"}`;
  expect(await set({ more: half })).toMatchObject({ status: 200 });
  expect(await set({ answerSchema: half })).toMatchObject({ status: 413 });
  expect(await call('PUT', '/api/prompts/6', { content: 'x', settings: { tools: '{}' } })).toMatchObject({
    status: 400,
  });
  expect(Object((await get('/api/prompts/6')).body).attributes.settings).toEqual({ more: half });
});

test('a restore preserves no second copy of a current text that the newest version has', async () => {
  using server = testApp();
  const { call, get } = await twoVersions(server);
  const restored = { id: 73, content: 'one', description: 'Restored version 1' };
  await call('POST', '/api/sync/push', {
    mutations: [{ key: 'c1:1', method: 'PUT', path: '/api/prompts/6', body: restored }],
  });
  await call('PUT', '/api/prompts/6', { content: 'two', description: 'Restored version 2' });
  expect((await get('/api/prompts/6/versions')).body).toMatchObject([
    { version: 4, content: 'two', description: 'Restored version 2' },
    { version: 3, content: 'one', description: 'Restored version 1' },
    { version: 2 },
    { version: 1 },
  ]);
});

test('the first edit of a historical version preserves its text before', async () => {
  using server = testApp();
  const { call, get } = await twoVersions(server);
  await call('PATCH', '/api/prompts/6/versions/71', { content: 'one, mended' });
  await call('PATCH', '/api/prompts/6/versions/71', { content: 'one, mended twice' });
  expect((await get('/api/prompts/6/versions')).body).toMatchObject([
    { version: 2, original: null },
    { version: 1, content: 'one, mended twice', original: 'one' },
  ]);
  expect((await get('/api/prompts/6')).body).toMatchObject({ content: 'two' });
  expect(await call('PATCH', '/api/prompts/6/versions/99', { content: 'x' })).toMatchObject({ status: 404 });
});

const spellings = [
  ['DELETE …/bulk-delete', 'DELETE', 'bulk-delete', {}],
  ['POST …/bulk', 'POST', 'bulk', { 'X-HTTP-Method-Override': 'DELETE' }],
] as const;

test.each(spellings)(
  '%s deletes several at once and counts what it deleted',
  async (_, method, end, headers) => {
    using server = testApp();
    const { call, get } = await twoVersions(server);
    const remove = (versionIds: number[]) =>
      call(method, `/api/prompts/6/versions/${end}`, { versionIds }, headers);
    expect(await remove([71, 12345])).toMatchObject({ status: 200, body: { deletedCount: 1 } });
    expect(Object((await remove([71])).body)).toEqual({
      message: 'Successfully deleted 0 version(s).',
      deletedCount: 0,
    });
    expect(await remove([72])).toMatchObject({
      status: 409,
      body: { code: 'last_version', title: 'You must keep at least one version' },
    });
    expect((await get('/api/prompts/6/versions')).body).toMatchObject([{ id: 72 }]);
    expect(await remove([])).toMatchObject({ status: 400 });
  },
);

test('a bulk delete that names a version of another prompt does nothing', async () => {
  using server = testApp();
  const { call, get } = await twoVersions(server);
  await call('POST', '/api/prompts', { id: 8, title: 'Other', content: '', projectId: 5 });
  await call('PUT', '/api/prompts/8', { id: 81, content: 'x', description: '' });
  const both = { versionIds: [71, 81] };
  expect(await call('DELETE', '/api/prompts/6/versions/bulk-delete', both)).toMatchObject({ status: 404 });
  expect((await get('/api/prompts/6/versions')).body).toHaveLength(2);
});

test('the POST spelling without its header is not a method of that address', async () => {
  using server = testApp();
  const { call, get } = await twoVersions(server);
  const body = { versionIds: [71] };
  expect(await call('POST', '/api/prompts/6/versions/bulk', body)).toMatchObject({ status: 405 });
  expect((await get('/api/prompts/6/versions')).body).toHaveLength(2);
});

test('the other side of a conflict is marked as reviewed, for good', async () => {
  using server = testApp();
  const { call, get } = await twoVersions(server);
  const preserve = { id: 73, description: 'Conflicting edit from phone', conflict: 'unreviewed' };
  await call('PATCH', '/api/prompts/6/content', { content: 'mine', preserve });
  expect((await get('/api/prompts/6/versions')).body).toMatchObject([
    { id: 73, conflict: 'unreviewed' },
    {},
    {},
  ]);
  for (const _ of ['once', 'twice']) {
    expect(await call('POST', '/api/prompts/6/versions/73/review')).toMatchObject({
      status: 200,
      body: { conflict: 'reviewed', content: 'two' },
    });
  }
  expect(await call('POST', '/api/prompts/6/versions/71/review')).toMatchObject({ body: { conflict: null } });
  expect(await call('POST', '/api/prompts/9/versions/73/review')).toMatchObject({ status: 404 });
});

test('a conflict whose version is gone is reviewed to whoever had it, and is nowhere to a plain request', async () => {
  using server = testApp();
  const { call } = await twoVersions(server);
  await call('DELETE', '/api/prompts/6/versions/71');
  const review = (path: string, number: number) =>
    call('POST', path, undefined, { 'Idempotency-Key': `c1:${number}` });
  expect(await call('POST', '/api/prompts/6/versions/71/review')).toMatchObject({ status: 404 });
  expect(await call('POST', '/api/prompts/6/versions/70/review')).toMatchObject({ status: 404 });
  expect(await review('/api/prompts/6/versions/71/review', 1)).toMatchObject({ status: 200 });
  expect(await review('/api/prompts/6/versions/70/review', 2)).toMatchObject({ status: 200 });
  expect(await review('/api/prompts/9/versions/72/review', 3)).toMatchObject({ status: 404 });
});
