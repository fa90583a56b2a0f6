import { hash } from 'node:crypto';
import { expect, test } from 'vitest';
import { versionHash } from '#shared/mutations/version-hash.ts';
import { type RestClient, restClient } from '../../testing/rest-client.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';
import { push } from './sync-scene.ts';

const path = '/api/prompts/6/attributes';
const pull = '/api/pull/P/T?label=production';
const asks = { share: 1, model: 'llama3' };
const moved = (more: Record<string, unknown> = {}) => ({
  labels: [{ label: 'production', versionId: 9, from: null, device: 'Phone', ...more }],
});
const proof = (content = 'saved') => ({
  ...{ model: 'llama3', held: 2, total: 2, textHash: versionHash({ content, settings: { seed: 7 } }) },
  ...{ cells: [], at: '2026-01-01T00:00:00.000Z' },
});

/** Version 9 with settings, and a label that asks for proof and is on no version. */
async function asking(server: TestApp): Promise<RestClient> {
  const client = await restClient(server);
  await client.call('POST', '/api/projects', { id: 5, name: 'P' });
  await client.call('POST', '/api/prompts', { id: 6, title: 'T', content: 'first', projectId: 5 });
  const saved = { id: 9, content: 'saved', description: '', settings: { seed: 7 } };
  await client.call('PUT', '/api/prompts/6', saved);
  await client.call('PATCH', path, { labelRules: [{ label: 'production', asks }] });
  return client;
}

test('a label that asks for proof moves with one of the stored text, and is pulled as proved', async () => {
  using server = testApp();
  const client = await asking(server);
  expect(await client.call('PATCH', path, moved())).toMatchObject({
    status: 409,
    body: { code: 'proof_missing', title: expect.stringContaining('asks for proof') },
  });
  expect(await client.call('PATCH', path, moved({ proof: proof('other') }))).toMatchObject({ status: 409 });
  expect(await client.call('PATCH', path, moved({ proof: proof() }))).toMatchObject({
    status: 200,
    body: { attributes: { labels: [{ versionId: 9, asks, moves: [{ proof: proof() }] }] } },
  });
  expect((await client.get(pull)).body).toMatchObject({ version: 1, proved: true });
  expect((await client.get('/api/pull/P/T?version=1')).body).not.toHaveProperty('proved');
});

test('an edit of the version makes its proof stale, and the next move needs another one', async () => {
  using server = testApp();
  const client = await asking(server);
  await client.call('PATCH', path, moved({ proof: proof() }));
  await client.call('PATCH', '/api/prompts/6/versions/9', { content: 'edited' });
  expect((await client.get(pull)).body).toMatchObject({ text: 'edited', proved: false });
  await client.call('PATCH', path, moved({ versionId: null, from: 9 }));
  expect(await client.call('PATCH', path, moved({ proof: proof() }))).toMatchObject({ status: 409 });
  expect(await client.call('PATCH', path, moved({ proof: proof('edited') }))).toMatchObject({ status: 200 });
  expect((await client.get(pull)).body).toMatchObject({ proved: true });
});

test('a snippet that is another one than at the runs makes a proof stale', async () => {
  using server = testApp();
  const client = await asking(server);
  await client.call('POST', '/api/prompts', { id: 7, title: 'Rules', content: 'Be kind.', projectId: 5 });
  const content = '{{> P/Rules}} Reply.';
  await client.call('PATCH', '/api/prompts/6/versions/9', { content });
  const of = { ...proof(content), sentHash: hash('sha256', 'Be kind. Reply.') };
  expect(await client.call('PATCH', path, moved({ proof: of }))).toMatchObject({ status: 200 });
  expect((await client.get(pull)).body).toMatchObject({ text: 'Be kind. Reply.', proved: true });
  await client.call('PUT', '/api/prompts/7', { id: 10, content: 'Be rude.', description: '' });
  expect((await client.get(pull)).body).toMatchObject({ text: 'Be rude. Reply.', proved: false });
});

test('a proof that does not say what was sent is none for a text with snippets', async () => {
  using server = testApp();
  const client = await asking(server);
  await client.call('POST', '/api/prompts', { id: 7, title: 'Rules', content: 'Be kind.', projectId: 5 });
  const content = '{{> P/Rules}} Reply.';
  await client.call('PATCH', '/api/prompts/6/versions/9', { content });
  expect(await client.call('PATCH', path, moved({ proof: proof(content) }))).toMatchObject({ status: 200 });
  expect((await client.get(pull)).body).toMatchObject({ proved: false });
});

test('a program moves such a label with a reason alone, and what it pulls is not proved', async () => {
  using server = testApp();
  const client = await asking(server);
  const put = (body: unknown) => client.call('PUT', '/api/pull/P/T/labels/production', body);
  expect(await put({ version: 1 })).toMatchObject({ status: 409, body: { code: 'proof_missing' } });
  expect(await put({ version: 1, override: 'Outage' })).toMatchObject({ status: 200 });
  expect((await client.get(pull)).body).toMatchObject({ proved: false });
  const { body } = await client.get('/api/prompts/6');
  expect(body).toMatchObject({ attributes: { labels: [{ moves: [{ override: 'Outage' }] }] } });
  expect(await put({ version: null })).toMatchObject({ status: 200 });
});

test('a label without a rule is pulled without a word of proof', async () => {
  using server = testApp();
  const client = await asking(server);
  await client.call('PATCH', path, { labelRules: [{ label: 'production', asks: null }] });
  await client.call('PATCH', path, moved());
  expect((await client.get(pull)).body).not.toHaveProperty('proved');
});

test('of the changes of one push, an edit and a proof of the edited text fit together', async () => {
  using server = testApp();
  const client = await asking(server);
  const answer = await push(client, [
    { key: 'c1:1', method: 'PATCH', path: '/api/prompts/6/versions/9', body: { content: 'edited' } },
    { key: 'c1:2', method: 'PATCH', path, body: moved({ proof: proof() }) },
    { key: 'c1:3', method: 'PATCH', path, body: moved({ proof: proof('edited') }) },
  ]);
  expect(answer.results).toMatchObject([{ status: 200 }, { status: 409 }, { status: 200 }]);
});
