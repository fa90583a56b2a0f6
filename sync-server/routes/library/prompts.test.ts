import fc from 'fast-check';
import { expect, test } from 'vitest';
import { messages } from '#shared/model/messages.ts';
import { type RestClient, restClient } from '../../testing/rest-client.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';

async function onePrompt(server: TestApp): Promise<RestClient> {
  const client = await restClient(server);
  await client.call('POST', '/api/projects', { id: 5, name: 'P' });
  await client.call('POST', '/api/prompts', { id: 6, title: 'T', content: 'first', projectId: 5 });
  return client;
}

test('a prompt is created, listed in its project, read, renamed and deleted', async () => {
  using server = testApp();
  const { call, get } = await restClient(server);
  await call('POST', '/api/projects', { id: 5, name: 'P' });
  const made = await call('POST', '/api/prompts', { title: 'Greeting', content: '', projectId: 5 });
  expect(made).toMatchObject({
    status: 201,
    body: { title: 'Greeting', content: '', notes: '', projectId: 5 },
  });
  const { id } = Object(made.body);
  expect((await get('/api/projects/5/prompts')).body).toEqual([made.body]);
  expect(await call('PATCH', `/api/prompts/${id}`, { title: 'Hello' })).toMatchObject({ status: 200 });
  const read = await get(`/api/prompts/${id}`);
  expect(read).toMatchObject({ status: 200, body: { id, title: 'Hello' } });
  expect(read.headers.get('ETag')).toBe('"2"');
  expect(await call('DELETE', `/api/prompts/${id}`)).toMatchObject({ status: 200 });
  expect(await get(`/api/prompts/${id}`)).toMatchObject({ status: 404 });
  expect((await get('/api/projects/5/prompts')).body).toEqual([]);
});

test('a prompt needs a project that is there, and a deleted one comes back for it', async () => {
  using server = testApp();
  const { call, get } = await onePrompt(server);
  const nowhere = { title: 'T', content: '', projectId: 99 };
  expect(await call('POST', '/api/prompts', nowhere)).toMatchObject({ status: 404 });
  await call('DELETE', '/api/projects/5');
  expect(await call('POST', '/api/prompts', { ...nowhere, projectId: 5 })).toMatchObject({ status: 201 });
  expect((await get('/api/projects')).body).toMatchObject([{ id: 5, name: 'P' }]);
});

test('autosave answers the stored text; empty and blank text is answered and not saved', async () => {
  using server = testApp();
  const { call, get } = await onePrompt(server);
  const saved = await call('PATCH', '/api/prompts/6/content', { content: 'second' });
  expect(saved).toMatchObject({ status: 200, body: { content: 'second' } });
  for (const content of ['', ' \n\t']) {
    const blank = await call('PATCH', '/api/prompts/6/content', { content });
    expect(blank).toMatchObject({ status: 200, body: { content: 'second' } });
    expect(blank.headers.get('ETag')).toBe(saved.headers.get('ETag'));
  }
  expect((await get('/api/prompts/6')).body).toMatchObject({ content: 'second' });
});

test('a text with U+0000 is refused by the name of the field and of the character, and nothing is changed', async () => {
  using server = testApp();
  const { call, get } = await onePrompt(server);
  const refused = await call('PATCH', '/api/prompts/6/content', { content: 'one\0two' });
  expect(refused).toMatchObject({
    status: 400,
    body: { code: 'invalid_fields', errors: [{ path: 'content', message: messages.nullCharacter }] },
  });
  expect((await get('/api/prompts/6')).body).toMatchObject({ content: 'first' });
});

test('every text without U+0000 that can be written in UTF-8 comes back to the code unit', async () => {
  using server = testApp();
  const { call, get } = await onePrompt(server);
  const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 300 });
  await fc.assert(
    fc.asyncProperty(text, async (random) => {
      const content = `.${random}\r\n\t \u2028`;
      await call('PATCH', '/api/prompts/6/content', { content });
      expect(Object((await get('/api/prompts/6')).body).content).toBe(content);
    }),
    { numRuns: 200 },
  );
});

test('a text over 2 MB and a body over the limit are refused, and the text stays', async () => {
  using server = testApp();
  const { call, get } = await onePrompt(server);
  const tooLong = await call('PATCH', '/api/prompts/6/content', { content: 'x'.repeat(2 * 1024 * 1024 + 1) });
  expect(tooLong).toMatchObject({ status: 400, body: { code: 'invalid_fields' } });
  const tooLarge = await call('PATCH', '/api/prompts/6/content', { content: 'x'.repeat(9 * 1024 * 1024) });
  expect(tooLarge).toMatchObject({ status: 413, body: { code: 'too_large' } });
  expect((await get('/api/prompts/6')).body).toMatchObject({ content: 'first' });
});

