import { expect, test } from 'vitest';
import { restClient } from '../../testing/rest-client.ts';
import { testApp } from '../../testing/test-app.ts';

test('a project is created, listed, renamed and deleted by plain requests', async () => {
  using server = testApp();
  const { call, get } = await restClient(server);
  const made = await call('POST', '/api/projects', { name: ' Onboarding ', color: 'teal' });
  expect(made).toMatchObject({ status: 201, body: { name: 'Onboarding', color: 'teal' } });
  expect(made.headers.get('ETag')).toBe('"1"');
  const { body: projects } = await get('/api/projects');
  expect(projects).toEqual([made.body]);
  const { id } = Object(made.body);
  expect(await call('PATCH', `/api/projects/${id}`, { name: 'Welcome' })).toMatchObject({
    status: 200,
    body: { id, name: 'Welcome', color: 'teal' },
  });
  expect(await call('DELETE', `/api/projects/${id}`)).toMatchObject({ status: 200, body: { id } });
  expect((await get('/api/projects')).body).toEqual([]);
  expect(await call('DELETE', `/api/projects/${id}`)).toMatchObject({
    status: 404,
    body: { code: 'not_found' },
  });
});

test('a project keeps the id that its creator gave it, and the default colour where none is given', async () => {
  using server = testApp();
  const { call } = await restClient(server);
  expect(await call('POST', '/api/projects', { id: 77, name: 'Mine' })).toMatchObject({
    status: 201,
    body: { id: 77, color: 'indigo' },
  });
  expect(await call('POST', '/api/projects', { id: 77, name: 'Again' })).toMatchObject({
    status: 409,
    body: { code: 'id_taken' },
  });
});

test.each([
  ['no name', {}, 'name', /expected string|required/i],
  ['an empty name', { name: '  ' }, 'name', /^Project name is required$/],
  ['51 characters', { name: 'x'.repeat(51) }, 'name', /^Project name cannot exceed 50 characters$/],
  ['a colour that nobody knows', { name: 'P', color: 'beige' }, 'color', /./],
  ['an unknown field', { name: 'P', owner: 3 }, '', /owner/],
  ['half a character pair', { name: 'P\ud800' }, 'name', /./],
  ['an id of 0', { id: 0, name: 'P' }, 'id', /./],
])('a project with %s is refused by field, and nothing is made', async (_, body, path, message) => {
  using server = testApp();
  const { call, get } = await restClient(server);
  const refused = await call('POST', '/api/projects', body);
  expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_fields' } });
  expect(refused.headers.get('Content-Type')).toBe('application/problem+json');
  expect(Object(refused.body).errors).toContainEqual({ path, message: expect.stringMatching(message) });
  expect((await get('/api/projects')).body).toEqual([]);
});

test("nobody reaches what is somebody else's, and an id says nothing about it", async () => {
  using server = testApp();
  const ada = await restClient(server, 'ada');
  const eve = await restClient(server, 'eve');
  await ada.call('POST', '/api/projects', { id: 5, name: 'Ada' });
  await ada.call('POST', '/api/prompts', { id: 6, title: 'Secret', content: 'words', projectId: 5 });
  await ada.call('PUT', '/api/prompts/6', { id: 7, content: 'words', description: '' });
  const missing = await eve.call('PATCH', '/api/projects/999', { name: 'x' });
  const attempts = [
    eve.call('PATCH', '/api/projects/5', { name: 'x' }),
    eve.call('DELETE', '/api/projects/5'),
    eve.get('/api/projects/5/prompts'),
    eve.get('/api/prompts/6'),
    eve.call('PATCH', '/api/prompts/6', { title: 'x' }),
    eve.call('PATCH', '/api/prompts/6/content', { content: 'x' }),
    eve.call('PUT', '/api/prompts/6', { content: 'x', description: '' }),
    eve.call('DELETE', '/api/prompts/6'),
    eve.call('POST', '/api/prompts', { title: 'x', content: '', projectId: 5 }),
    eve.get('/api/prompts/6/versions'),
    eve.call('PATCH', '/api/prompts/6/versions/7', { content: 'x' }),
    eve.call('DELETE', '/api/prompts/6/versions/7'),
    eve.call('DELETE', '/api/prompts/6/versions/bulk-delete', { versionIds: [7] }),
  ];
  for (const attempt of attempts) expect(await attempt).toMatchObject({ status: 404, body: missing.body });
  // The same id is free for her.
  expect(await eve.call('POST', '/api/projects', { id: 5, name: 'Eve' })).toMatchObject({ status: 201 });
  expect((await ada.get('/api/projects')).body).toMatchObject([{ id: 5, name: 'Ada' }]);
  expect((await ada.get('/api/prompts/6')).body).toMatchObject({ title: 'Secret', content: 'words' });
});

test('deleting a project deletes its prompts and their versions', async () => {
  using server = testApp();
  const { call, get } = await restClient(server);
  await call('POST', '/api/projects', { id: 5, name: 'P' });
  await call('POST', '/api/prompts', { id: 6, title: 'T', content: 'a', projectId: 5 });
  await call('PUT', '/api/prompts/6', { content: 'b', description: '' });
  expect(await call('DELETE', '/api/projects/5')).toMatchObject({ status: 200 });
  expect(await get('/api/prompts/6')).toMatchObject({ status: 404 });
  expect(await get('/api/prompts/6/versions')).toMatchObject({ status: 404 });
  expect(await get('/api/projects/5/prompts')).toMatchObject({ status: 404 });
});

test.each([
  ['GET', '/api/projects'],
  ['POST', '/api/projects'],
  ['PATCH', '/api/prompts/1/content'],
  ['GET', '/api/search?q=ab'],
  ['GET', '/api/user/ui-state'],
  ['POST', '/api/sync/push'],
  ['GET', '/api/sync/changes'],
])('%s %s is answered 401 without a session', async (method, path) => {
  using server = testApp();
  const answer = await server.app.request(path, { method });
  expect(answer.status).toBe(401);
  expect(await answer.json()).toMatchObject({ code: 'signed_out' });
});
