/**
 * The client as it is shipped, over real HTTP semantics, in front of the real server: what networks and
 * the boxes between do to an answer never costs a row or an edit.
 */
import { http } from 'msw';
import { expect, test } from 'vitest';
import type { TestApp } from '../../sync-server/testing/test-app.ts';
import { commit } from '../../web/data/commit/commit.ts';
import type { Library } from '../../web/data/database/library.ts';
import { readOutbox } from '../../web/data/outbox/outbox-store.ts';
import { outlineOf, promptOf } from '../../web/data/queries/queries.ts';
import {
  type Fault,
  foreignPage,
  network,
  origin,
  ownAnswer,
  redirectElsewhere,
  reset,
  silence,
} from '../../web/platform/network-scene.ts';
import { type Device, scene, withProject } from './resources-scene.ts';

type EditWaits = {
  server: TestApp;
  library: Library;
  round: Device['round'];
  [Symbol.asyncDispose](): Promise<void>;
};

/** One device with a project and a prompt that are synced, and an edit of the prompt that waits. */
async function anEditWaits(): Promise<EditWaits> {
  const world = await scene();
  const device = await world.device();
  const { library, round } = device;
  await withProject(device);
  await commit(library, 'createPrompt', { id: 6, title: 'T', content: 'first', projectId: 5 });
  expect(await round()).toEqual({ kind: 'done' });
  expect(await readOutbox(library)).toEqual([]);
  await commit(library, 'setContent', { id: 6, content: 'second', base: 'first' });
  return {
    server: world.server,
    library,
    round,
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  };
}

/** `push` and `changes`: which of the two calls it happens to. */
function once(call: 'push' | 'changes', fault: Fault): void {
  const path = `${origin}/api/sync/${call}`;
  const handler = ({ request }: { request: Request }) => fault(request);
  network.use(call === 'push' ? http.post(path, handler) : http.get(path, handler));
}

/** A name, the fault, and the result of a round in which it stands in the place of the changes. */
type FaultOfRound = [string, Fault, object];

/** Nobody of ours has answered. */
const strayAnswers: FaultOfRound[] = [
  ['the page of a captive portal', foreignPage(), { kind: 'again', reason: 'foreign' }],
  ['the portal sending elsewhere', redirectElsewhere, { reason: 'foreign' }],
  ['a cut line', reset, { kind: 'again', reason: 'network' }],
  ['JSON that breaks off', ownAnswer('{"seq": 4, "resul'), { kind: 'again', reason: 'network' }],
  ['a 502 of a proxy', foreignPage(502), { kind: 'again' }],
  ['a 401 of a proxy', foreignPage(401), { kind: 'again' }],
  ['silence', silence, { kind: 'again', reason: 'network' }],
];

const answersOfOurs: FaultOfRound[] = [
  ['a 500 of ours', ownAnswer('{}', { status: 500 }), { kind: 'again', reason: 'server' }],
  ['an empty list', ownAnswer('[]'), { kind: 'again' }],
  ['an empty answer', ownAnswer(''), { kind: 'again' }],
  ['a session that ended', ownAnswer('{"code":"signed_out"}', { status: 401 }), { kind: 'signIn' }],
  ['a server that is too new', ownAnswer('{}', { status: 426 }), { kind: 'updateNeeded' }],
];

/** The server answers the pull after it, so only what was sent is tried later. */
const setAside = { kind: 'done', retryMs: expect.any(Number) };
const faultsOfPush = [
  ...answersOfOurs,
  ...strayAnswers.map(([name, fault]): FaultOfRound => [name, fault, setAside]),
];

test.each(faultsOfPush)('%s instead of an answer to a push costs nothing', async (_, fault, result) => {
  await using scene = await anEditWaits();
  const { library, round } = scene;
  once('push', fault);
  expect(await round()).toMatchObject(result);
  expect(await readOutbox(library)).toMatchObject([{ name: 'setContent', state: 'sent' }]);
  expect(await promptOf(library, 6)).toMatchObject({ content: 'second' });
  await comesThrough(scene);
});

test.each([...strayAnswers, ...answersOfOurs])(
  '%s instead of the changes costs nothing',
  async (_, fault, result) => {
    await using scene = await anEditWaits();
    const { library, round } = scene;
    once('changes', fault);
    expect(await round()).toMatchObject(result);
    expect((await outlineOf(library)).prompts).toHaveLength(1);
    expect(await promptOf(library, 6)).toMatchObject({ content: 'second' });
    await comesThrough(scene);
  },
);

