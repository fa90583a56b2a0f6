/**
 * The client as it is shipped, over real HTTP semantics, in front of the real server: what networks and
 * the boxes between do to an answer never costs a row or an edit.
 */
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { User } from '#shared/model/account/user.ts';
import { protocolHeader } from '#shared/sync/wire.ts';
import { registered, type TestApp, testApp } from '../../sync-server/testing/test-app.ts';
import { commit } from '../../web/data/commit/commit.ts';
import { type Library, openLibrary } from '../../web/data/database/library.ts';
import { readOutbox } from '../../web/data/outbox/outbox-store.ts';
import { outlineOf, promptOf } from '../../web/data/queries/queries.ts';
import { createApiClient } from '../../web/platform/api-client.ts';
import { createExchange } from '../../web/platform/exchange.ts';
import { createLink } from '../../web/sync/link.ts';
import type { RoundResult } from '../../web/sync/round.ts';
import { syncRound } from '../../web/sync/sync-round.ts';

const origin = 'http://localhost';
const network = setupServer();

beforeAll(() => network.listen({ onUnhandledFrame: 'error' }));
afterEach(() => network.resetHandlers());
afterAll(() => network.close());

type Scene = {
  server: TestApp;
  library: Library;
  /** `isHurried`: a person asks for it. */
  round(isHurried?: boolean): Promise<RoundResult>;
  [Symbol.dispose](): void;
};

/** One device with a project and a prompt that are synced, and an edit of the prompt that waits. */
async function anEditWaits(): Promise<Scene> {
  const server = testApp();
  const cookie = await registered(server.app, 'ada');
  network.use(http.all(`${origin}/api/*`, ({ request }) => server.app.fetch(request)));
  const withCookie = (path: string, init: RequestInit) => {
    // `same-origin` means something to browsers only; the cookie jar is this line.
    const headers = { ...Object.fromEntries(new Headers(init.headers)), cookie, origin };
    return fetch(`${origin}${path}`, { ...init, headers });
  };
  const exchange = createExchange({ fetch: withCookie, stallMs: 1500 });
  const send = createApiClient({ exchange, protocolHeader });
  const user = User.parse((await send({ method: 'GET', path: '/api/user' }))?.body);
  const library = await openLibrary(user, {
    random: (words) => crypto.getRandomValues(words),
    now: Date.now,
    indexedDb: { indexedDB: new IDBFactory(), IDBKeyRange },
  });
  const link = createLink();
  const round = (isHurried = false) =>
    syncRound({ library, send, now: Date.now, device: 'laptop', link, isHurried });
  await commit(library, 'createProject', { id: 5, name: 'P', color: 'red' });
  await commit(library, 'createPrompt', { id: 6, title: 'T', content: 'first', projectId: 5 });
  expect(await round()).toEqual({ kind: 'done' });
  expect(await readOutbox(library)).toEqual([]);
  await commit(library, 'setContent', { id: 6, content: 'second', base: 'first' });
  return {
    server,
    library,
    round,
    [Symbol.dispose]() {
      library.db.close();
      server[Symbol.dispose]();
    },
  };
}

/** `push` and `changes`: which of the two calls it happens to. */
function once(call: 'push' | 'changes', fault: (request: Request) => Response | Promise<Response>): void {
  const path = `${origin}/api/sync/${call}`;
  const handler = ({ request }: { request: Request }) => fault(request);
  network.use(call === 'push' ? http.post(path, handler) : http.get(path, handler));
}

const portal = () => HttpResponse.html('<h1>Welcome to the airport Wi-Fi</h1>');
const ours = (body: string, init: ResponseInit = {}) =>
  new HttpResponse(body, { ...init, headers: { [protocolHeader]: '1', 'Content-Type': 'application/json' } });

/** A name, the fault, and the result of a round in which it stands in the place of the changes. */
type Fault = [string, () => Response | Promise<Response>, object];

