import { expect, test } from 'vitest';
import { limits } from '#shared/model/limits.ts';
import { type RestClient, restClient } from '../../testing/rest-client.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';
import { changes } from './sync-scene.ts';

const path = '/api/prompts/6/attributes';
const set = { id: 7, name: 'Acme', values: { tone: 'dry “and” \\ straight' } };

async function onePrompt(server: TestApp): Promise<RestClient> {
  const client = await restClient(server);
  await client.call('POST', '/api/projects', { id: 5, name: 'P' });
  await client.call('POST', '/api/prompts', { id: 6, title: 'T', content: 'first', projectId: 5 });
  await client.call('PUT', '/api/prompts/6', { id: 9, content: 'saved', description: '' });
  return client;
}

test('what a prompt has beside its texts is in the prompt, in its list and in the feed', async () => {
  using server = testApp();
  const client = await onePrompt(server);
  const moved = { label: 'production', versionId: 9, from: null, device: 'Phone' };
  const body = { favorite: true, addTags: ['mail', 'draft'], labels: [moved], valueSets: [set] };
  expect(await client.call('PATCH', path, body)).toMatchObject({ status: 200 });
  const attributes = {
    favorite: true,
    tags: ['mail', 'draft'],
    labels: [
      {
        label: 'production',
        versionId: 9,
        moves: [{ versionId: 9, device: 'Phone', at: expect.any(String) }],
      },
    ],
    valueSets: [set],
  };
  const { body: read } = await client.get('/api/prompts/6');
  expect(read).toMatchObject({ content: 'saved', attributes });
  expect((await client.get('/api/projects/5/prompts')).body).toEqual([read]);
  const page = await changes(client);
  expect(page.changes.find(({ type }) => type === 'prompt')).toMatchObject({ row: read });
});

test('a prompt without attributes has no such field, also after the last one is gone', async () => {
  using server = testApp();
  const client = await onePrompt(server);
  const { body: before } = await client.get('/api/prompts/6');
  expect(before).not.toHaveProperty('attributes');
  await client.call('PATCH', path, { addTags: ['mail'], favorite: true });
  await client.call('PATCH', path, { removeTags: ['mail'], favorite: false });
  expect((await client.get('/api/prompts/6')).body).toEqual(before);
  expect((await changes(client)).changes.find(({ type }) => type === 'prompt')?.row).toEqual(before);
});

test.each([
  ['a label that is reserved', { labels: [{ label: 'latest', versionId: 9, from: null, device: '' }] }],
  ['a tag with a comma', { addTags: ['a, b'] }],
  [
    'a value that is too long',
    { valueSets: [{ ...set, values: { a: 'x'.repeat(limits.valueMaxBytes + 1) } }] },
  ],
  ['a field that does not exist', { color: 'red' }],
])('%s is refused, and nothing is changed', async (_, body) => {
  using server = testApp();
  const client = await onePrompt(server);
  expect(await client.call('PATCH', path, body)).toMatchObject({ status: 400 });
  expect((await client.get('/api/prompts/6')).body).not.toHaveProperty('attributes');
});

test('attributes count among the texts of an account', async () => {
  using server = testApp({ variables: { MAX_TEXT_PER_USER: '5000' } });
  const client = await onePrompt(server);
  const large = { valueSets: [{ ...set, values: { a: 'x'.repeat(6000) } }] };
  expect(await client.call('PATCH', path, large)).toMatchObject({ status: 413 });
});

test('a prompt moves to another project with its versions', async () => {
  using server = testApp();
  const client = await onePrompt(server);
  await client.call('POST', '/api/projects', { id: 8, name: 'Q' });
  expect(await client.call('PUT', '/api/prompts/6/project', { projectId: 8 })).toMatchObject({ status: 200 });
  expect((await client.get('/api/projects/5/prompts')).body).toEqual([]);
  expect((await client.get('/api/projects/8/prompts')).body).toMatchObject([{ id: 6, projectId: 8 }]);
  expect((await client.get('/api/prompts/6/versions')).body).toMatchObject([{ id: 9 }]);
  expect(await client.call('PUT', '/api/prompts/6/project', { projectId: 99 })).toMatchObject({
    status: 404,
  });
});

test('the places of projects and prompts are in their lists and in the feed, and gone where they are taken back', async () => {
  using server = testApp();
  const client = await onePrompt(server);
  const { body: before } = await client.get('/api/projects');
  expect(await client.call('PUT', '/api/projects/5/position', { position: 'a1' })).toMatchObject({
    status: 200,
  });
  await client.call('PATCH', path, { position: 'b1' });
  expect((await client.get('/api/projects')).body).toMatchObject([{ id: 5, position: 'a1' }]);
  expect((await client.get('/api/projects/5/prompts')).body).toMatchObject([
    { attributes: { position: 'b1' } },
  ]);
  const { changes: page } = await changes(client);
  expect(page.find(({ type }) => type === 'project')).toMatchObject({ row: { id: 5, position: 'a1' } });
  await client.call('PUT', '/api/projects/5/position', { position: null });
  expect((await client.get('/api/projects')).body).toEqual(before);
});
