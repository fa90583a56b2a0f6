import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ChangesPage, PushAnswer } from '#shared/sync/wire.ts';
import { type RestClient, restClient } from '../testing/rest-client.ts';
import { type TestApp, testApp } from '../testing/test-app.ts';

/** A server on which nearly everything is large. */
const small = () => testApp({ outside: { portion: { rows: 2, bytes: 40 } } });

async function feed(client: RestClient, since = '') {
  const { body } = await client.get(`/api/sync/changes${since}`);
  return ChangesPage.parse(body);
}

type Sent = { key: string; method: string; path: string; body?: unknown; ifMatch?: number | undefined };

async function push(client: RestClient, mutations: Sent[], more: object = {}) {
  const { body } = await client.call('POST', '/api/sync/push', { mutations, ...more });
  return PushAnswer.parse(body);
}

/** The place in the feed of the last change of `fill(client, 4, 3)`: a version is a change of its prompt, too. */
const filled = 29;

/** Project 1 with so many prompts of so many versions. Prompt n × 100, its versions n × 100 + 1 … */
async function fill(client: RestClient, prompts: number, versions: number): Promise<void> {
  await client.call('POST', '/api/projects', { id: 1, name: 'P' });
  for (let at = 1; at <= prompts; at += 1) {
    await client.call('POST', '/api/prompts', { id: at * 100, title: 'T', content: 'a', projectId: 1 });
    for (let number = 1; number <= versions; number += 1) {
      const body = { id: at * 100 + number, content: `text ${number}`, description: 'v' };
      await client.call('PUT', `/api/prompts/${at * 100}`, body);
    }
  }
}

const id = fc.integer({ min: 1, max: 3 });
/** Everything, nothing, one's own, or no claim: a revival in portions gives its rows other places in the feed. */
const seen = fc.constantFrom(
  undefined,
  { seq: 9_999, beforeNumber: 0 },
  { seq: 0, beforeNumber: 0 },
  { seq: 0, beforeNumber: 9_999 },
);
const rev = fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined });
type Step = { client: string; method: string; path: string; body?: unknown; ifMatch: number | undefined };

const anyStep: fc.Arbitrary<Step> = fc
  .record({ client: fc.constantFrom('c1', 'c2'), project: id, prompt: id, version: id, seen, rev })
  .chain(({ client, project, prompt, version, seen, rev }) => {
    const plain = { client, ifMatch: undefined };
    const at = `/api/prompts/${prompt}`;
    return fc.constantFrom<Step>(
      { ...plain, method: 'POST', path: '/api/projects', body: { id: project, name: 'P' } },
      {
        ...plain,
        method: 'POST',
        path: '/api/prompts',
        body: { id: prompt, title: 'T', content: 'a', projectId: project },
      },
      {
        ...plain,
        method: 'PUT',
        path: at,
        body: { id: prompt * 10 + version, content: 'b', description: 'v' },
      },
      { client, method: 'PATCH', path: at, body: { title: `T${version}` }, ifMatch: rev },
      {
        client,
        method: 'PATCH',
        path: `${at}/versions/${prompt * 10 + version}`,
        body: { content: 'c' },
        ifMatch: rev,
      },
      { ...plain, method: 'DELETE', path: at, body: { seen } },
      { ...plain, method: 'DELETE', path: `/api/projects/${project}`, body: { seen } },
      {
        ...plain,
        method: 'DELETE',
        path: `${at}/versions/bulk-delete`,
        body: { versionIds: [1, 2, version].map((n) => prompt * 10 + n), seen },
      },
    );
  });

const created = { client: 'c1', ifMatch: undefined };

/** Three prompts of three versions each, so that there is something large from the start. */
const beginning: Step[] = [
  { ...created, method: 'POST', path: '/api/projects', body: { id: 1, name: 'P' } },
  ...[1, 2, 3].flatMap((prompt): Step[] => [
    {
      ...created,
      method: 'POST',
      path: '/api/prompts',
      body: { id: prompt, title: 'T', content: 'a', projectId: 1 },
    },
    ...[1, 2, 3].map((version) => ({
      ...created,
      method: 'PUT',
      path: `/api/prompts/${prompt}`,
      body: { id: prompt * 10 + version, content: `b${version}`, description: 'v' },
    })),
  ]),
];

