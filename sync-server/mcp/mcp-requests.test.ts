/** Tests requests to `/mcp` by themselves: tokens, streams, and messages that no client sends. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { testRun } from '../../e2e/test-run.ts';
import { mailScene, type Revision } from '../testing/mcp-scene.ts';

const revisions: Revision[] = ['legacy', 'auto'];
const greeting = 'Mail/Greeting';

test('no token, an expired and a revoked one are refused with a challenge', async () => {
  await using scene = await mailScene();
  const post = async (headers: Record<string, string>) => {
    const { status, headers: answered } = await scene.rest.call('POST', '/mcp', {}, headers);
    return [status, answered.get('WWW-Authenticate')];
  };
  expect(await post({})).toEqual([401, 'Bearer realm="Promptory"']);
  const invalid = [401, 'Bearer error="invalid_token"'];
  expect(await post({ Authorization: 'Bearer pty_0' })).toEqual(invalid);
  const expiresAt = new Date(scene.server.clock.at + 1_000).toISOString();
  const Authorization = `Bearer ${await scene.token({ expiresAt })}`;
  scene.server.clock.at += 1_000;
  expect(await post({ Authorization })).toEqual(invalid);
});

test.each(revisions)('a stream of %s ends with its token, and gives its place back', async (revision) => {
  await using scene = await mailScene();
  const { pokes, apiTokens } = scene.server.services;
  await scene.connect(await scene.token({ scope: 'read' }), revision);
  await expect.poll(() => pokes.listeners()).toBe(1);
  const [made] = await apiTokens.list(scene.id);
  await apiTokens.revoke({ user: { id: scene.id, username: '' } }, made?.id ?? 0);
  await expect.poll(() => pokes.listeners()).toBe(0);
});

test('a client that opens its stream again is notified of what it missed', async () => {
  await using scene = await mailScene();
  const headers = {
    Authorization: `Bearer ${await scene.token({ scope: 'read' })}`,
    Accept: 'text/event-stream',
  };
  const first = async (lastEventId?: string) => {
    const named: Record<string, string> = lastEventId === undefined ? {} : { 'Last-Event-ID': lastEventId };
    const answer = await scene.server.app.request('/mcp', { headers: { ...headers, ...named } });
    const reader = answer.body?.getReader();
    const decoder = new TextDecoder();
    let read = decoder.decode((await reader?.read())?.value);
    if (lastEventId !== undefined) read += decoder.decode((await reader?.read())?.value);
    await reader?.cancel();
    return read;
  };
  expect(await first('1')).toContain('notifications/prompts/list_changed');
  const seq = await scene.server.services.knownTags.latestSeq(scene.id);
  expect(await first()).toBe(': listening\n\n');
  expect(await first('1')).toContain(`id: ${seq}\n`);
});

test('asking for the head of the stream opens none', async () => {
  await using scene = await mailScene();
  const Authorization = `Bearer ${await scene.token({ scope: 'read' })}`;
  const headers = { Authorization, Accept: 'text/event-stream' };
  const head = await scene.server.app.request('/mcp', { method: 'HEAD', headers });
  expect([head.status, head.headers.get('Content-Type')]).toEqual([200, 'text/event-stream']);
  expect(scene.server.services.pokes.listeners()).toBe(0);
});

test('pages of other origins, batches and strange messages are refused', async () => {
  await using scene = await mailScene();
  const Authorization = `Bearer ${await scene.token()}`;
  const headers = { Authorization, Accept: 'application/json, text/event-stream' };
  const post = (body: unknown, more: Record<string, string> = {}) =>
    scene.rest.call('POST', '/mcp', body, { ...headers, ...more });
  const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
  expect((await post(ping)).body).toEqual({ jsonrpc: '2.0', id: 1, result: {} });
  expect((await post(ping, { Origin: 'https://evil.example' })).status).toBe(403);
  expect(await post([ping, ping])).toMatchObject({ status: 400, body: { error: { code: -32600 } } });
  expect((await post({ strange: true })).status).toBe(400);
  expect((await post({ ...ping, method: 'none' })).body).toMatchObject({ error: { code: -32601 } });
  expect((await post(ping, { Accept: 'text/html' })).status).toBe(406);
  expect(scene.server.errors).toEqual([]);
});

test('no message makes the server fail', async () => {
  await using scene = await mailScene();
  const Authorization = `Bearer ${await scene.token()}`;
  const odd = fc.constantFrom<unknown>(
    ...['', greeting, '6', '\0', '\ud800', '__proto__', 'promptory://files/0'],
  );
  const value = fc.oneof(odd, fc.jsonValue({ maxDepth: 2 }));
  const names = [
    'name',
    'arguments',
    'cursor',
    'uri',
    'ref',
    'argument',
    '_meta',
    'prompt',
    'version',
    'text',
    'query',
  ];
  const fields = fc.dictionary(fc.constantFrom(...names, '__proto__'), value, { maxKeys: 4 });
  const methods = [
    'initialize',
    'prompts/list',
    'prompts/get',
    'resources/list',
    'resources/read',
    'tools/call',
  ];
  const tools = fc.record({
    name: fc.constantFrom('search_prompts', 'read_prompt', 'move_label'),
    arguments: fields,
  });
  const message = fc.record({
    jsonrpc: fc.constant('2.0'),
    id: fc.oneof(fc.nat(), odd),
    method: fc.constantFrom(...methods, 'completion/complete', 'subscriptions/listen', 'server/discover'),
    params: fc.oneof(fields, tools),
  });
  const modern: Record<string, string> = { 'MCP-Protocol-Version': '2026-07-28' };
  await fc.assert(
    fc.asyncProperty(fc.oneof(message, fc.jsonValue()), fc.boolean(), async (body, isModern) => {
      const answer = await scene.server.app.request('/mcp', {
        method: 'POST',
        headers: {
          ...{
            Authorization,
            'Content-Type': 'application/json',
            Accept: 'application/json, text/event-stream',
          },
          ...(isModern ? modern : {}),
        },
        body: JSON.stringify(body),
      });
      await answer.body?.cancel();
      expect(answer.status).toBeLessThan(500);
      expect(scene.server.errors).toEqual([]);
    }),
    { numRuns: testRun.isFull ? 10_000 : 300 },
  );
});