test('an answer that is lost after the server committed leads to no second effect', async () => {
  await using scene = await anEditWaits();
  const { server, library, round } = scene;
  await commit(library, 'saveVersion', { promptId: 6, id: 7, content: 'second', description: 'kept' });
  once('push', async (request) => {
    const answer = await server.app.fetch(request);
    expect(answer.status).toBe(200);
    return reset(request);
  });
  expect(await round()).toMatchObject(setAside);
  await comesThrough(scene);
  const count = server.sqlite().connection.prepare('SELECT count(*) AS n FROM versions').get();
  expect(count).toEqual({ n: 1 });
});

test('a push that arrives twice is done once', async () => {
  await using scene = await anEditWaits();
  const { server, library, round } = scene;
  once('push', async (request) => {
    await server.app.fetch(request.clone());
    return server.app.fetch(request);
  });
  expect(await round()).toEqual({ kind: 'done' });
  const row = server.sqlite().connection.prepare('SELECT content, rev FROM prompts').get();
  expect(row).toEqual({ content: 'second', rev: 2 });
  expect(await readOutbox(library)).toEqual([]);
});

test('a server that asks for patience says for how long', async () => {
  await using scene = await anEditWaits();
  const { round } = scene;
  once('push', ownAnswer('{}', { status: 429, headers: { 'Retry-After': '7' } }));
  expect(await round()).toEqual({ kind: 'again', afterMs: 7000, reason: 'rate' });
});

test('a large push goes compressed to a server that takes that, and is done there', async () => {
  await using scene = await anEditWaits();
  const { server, library, round } = scene;
  const encodings: (string | null)[] = [];
  network.use(
    http.post(`${origin}/api/sync/push`, ({ request }) => {
      encodings.push(request.headers.get('content-encoding'));
      return server.app.fetch(request);
    }),
  );
  const content = 'A line like any other, ÄÖÜ 🙂\n'.repeat(2000);
  await commit(library, 'setContent', { id: 6, content, base: 'second' });
  expect(await round()).toEqual({ kind: 'done' });
  expect(encodings).toEqual(['gzip']);
  const row = server.sqlite().connection.prepare('SELECT content FROM prompts').get();
  expect(row).toEqual({ content });
});

test('a proxy that takes 20 kB stops neither what fits nor the pull, and is named at what does not fit', async () => {
  await using scene = await anEditWaits();
  const { server, library, round } = scene;
  network.use(
    http.post(`${origin}/api/sync/push`, async ({ request }) => {
      const { byteLength } = await request.clone().arrayBuffer();
      if (byteLength > 20_000) return foreignPage(413)(request);
      return server.app.fetch(request);
    }),
  );
  const noise = (seed: number) =>
    Array.from({ length: 6000 }, (_, index) => ((index + 1) * seed * 2654435761).toString(36)).join(' ');
  await commit(library, 'createPrompt', { id: 7, title: 'Large', content: noise(7), projectId: 5 });
  for (const id of [8, 9, 10]) {
    await commit(library, 'createPrompt', {
      id,
      title: 'Fits',
      content: noise(id).slice(0, 9000),
      projectId: 5,
    });
  }
  expect(await round()).toEqual({ kind: 'done' });
  expect(await readOutbox(library)).toMatchObject([
    { target: 'prompt:7', state: 'refused', problem: { code: 'proxy_too_large' } },
  ]);
  const count = server.sqlite().connection.prepare('SELECT count(*) AS n FROM prompts').get();
  expect(count).toEqual({ n: 4 });
});

/** Once the network is itself again, the edit is on the server and nothing waits. */
async function comesThrough({ server, library, round }: EditWaits): Promise<void> {
  network.resetHandlers();
  network.use(http.all(`${origin}/api/*`, ({ request }) => server.app.fetch(request)));
  expect(await round(true)).toEqual({ kind: 'done' });
  expect(await readOutbox(library)).toEqual([]);
  const row = server.sqlite().connection.prepare('SELECT content FROM prompts').get();
  expect(row).toEqual({ content: 'second' });
  expect(await promptOf(library, 6)).toMatchObject({ content: 'second' });
}