/** Returns the answers and the changes in the feed, without the fields that depend on how it was done. */
async function outcomeOf(server: TestApp, steps: readonly Step[]) {
  const client = await restClient(server);
  const numbers = new Map<string, number>();
  const mutations = steps.map(({ client: name, ...step }) => {
    const number = (numbers.get(name) ?? 0) + 1;
    numbers.set(name, number);
    return { key: `${name}:${number}`, ...step };
  });
  const answers: unknown[] = [];
  for (const mutation of mutations) {
    const { results } = await push(client, [mutation]);
    answers.push(results.map(({ status, rev, body }) => ({ status, rev, body })));
  }
  const { changes } = await feed(client);
  const rows = changes.map(({ seq: _seq, ...change }) => change);
  return { answers, rows: rows.sort((a, b) => Number(a.id) - Number(b.id) || (a.type < b.type ? -1 : 1)) };
}

test('whether a change is done at once or in portions, the answers and the feed are the same', async () => {
  let large = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 10, maxLength: 30 }), async (steps) => {
      using atOnce = testApp();
      using inPortions = small();
      const begun = inPortions.outside.database.connection;
      begun.exec(`CREATE TEMP TABLE begun (n INTEGER);
        CREATE TEMP TRIGGER count_begun AFTER INSERT ON main.bulk_changes BEGIN INSERT INTO begun VALUES (1); END`);
      const script = [...beginning, ...steps];
      expect(await outcomeOf(inPortions, script)).toEqual(await outcomeOf(atOnce, script));
      expect(inPortions.errors).toEqual([]);
      large += Number(begun.prepare('SELECT count(*) FROM begun').pluck().get());
    }),
    { numRuns: 8 },
  );
  expect(large).toBeGreaterThan(0);
});

test('a large project is gone with all that was in it, and what comes after it in the same push is done', async () => {
  using server = small();
  const client = await restClient(server);
  await fill(client, 4, 3);
  const before = await feed(client);
  const answer = await push(client, [
    {
      key: 'c1:1',
      method: 'DELETE',
      path: '/api/projects/1',
      body: { seen: { seq: filled, beforeNumber: 1 } },
    },
    { key: 'c1:2', method: 'POST', path: '/api/projects', body: { id: 2, name: 'After' } },
  ]);
  expect(answer.results).toMatchObject([
    { key: 'c1:1', status: 200, rev: 2, body: { id: 1 } },
    { key: 'c1:2', status: 201, seq: filled + 18 },
  ]);
  expect(answer.seq).toBe(filled + 18);
  const { changes } = await feed(client, `?since=${before.cursor}`);
  expect(changes.map(({ type, deleted }) => `${deleted ? 'no ' : ''}${type}`)).toEqual([
    'no project',
    ...[1, 2, 3, 4].flatMap(() => ['no prompt', 'no version', 'no version', 'no version']),
    'project',
  ]);
  expect((await client.get('/api/search?q=text')).body).toEqual({ prompts: [] });
});

test('a large deletion whose author had not seen everything deletes nothing, and is refused each time', async () => {
  using server = small();
  const client = await restClient(server);
  await fill(client, 4, 3);
  await client.call('PATCH', '/api/prompts/300', { title: 'Changed' });
  const seen = { seq: filled, beforeNumber: 9 };
  const deletion = { key: 'c1:9', method: 'DELETE', path: '/api/projects/1', body: { seen } };
  for (const _try of [1, 2]) {
    const { results } = await push(client, [deletion]);
    expect(results).toMatchObject([{ status: 412, body: { code: 'changed_since' } }]);
  }
  expect((await client.get('/api/projects/1/prompts')).body).toHaveLength(4);
});