test.each([
  ['title', { title: '' }, 'Prompt title is required'],
  ['title', { title: 'x'.repeat(51) }, 'Prompt title cannot exceed 50 characters'],
])('a wrong %s is refused with the sentence of its rule', async (path, body, message) => {
  using server = testApp();
  const { call } = await onePrompt(server);
  const refused = await call('PATCH', '/api/prompts/6', body);
  expect(refused).toMatchObject({ status: 400, body: { errors: [{ path, message }] } });
});

test('a change that names the revision it saw applies to that revision or not at all', async () => {
  using server = testApp();
  const { call, get } = await onePrompt(server);
  const content = (text: string, rev: string) =>
    call('PATCH', '/api/prompts/6/content', { content: text }, { 'If-Match': rev });
  expect(await content('mine', '"1"')).toMatchObject({ status: 200 });
  const late = await content('late', '"1"');
  expect(late).toMatchObject({ status: 412, body: { code: 'changed_since', current: { content: 'mine' } } });
  expect(late.headers.get('ETag')).toBe('"2"');
  expect(await content('now', 'W/"2"')).toMatchObject({ status: 200 });
  expect(await content('any', '*')).toMatchObject({ status: 200 });
  expect(await content('?', 'yesterday')).toMatchObject({
    status: 400,
    body: { errors: [{ path: 'If-Match' }] },
  });
  expect((await get('/api/prompts/6')).body).toMatchObject({ content: 'any' });
  expect(await call('DELETE', '/api/prompts/6', undefined, { 'If-Match': '"1"' })).toMatchObject({
    status: 412,
  });
});

test('the same key and body is done once and answered twice; the same key with another body is refused', async () => {
  using server = testApp();
  const { call, get } = await onePrompt(server);
  const save = (content: string) =>
    call('PUT', '/api/prompts/6', { content, description: 'x' }, { 'Idempotency-Key': 'c1:41' });
  const first = await save('one');
  expect(await save('one')).toMatchObject({ status: first.status, body: first.body });
  expect(await save('two')).toMatchObject({ status: 422, body: { code: 'key_reused' } });
  expect((await get('/api/prompts/6/versions')).body).toHaveLength(1);
  expect((await get('/api/prompts/6')).body).toMatchObject({ content: 'one' });
  const wrong = await call('PATCH', '/api/prompts/6', { title: 'x' }, { 'Idempotency-Key': 'nothing' });
  expect(wrong).toMatchObject({ status: 400, body: { errors: [{ path: 'Idempotency-Key' }] } });
});

test.each([
  ['without a name, as the first ones were', ''],
  ['of another version', '1:'],
])(
  'a change that is repeated after an upgrade gets its answer, where its hash is by a formula %s',
  async (_, formula) => {
    using server = testApp();
    const { call, get } = await onePrompt(server);
    const save = () =>
      call('PUT', '/api/prompts/6', { content: 'one', description: 'x' }, { 'Idempotency-Key': 'c1:41' });
    const first = await save();
    const [stored] = await server.rows.sql("SELECT answers FROM stored_answers WHERE client = 'c1'");
    const older = String(stored?.answers).replace(/"2:[0-9a-f]{64}"/, `"${formula}${'a'.repeat(64)}"`);
    expect(older).not.toBe(stored?.answers);
    await server.rows.sql(`UPDATE stored_answers SET answers = '${older}' WHERE client = 'c1'`);
    expect(await save()).toMatchObject({ status: first.status, body: first.body });
    expect((await get('/api/prompts/6/versions')).body).toHaveLength(1);
  },
);

test('a refusal is kept under its key too, but never a 412', async () => {
  using server = testApp();
  const { call } = await onePrompt(server);
  const key = (number: number, more = {}) => ({ 'Idempotency-Key': `c1:${number}`, ...more });
  expect(await call('PATCH', '/api/prompts/9', { title: 'x' }, key(1))).toMatchObject({ status: 404 });
  await call('POST', '/api/prompts', { id: 9, title: 'T', content: '', projectId: 5 });
  expect(await call('PATCH', '/api/prompts/9', { title: 'x' }, key(1))).toMatchObject({ status: 404 });
  const stale = key(2, { 'If-Match': '"7"' });
  expect(await call('PATCH', '/api/prompts/9', { title: 'y' }, stale)).toMatchObject({ status: 412 });
  expect(await call('PATCH', '/api/prompts/9', { title: 'y' }, key(2))).toMatchObject({ status: 200 });
});
