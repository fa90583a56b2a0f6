import { expect, test } from 'vitest';
import type { Answer } from '#shared/sync/classify-answer.ts';
import { PushRequest } from '#shared/sync/wire.ts';
import { commit } from '../data/commit.ts';
import type { Library } from '../data/library.ts';
import { readOutbox } from '../data/outbox-store.ts';
import { outlineOf } from '../data/queries.ts';
import type { ApiRequest } from '../platform/api-client.ts';
import { answered, now, openedLibrary, scriptedServer } from './library-scene.ts';
import { syncRound } from './sync-round.ts';

const isPush = ({ path }: ApiRequest) => path === '/api/sync/push';
const round = (library: Library, send: (request: ApiRequest) => Promise<Answer>) =>
  syncRound({ library, send, now, device: 'test' });
const project = (library: Library, id: number) =>
  commit(library, 'createProject', { id, name: `P${id}`, color: 'red' });
const projectChange = (id: number, seq: number) => {
  const row = { id, name: `P${id}`, color: 'red', createdAt: '2026-01-01T00:00:00.000Z' };
  return { type: 'project', id, seq, rev: 1, row };
};

test('a round sends what waits and hears what is new, under the name of its person', async () => {
  const library = await openedLibrary();
  await project(library, 5);
  const server = scriptedServer();
  expect(await round(library, server.send)).toEqual({ kind: 'done' });
  expect(server.pushed()).toEqual(['/api/projects']);
  expect(server.requests.map(({ headers }) => headers?.['X-Promptory-User'])).toEqual(['1', '1']);
  expect(await readOutbox(library)).toEqual([]);
});

test.each<[string, Answer, object]>([
  ['no answer', null, { kind: 'again', reason: 'network' }],
  ['a server error', answered(undefined, 500), { kind: 'again', reason: 'server' }],
  [
    'too many requests',
    { status: 429, retryAfter: '3', body: undefined },
    { kind: 'again', afterMs: 3000, reason: 'rate' },
  ],
  ['an ended session', answered({}, 401), { kind: 'signIn' }],
  ['a server of a newer kind', answered({}, 426), { kind: 'updateNeeded' }],
  ['an answer that says nothing', answered({}), { kind: 'again', reason: 'server' }],
  ['results that name nothing of it', answered({ seq: 1, results: [] }), { kind: 'again', reason: 'server' }],
])('%s to a push keeps everything that waits', async (_, answer, result) => {
  const library = await openedLibrary();
  await project(library, 5);
  const server = scriptedServer((request) => (isPush(request) ? answer : undefined));
  expect(await round(library, server.send)).toMatchObject(result);
  expect(await readOutbox(library)).toMatchObject([{ name: 'createProject', state: 'sent' }]);
});

test.each<[string, Answer, object]>([
  ['no answer', null, { kind: 'again' }],
  ['an empty object', answered({}), { kind: 'again' }],
  ['an empty list', answered([]), { kind: 'again' }],
  ['a page without a cursor', answered({ changes: [], more: false }), { kind: 'again' }],
  ['a server that was reset', answered({ code: 'cursor_reset' }, 410), { kind: 'asks', reason: 'reset' }],
])('%s to a pull removes no row', async (_, answer, result) => {
  const library = await openedLibrary();
  const page = { cursor: 'e.1', more: false, changes: [projectChange(5, 1)] };
  await round(library, scriptedServer((request) => (isPush(request) ? undefined : answered(page))).send);
  expect((await outlineOf(library)).projects).toHaveLength(1);
  const server = scriptedServer((request) => (isPush(request) ? undefined : answer));
  expect(await round(library, server.send)).toMatchObject(result);
  expect((await outlineOf(library)).projects).toHaveLength(1);
});

test('where the server refuses a push as a whole, the one it is about is found and the others pass', async () => {
  const library = await openedLibrary();
  for (const id of [5, 6, 7, 8, 9]) await project(library, id);
  const server = scriptedServer((request) => {
    const push = PushRequest.safeParse(request.body);
    const poisoned =
      push.success && push.data.mutations.some(({ body }) => JSON.stringify(body).includes('P7'));
    return poisoned ? answered({ type: 't', title: 't', status: 413, code: 'too_large' }, 413) : undefined;
  });
  expect(await round(library, server.send)).toEqual({ kind: 'done' });
  expect(await readOutbox(library)).toMatchObject([
    { target: 'project:7', state: 'refused', problem: { code: 'too_large' } },
  ]);
});

test('a feed of several pages is read to its end', async () => {
  const library = await openedLibrary();
  const server = scriptedServer(({ path }) => {
    const after = Number(/since=e\.(\d+)/.exec(path)?.[1] ?? 0);
    const changes = [projectChange(after + 1, after + 1)];
    return answered({ cursor: `e.${after + 1}`, more: after < 2, changes });
  });
  expect(await round(library, server.send)).toEqual({ kind: 'done' });
  expect((await outlineOf(library)).projects.map(({ name }) => name)).toEqual(['P1', 'P2', 'P3']);
});