test('a large deletion is looked at in several goes where much has changed since its author looked', async () => {
  using server = small();
  const client = await restClient(server);
  await fill(client, 4, 3);
  for (const base of [0, 400, 800]) {
    const mutations = Array.from({ length: 400 }, (_, index) => ({
      key: `c1:${base + index + 1}`,
      method: 'PATCH',
      path: '/api/prompts/100',
      body: { title: `T${index}` },
    }));
    await push(client, mutations, { brief: true });
  }
  const deletion = (own: number) => ({
    key: `c1:${1300 + own}`,
    method: 'DELETE',
    path: '/api/projects/1',
    body: { seen: { seq: filled, beforeNumber: own } },
  });
  expect((await push(client, [deletion(1200)])).results).toMatchObject([{ status: 412 }]);
  expect((await push(client, [deletion(1201)])).results).toMatchObject([{ status: 200 }]);
});

test('the same large deletion again is answered as it was, and done once', async () => {
  using server = small();
  const client = await restClient(server);
  await fill(client, 4, 3);
  const deletion = { key: 'c1:1', method: 'DELETE', path: '/api/projects/1' };
  const [first, second] = await Promise.all([push(client, [deletion]), push(client, [deletion])]);
  expect(first.results).toMatchObject([{ status: 200, rev: 2 }]);
  expect(second).toEqual(first);
  expect(await push(client, [{ ...deletion, path: '/api/projects/2' }])).toMatchObject({
    results: [{ status: 422, body: { code: 'key_reused' } }],
  });
});

test('a large deletion without a key is answered when all of it is done', async () => {
  using server = small();
  const client = await restClient(server);
  await fill(client, 1, 9);
  const ids = [101, 102, 103, 104, 105, 106, 107];
  expect(
    await client.call('DELETE', '/api/prompts/100/versions/bulk-delete', { versionIds: ids }),
  ).toMatchObject({ status: 200, body: { deletedCount: 7 } });
  expect((await client.get('/api/prompts/100/versions')).body).toMatchObject([{ id: 109 }, { id: 108 }]);
  const all = { versionIds: [...ids, 108, 109] };
  expect(await client.call('DELETE', '/api/prompts/100/versions/bulk-delete', all)).toMatchObject({
    status: 409,
    body: { code: 'last_version' },
  });
});

test('an edit that had not seen a large deletion restores its prompt with all of its versions', async () => {
  using server = small();
  const client = await restClient(server);
  await fill(client, 2, 7);
  await client.call('DELETE', '/api/projects/1');
  const edit = { method: 'PATCH', path: '/api/prompts/100/content', body: { content: 'mine' } };
  const stale = await push(client, [{ key: 'c2:1', ...edit, ifMatch: 8 }]);
  expect(stale.results).toMatchObject([{ status: 412, rev: 9, body: { current: null } }]);
  const back = await push(client, [{ key: 'c2:2', ...edit, ifMatch: 9 }]);
  expect(back.results).toMatchObject([{ status: 200, body: { content: 'mine' } }]);
  const { body } = await client.get('/api/prompts/100/versions');
  expect(body).toHaveLength(7);
  expect((await client.get('/api/projects/1/prompts')).body).toMatchObject([{ id: 100 }]);
});

test('a bulk change that a server began is finished by the next one, and listeners are notified', async () => {
  using server = small();
  const client = await restClient(server);
  await fill(client, 4, 3);
  const received: number[] = [];
  const { connection } = server.outside.database;
  const userId = Number(connection.prepare('SELECT id FROM users').pluck().get());
  server.services.pokes.subscribe(userId, (seq) => received.push(seq));
  const author = { by: null, device: '', at: 1 };
  const change = { kind: 'deleteContentsOf', projectId: 1, openPrompt: null };
  connection
    .prepare('INSERT INTO bulk_changes VALUES (?, ?)')
    .run(userId, JSON.stringify({ bound: filled, author, change }));
  await server.services.finishBulkChanges();
  expect(received).toEqual([filled + 16]);
  expect((await client.get('/api/projects/1/prompts')).body).toEqual([]);
});
