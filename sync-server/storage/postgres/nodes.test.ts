/** Tests two nodes of one PostgreSQL; the second reaches it through a proxy that cuts its connections. */
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { createPokes } from '../../services/change/pokes.ts';
import { type CuttingProxy, startCuttingProxy } from '../../testing/cutting-proxy.ts';
import { postgresUrl, TestSchemas } from '../../testing/postgres/test-postgres.ts';
import type { News } from '../ports/nodes-port.ts';
import { project, save } from '../ports/storage-scene.ts';
import { openNodes } from './nodes.ts';
import { openPostgres } from './open-postgres.ts';
import { postgresStorages } from './postgres-storages.ts';

const schemas = new TestSchemas();
let url = '';
let proxy: CuttingProxy;
beforeAll(async () => {
  url = await postgresUrl();
  proxy = await startCuttingProxy(url);
});
afterEach(() => {
  proxy.letIn();
  vi.useRealTimers();
});
afterAll(async () => {
  await proxy.close();
  await schemas.close();
});

const [ada, grace] = [1, 2];

type Opened = Awaited<ReturnType<typeof openPostgres>>;

async function nodeOn(database: Opened) {
  const nodes = await openNodes(database);
  const { library: storage, sessions, apiTokens: tokens, administration } = postgresStorages(database);
  const woken: number[] = [];
  const pokes = createPokes({ nodes, latestSeq: storage.latestSeq, onPoke: (userId) => woken.push(userId) });
  return {
    nodes,
    pokes,
    woken,
    storage,
    sessions,
    tokens,
    administration,
    /** Adds a project and pokes, as the server does after a commit. */
    async change(userId: number, id: number) {
      const { seq } = await save({ storage, users: [ada, grace], [Symbol.dispose]() {} }, userId, [
        project(id),
      ]);
      pokes.poke(userId, seq);
    },
    /** Returns what is poked for the user, and a promise of the next one. */
    listen(userId: number) {
      const received: number[] = [];
      let next = Promise.withResolvers<number>();
      pokes.subscribe(userId, (seq) => {
        received.push(seq);
        next.resolve(seq);
        next = Promise.withResolvers();
      });
      return { received, next: () => next.promise };
    },
    news: (kind: News['kind']) =>
      new Promise<News>((resolve) => {
        nodes.listen((news) => news.kind === kind && resolve(news));
      }),
  };
}

/** `far`: through the proxy. */
async function twoNodes() {
  const { database, schema, release } = await schemas.take();
  await database.pool.query(`INSERT INTO users (id, username, username_key, display_name, password_hash, created_at)
    SELECT id, 'user-' || id, 'user-' || id, 'user', '', 0 FROM generate_series(1, 2) AS id`);
  const through = await openPostgres({ url: proxy.through(url), now: () => 0, connections: 2, schema });
  const [near, far] = await Promise.all([nodeOn(database), nodeOn(through)]);
  return {
    near,
    far,
    async [Symbol.asyncDispose]() {
      proxy.letIn();
      await Promise.all([near.nodes.close(), far.nodes.close()]);
      await through.close();
      release();
    },
  };
}

test('a change on one node wakes those who listen for its user on the other, once everywhere', async () => {
  await using scene = await twoNodes();
  const { near, far } = scene;
  const here = near.listen(ada);
  const there = far.listen(ada);
  const others = far.listen(grace);
  const first = there.next();
  await near.change(ada, 1);
  expect(await first).toBe(1);
  // Comes after the first node's own change, had it been sent back.
  const back = near.listen(grace).next();
  await far.change(grace, 1);
  expect(await back).toBe(1);
  expect([here.received, there.received, others.received]).toEqual([[1], [1], [1]]);
  // Webhooks are sent by the node that made the change.
  expect([near.woken, far.woken]).toEqual([[ada], [grace]]);
});

test('a line that another node sends before this one is open ends nothing', async () => {
  const { database, release } = await schemas.take();
  const { rows } = await database.pool.query<{ channel: string }>(
    "SELECT 'promptory ' || current_schema()::regnamespace::oid AS channel",
  );
  const line = { channel: rows[0]?.channel, payload: `wanted ${'a'.repeat(32)}`, processId: 0 };
  let received = false;
  const nodes = await openNodes({
    ...database,
    connection() {
      const client = database.connection();
      // As soon as its listeners are there.
      queueMicrotask(() => {
        received = client.emit('notification', line);
      });
      return client;
    },
  });
  expect(received).toBe(true);
  await nodes.close();
  release();
});

test('a node that lost its connection pokes everybody once it is back, and sends what it could not send', async () => {
  await using scene = await twoNodes();
  const { near, far } = scene;
  await near.change(grace, 1);
  const there = far.listen(ada);
  const quiet = far.listen(grace);
  const here = near.listen(ada);
  for (const seq of [1, 3, 5]) {
    const missed = far.news('missed');
    proxy.cutAll();
    await near.change(ada, seq);
    far.pokes.poke(ada, seq + 1);
    const back = there.next();
    const noticed = here.next();
    const poked = quiet.next();
    proxy.letIn();
    await missed;
    expect(await back).toBe(Math.ceil(seq / 2));
    expect(await noticed).toBe(seq + 1);
    expect(await poked).toBe(1);
  }
});

test('where the network is silently gone, its connections are given up within half a minute, and what waited is done', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await using scene = await twoNodes();
  const { near, far } = scene;
  const there = far.listen(ada);
  const back = there.next();
  proxy.silence();
  await near.change(ada, 1);
  // Upon a connection of the pool.
  const waiting = far.storage.latestSeq(ada);
  await vi.advanceTimersByTimeAsync(10_000);
  await vi.advanceTimersByTimeAsync(15_000);
  await vi.advanceTimersByTimeAsync(1);
  vi.useRealTimers();
  // The poke for the change that was made while the node could not listen.
  expect(await back).toBe(1);
  expect(await waiting).toBe(1);
  await near.change(ada, 2);
  // Behind a second poke of what was missed, where the line was opened twice.
  await vi.waitFor(() => expect(there.received).toContain(2));
});

test('the other node checks the streams of a user whose session, API token or account has ended', async () => {
  await using scene = await twoNodes();
  const { near, far } = scene;
  const session = { userId: ada, createdAt: 1, expiresAt: 9, endsAt: 9, device: '' };
  const token = {
    userId: ada,
    name: 't',
    scope: 'read',
    projectId: null,
    createdAt: 1,
    expiresAt: null,
  } as const;
  await near.sessions.addSession({ ...session, tokenHash: 'a' });
  await near.sessions.addSession({ ...session, tokenHash: 'b' });
  await near.tokens.addToken({ ...token, id: 1, tokenHash: 'a' }, 9);
  const checked: number[] = [];
  let next = Promise.withResolvers<void>();
  far.pokes.onAccess(grace, async () => void checked.push(grace));
  far.pokes.onAccess(ada, async () => {
    checked.push(ada);
    next.resolve();
    next = Promise.withResolvers();
    throw new Error('the database is away');
  });
  const ends = [
    () => near.sessions.deleteSession('a'),
    () => near.tokens.removeToken(ada, 1),
    () => near.sessions.changePassword({ userId: ada, passwordHash: '', keptHash: '' }),
    () => near.administration.disable(ada, 1),
    () => near.administration.markDeleted(ada, 1),
  ];
  for (const end of ends) {
    const noticed = next.promise;
    await end();
    await noticed;
  }
  expect(checked).toEqual(ends.map(() => ada));
});
