import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { limits } from '#shared/model/limits.ts';
import { splicesBetween } from '#shared/sync/text-patch.ts';
import type { PushMutation, TextPatch } from '#shared/sync/wire.ts';
import { restClient } from '../../testing/rest-client.ts';
import { testApp } from '../../testing/test-app.ts';
import { changes, content, project, prompt, push } from './sync-scene.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const patchOf = (base: string, text: string, more: Partial<TextPatch> = {}): TextPatch => ({
  base: sha256(base),
  hash: sha256(text),
  splices: splicesBetween(base, text),
  ...more,
});
const patched = (number: number, patch: object, path = '/api/prompts/7/content'): PushMutation => ({
  key: `c1:${number}`,
  method: 'PATCH',
  path,
  body: { content: patch },
});

const base = `${'Line.\r\n'.repeat(100)}😀 end`;
const edited = base.replace('😀', '😁');

async function signedUpWithPrompt(server: ReturnType<typeof testApp>) {
  const ada = await restClient(server, 'ada');
  await push(ada, [project(1, 5), prompt(2, 7, base)]);
  return ada;
}

test('a text that is pushed as a patch is stored whole, to the code unit', async () => {
  using server = testApp();
  const ada = await signedUpWithPrompt(server);
  const { results } = await push(ada, [patched(3, patchOf(base, edited))]);
  expect(results).toMatchObject([{ status: 200, rev: 2 }]);
  expect((await ada.get('/api/prompts/7')).body).toMatchObject({ content: edited });
});

test('a patch and the whole text under one key are the same request, in either order', async () => {
  using server = testApp();
  const ada = await signedUpWithPrompt(server);
  const [first] = (await push(ada, [patched(3, patchOf(base, edited))])).results;
  expect((await push(ada, [content(3, 7, edited)])).results).toEqual([first]);
  expect((await push(ada, [patched(3, patchOf(base, edited))])).results).toEqual([first]);
  const [second] = (await push(ada, [content(4, 7, base)])).results;
  expect((await push(ada, [patched(4, patchOf(edited, base))])).results).toEqual([second]);
  const other = await push(ada, [patched(4, patchOf(base, `${base}!`))]);
  expect(other.results).toMatchObject([{ status: 422, body: { code: 'key_reused' } }]);
});

test('a push with a patch upon a text that the server does not have changes and records nothing', async () => {
  using server = testApp();
  const ada = await signedUpWithPrompt(server);
  const { seq } = await changes(ada);
  const mutations = [prompt(3, 8), patched(4, patchOf('another text', edited))];
  const answer = await ada.call('POST', '/api/sync/push', { mutations });
  expect([answer.status, answer.body]).toMatchObject([409, { code: 'base_text_missing' }]);
  expect((await changes(ada)).seq).toBe(seq);
  expect((await push(ada, [prompt(3, 8), content(4, 7, edited)])).results).toMatchObject([
    { status: 201 },
    { status: 200 },
  ]);
});

test('later patches of a push are made upon the texts of earlier ones, and a version upon the text that it saves', async () => {
  using server = testApp();
  const ada = await signedUpWithPrompt(server);
  const later = `${edited}!`;
  const version = { id: 11, content: patchOf(later, later), description: 'Saved' };
  const { results } = await push(ada, [
    patched(3, patchOf(base, edited)),
    patched(4, patchOf(edited, later)),
    { key: 'c1:5', method: 'PUT', path: '/api/prompts/7', body: version },
    patched(6, patchOf(later, base), '/api/prompts/7/versions/11'),
  ]);
  expect(results.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect((await ada.get('/api/prompts/7')).body).toMatchObject({ content: later });
});

test.each<[string, object]>([
  ['whose result has another hash', patchOf(base, edited, { hash: sha256('other') })],
  ['that names another base', patchOf(base, edited, { base: sha256('other') })],
  [
    'with splices that overlap',
    patchOf(base, edited, {
      splices: [
        [0, 5, 'a'],
        [2, 5, 'b'],
      ],
    }),
  ],
  ['with a splice beyond the end', patchOf(base, edited, { splices: [[base.length, 1, '']] })],
  [
    'with half a surrogate pair',
    patchOf(base, base.replace('😀', '\uFFFD'), { splices: [[700, 2, '\uD83D']] }),
  ],
  [
    'whose result is too large',
    patchOf(base, edited, { splices: [[0, 0, 'x'.repeat(limits.contentMaxBytes)]] }),
  ],
])('a patch %s is not applied, and nothing is lost', async (_, patch) => {
  using server = testApp();
  const ada = await signedUpWithPrompt(server);
  const answer = await ada.call('POST', '/api/sync/push', { mutations: [patched(3, patch)] });
  expect([answer.status, answer.body]).toMatchObject([409, { code: 'base_text_missing' }]);
  expect((await ada.get('/api/prompts/7')).body).toMatchObject({ content: base });
});

test.each<[string, object]>([
  ['no splices', { base: sha256(base), hash: sha256(edited) }],
  ['a place that is none', patchOf(base, edited, { splices: [[-1, 0, 'x']] })],
  ['too many splices', patchOf(base, edited, { splices: Array.from({ length: 1001 }, () => [0, 0, '']) })],
])('a patch with %s is refused as a mutation whose text is none', async (_, patch) => {
  using server = testApp();
  const ada = await signedUpWithPrompt(server);
  const { results } = await push(ada, [patched(3, patch)]);
  expect(results).toMatchObject([{ status: 400, body: { code: 'invalid_fields' } }]);
});

test('small patches of many large texts are not expanded beyond what a push may hold', async () => {
  using server = testApp();
  const ada = await signedUpWithPrompt(server);
  const large = 'x'.repeat(limits.contentMaxBytes - 1);
  await push(ada, [content(3, 7, large)]);
  const mutations = Array.from({ length: 9 }, (_, index) =>
    patched(4 + index, patchOf(large, `${large}${index}`)),
  );
  const answer = await ada.call('POST', '/api/sync/push', { mutations });
  expect([answer.status, answer.body]).toMatchObject([409, { code: 'base_text_missing' }]);
  expect((await push(ada, mutations.slice(0, 2))).results).toMatchObject([{ status: 200 }, { status: 200 }]);
});

test("a patch is not made upon another person's text", async () => {
  using server = testApp();
  await signedUpWithPrompt(server);
  const eve = await restClient(server, 'eve');
  const answer = await eve.call('POST', '/api/sync/push', { mutations: [patched(1, patchOf(base, edited))] });
  expect([answer.status, answer.body]).toMatchObject([409, { code: 'base_text_missing' }]);
});