/** Nobody of ours has answered. */
const strayAnswers: Fault[] = [
  ['the page of a captive portal', portal, { kind: 'again', reason: 'foreign' }],
  [
    'the portal sending elsewhere',
    () => HttpResponse.redirect('http://portal.test/', 302),
    { reason: 'foreign' },
  ],
  ['a cut line', () => HttpResponse.error(), { kind: 'again', reason: 'network' }],
  ['JSON that breaks off', () => ours('{"seq": 4, "resul'), { kind: 'again', reason: 'network' }],
  ['a 502 of a proxy', () => HttpResponse.text('Bad Gateway', { status: 502 }), { kind: 'again' }],
  ['a 401 of a proxy', () => HttpResponse.text('Who are you?', { status: 401 }), { kind: 'again' }],
  ['silence', () => new Promise<Response>(() => {}), { kind: 'again', reason: 'network' }],
];

const answersOfOurs: Fault[] = [
  ['a 500 of ours', () => ours('{}', { status: 500 }), { kind: 'again', reason: 'server' }],
  ['an empty list', () => ours('[]'), { kind: 'again' }],
  ['an empty answer', () => ours(''), { kind: 'again' }],
  ['a session that ended', () => ours('{"code":"signed_out"}', { status: 401 }), { kind: 'signIn' }],
  ['a server that is too new', () => ours('{}', { status: 426 }), { kind: 'updateNeeded' }],
];

/** The server answers the pull after it, so only what was sent is tried later. */
const setAside = { kind: 'done', retryMs: expect.any(Number) };
const faultsOfPush = [
  ...answersOfOurs,
  ...strayAnswers.map(([name, fault]): Fault => [name, fault, setAside]),
];

test.each(faultsOfPush)('%s instead of an answer to a push costs nothing', async (_, fault, result) => {
  using scene = await anEditWaits();
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
    using scene = await anEditWaits();
    const { library, round } = scene;
    once('changes', fault);
    expect(await round()).toMatchObject(result);
    expect((await outlineOf(library)).prompts).toHaveLength(1);
    expect(await promptOf(library, 6)).toMatchObject({ content: 'second' });
    await comesThrough(scene);
  },
);

test('an answer that is lost after the server committed leads to no second effect', async () => {
  using scene = await anEditWaits();
  const { server, library, round } = scene;
  await commit(library, 'saveVersion', { promptId: 6, id: 7, content: 'second', description: 'kept' });
  once('push', async (request) => {
    const answer = await server.app.fetch(request);
    expect(answer.status).toBe(200);
    return HttpResponse.error();
  });
  expect(await round()).toMatchObject(setAside);
  await comesThrough(scene);
  const count = server.sqlite().connection.prepare('SELECT count(*) AS n FROM versions').get();
  expect(count).toEqual({ n: 1 });
});

test('a push that arrives twice is done once', async () => {
  using scene = await anEditWaits();
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
  using scene = await anEditWaits();
  const { round } = scene;
  const headers = { [protocolHeader]: '1', 'Retry-After': '7' };
  once('push', () => new HttpResponse('{}', { status: 429, headers }));
  expect(await round()).toEqual({ kind: 'again', afterMs: 7000, reason: 'rate' });
});

test('a large push goes compressed to a server that takes that, and is done there', async () => {
  using scene = await anEditWaits();
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
  using scene = await anEditWaits();
  const { server, library, round } = scene;
  network.use(
    http.post(`${origin}/api/sync/push`, async ({ request }) => {
      const { byteLength } = await request.clone().arrayBuffer();
      if (byteLength > 20_000) return HttpResponse.html('<h1>413</h1>', { status: 413 });
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
async function comesThrough({ server, library, round }: Scene): Promise<void> {
  network.resetHandlers();
  network.use(http.all(`${origin}/api/*`, ({ request }) => server.app.fetch(request)));
  expect(await round(true)).toEqual({ kind: 'done' });
  expect(await readOutbox(library)).toEqual([]);
  const row = server.sqlite().connection.prepare('SELECT content FROM prompts').get();
  expect(row).toEqual({ content: 'second' });
  expect(await promptOf(library, 6)).toMatchObject({ content: 'second' });
}
