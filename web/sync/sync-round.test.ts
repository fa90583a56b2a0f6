import { describe, expect, test } from 'vitest';
import type { Answer } from '#shared/sync/classify-answer.ts';
import { PushRequest } from '#shared/sync/wire.ts';
import { commit } from '../data/commit/commit.ts';
import { type Library, readCursor } from '../data/database/library.ts';
import { readOutbox } from '../data/outbox/outbox-store.ts';
import { outlineOf, promptOf } from '../data/queries/queries.ts';
import type { ApiRequest } from '../platform/api-client.ts';
import { answered, now, openedLibrary, scriptedServer } from './library-scene.ts';
import { createLink } from './link.ts';
import { syncRound } from './sync-round.ts';

const isPush = ({ path }: ApiRequest) => path === '/api/sync/push';
const round = (library: Library, send: (request: ApiRequest) => Promise<Answer>) =>
  syncRound({ library, send, now, device: 'test', link: createLink() });
const project = (library: Library, id: number) =>
  commit(library, 'createProject', { id, name: `P${id}`, color: 'red' });
const projectChange = (id: number, seq: number) => {
  const row = { id, name: `P${id}`, color: 'red', createdAt: '2026-01-01T00:00:00.000Z' };
  return { type: 'project', id, seq, rev: 1, row };
};

test('a round sends pending entries and pulls what is new, under the account of its person', async () => {
  const library = await openedLibrary();
  await project(library, 5);
  const server = scriptedServer();
  expect(await round(library, server.send)).toEqual({ kind: 'done' });
  expect(server.pushed()).toEqual(['/api/projects']);
  expect(server.requests.map(({ headers }) => headers?.['X-Promptory-User'])).toEqual(['1', '1']);
  expect(await readOutbox(library)).toEqual([]);
});

test.each<[string, Answer, object]>([
  ['no answer', null, { kind: 'done', retryMs: 2000 }],
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

test.each([
  ['the same place in another epoch', { cursor: 'x.5', more: false }],
  ['another epoch at a place that was passed already', { cursor: 'x.4', more: false }],
  ['a place that was passed already', { cursor: 'e.4', more: false }],
  ['the same place, with more to come', { cursor: 'e.5', more: true }],
])('a page that leads to %s is not taken up', async (_, page) => {
  const library = await openedLibrary();
  const first = { cursor: 'e.5', more: false, changes: [projectChange(5, 5)] };
  await round(library, scriptedServer(() => answered(first)).send);
  const server = scriptedServer(() => answered({ ...page, changes: [projectChange(6, 9)] }));
  expect(await round(library, server.send)).toEqual({ kind: 'again', afterMs: null, reason: 'server' });
  expect((await outlineOf(library)).projects.map(({ id }) => id)).toEqual([5]);
  expect(await readCursor(library)).toEqual({ epoch: 'e', seq: 5 });
});

test('a page that leads no further is taken up where there is no more to come', async () => {
  const library = await openedLibrary();
  const page = { cursor: 'e.5', more: false, changes: [projectChange(5, 5)] };
  for (const _ of [1, 2]) {
    expect(await round(library, scriptedServer(() => answered(page)).send)).toEqual({ kind: 'done' });
  }
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

test.each([403, 404, 405, 409, 415])(
  'a push that is answered %i as a whole refuses no change',
  async (status) => {
    const library = await openedLibrary();
    for (const id of [5, 6]) await project(library, id);
    const server = scriptedServer((request) =>
      isPush(request) ? answered({ code: 'forbidden_origin' }, status) : undefined,
    );
    expect(await round(library, server.send)).toEqual({ kind: 'again', afterMs: null, reason: 'server' });
    expect(server.requests.map(({ method }) => method)).toEqual(['POST', 'GET']);
    expect((await readOutbox(library)).map(({ state }) => state)).toEqual(['sent', 'sent']);
  },
);

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

test('a push carries its device and its cursor, and asks for brief answers', async () => {
  const library = await openedLibrary();
  const server = scriptedServer();
  for (const id of [5, 6]) {
    await project(library, id);
    await round(library, server.send);
  }
  const pushes = server.requests.filter(isPush);
  expect(pushes).toMatchObject([
    { method: 'POST', body: { device: 'test', brief: true, acknowledged: 0 } },
    { method: 'POST', body: { device: 'test', brief: true, acknowledged: 1, since: 'e.1' } },
  ]);
  expect(Object.keys(pushes[0]?.body ?? {})).not.toContain('since');
});

test('a pull asks for what came after the cursor, a page at a time', async () => {
  const library = await openedLibrary();
  const server = scriptedServer(() => answered({ cursor: 'e.3', more: false, changes: [] }));
  await round(library, server.send);
  await round(library, server.send);
  expect(server.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /api/sync/changes?limit=500&bytes=131072&count=1&deletedAfter=now',
    'GET /api/sync/changes?limit=500&bytes=131072&since=e.3&count=1',
  ]);
});

test('a session that ended for one mutation ends the round before anything is pulled', async () => {
  const library = await openedLibrary();
  await project(library, 5);
  const key = `${library.client}:1`;
  const server = scriptedServer(() => answered({ seq: 1, results: [{ key, status: 401 }] }));
  expect(await round(library, server.send)).toEqual({ kind: 'signIn' });
  expect(server.requests).toHaveLength(1);
});

test('trouble of the server with one mutation waits for another round', async () => {
  const library = await openedLibrary();
  await project(library, 5);
  const key = `${library.client}:1`;
  const server = scriptedServer((request) =>
    isPush(request) ? answered({ seq: 1, results: [{ key, status: 500 }] }) : undefined,
  );
  expect(await round(library, server.send)).toEqual({ kind: 'again', afterMs: null, reason: 'server' });
  expect(server.requests.map(({ method }) => method)).toEqual(['POST', 'GET']);
});

test('a pull that the server refuses is trouble of the server', async () => {
  const library = await openedLibrary();
  const server = scriptedServer(() => answered(undefined, 404));
  expect(await round(library, server.send)).toEqual({ kind: 'again', afterMs: null, reason: 'server' });
});

test('a refusal of a single mutation that is not in our words still takes it out of the way', async () => {
  const library = await openedLibrary();
  await project(library, 5);
  const server = scriptedServer((request) => (isPush(request) ? answered('<html>', 413) : undefined));
  expect(await round(library, server.send)).toEqual({ kind: 'done' });
  expect(await readOutbox(library)).toMatchObject([
    { state: 'refused', problem: { code: 'invalid_request' } },
  ]);
});

describe('a change that met a newer one', () => {
  const staleTimes = async (times: number) => {
    const library = await openedLibrary();
    const known = { cursor: 'e.1', more: false, changes: [projectChange(5, 1)] };
    await round(library, scriptedServer(() => answered(known)).send);
    await commit(library, 'renameProject', { id: 5, name: 'N' });
    let left = times;
    const server = scriptedServer((request) => {
      const push = PushRequest.safeParse(request.body);
      if (!push.success || left === 0) return undefined;
      left -= 1;
      return answered({ seq: 1, results: push.data.mutations.map(({ key }) => ({ key, status: 412 })) });
    });
    const result = await round(library, server.send);
    const keys = server.requests.flatMap(
      ({ body }) => PushRequest.safeParse(body).data?.mutations.map(({ key }) => key) ?? [],
    );
    return { result, keys: new Set(keys), library, server };
  };

  test('is said again in the same round, under another number, once the newer one was heard', async () => {
    const { result, keys, server, library } = await staleTimes(2);
    expect(result).toEqual({ kind: 'done' });
    expect(keys.size).toBe(3);
    expect(server.requests.map((request) => (isPush(request) ? 'push' : 'pull'))).toEqual([
      ...['push', 'pull', 'push', 'pull', 'push', 'pull'],
    ]);
    expect(await readOutbox(library)).toEqual([]);
  });

  test('waits for the next round where the server always has a newer one', async () => {
    const { result, keys, library } = await staleTimes(100);
    expect(result).toEqual({ kind: 'again', afterMs: 0, reason: 'busy' });
    expect(keys.size).toBe(8);
    expect(await readOutbox(library)).toMatchObject([{ name: 'renameProject', state: 'queued' }]);
  });
});

describe('a pull that would take away much', () => {
  const many = Array.from({ length: 40 }, (_, index) => index + 1);
  const gone = many.map((id) => ({ type: 'project', id, seq: 40 + id, rev: 2, deleted: true }));
  const removing = async (options: { allowRemovals?: boolean }) => {
    const library = await openedLibrary();
    const changes = many.map((id) => projectChange(id, id));
    await round(library, scriptedServer(() => answered({ cursor: 'e.40', more: false, changes })).send);
    const { send } = scriptedServer(() => answered({ cursor: 'e.80', more: false, changes: gone }));
    const result = await syncRound({ library, send, now, device: 'test', link: createLink(), ...options });
    return { result, left: (await outlineOf(library)).projects.length };
  };

  test('asks a person, and takes nothing away', async () => {
    expect(await removing({})).toEqual({ result: { kind: 'asks', reason: 'removals' }, left: 40 });
  });

  test('takes it away once the person has agreed', async () => {
    expect(await removing({ allowRemovals: true })).toEqual({ result: { kind: 'done' }, left: 0 });
  });

  /** Each page by itself takes little away; `upTo`: where the feed breaks off. */
  const inPages = async (removals: number, { upTo = removals, allowRemovals = false } = {}) => {
    const library = await openedLibrary();
    const changes = many.map((id) => projectChange(id, id));
    await round(library, scriptedServer(() => answered({ cursor: 'e.40', more: false, changes })).send);
    const { send, requests } = scriptedServer(({ path }) => {
      const from = Number(/since=e\.(\d+)/.exec(path)?.[1]) - 40;
      if (from >= upTo) return null;
      const to = Math.min(from + 10, removals);
      return answered({ cursor: `e.${40 + to}`, more: to < removals, changes: gone.slice(from, to) });
    });
    const result = await syncRound({ library, send, now, device: 'test', link: createLink(), allowRemovals });
    const cursor = await readCursor(library);
    return {
      result,
      left: (await outlineOf(library)).projects.length,
      cursorSeq: cursor?.seq,
      asked: requests.length,
    };
  };

  test('asks before anything is gone, though it comes in pages of little each', async () => {
    const asks = { kind: 'asks', reason: 'removals' };
    expect(await inPages(40)).toEqual({ result: asks, left: 40, cursorSeq: 40, asked: 4 });
  });

  test('takes away in pages what is not much in all, or what the person has agreed to', async () => {
    expect(await inPages(30)).toEqual({ result: { kind: 'done' }, left: 10, cursorSeq: 70, asked: 3 });
    const agreed = await inPages(40, { allowRemovals: true });
    expect(agreed).toEqual({ result: { kind: 'done' }, left: 0, cursorSeq: 80, asked: 4 });
  });

  test('takes nothing away while it is not known how much would go in all', async () => {
    expect(await inPages(30, { upTo: 20 })).toMatchObject({
      result: { kind: 'again', reason: 'network' },
      left: 40,
      cursorSeq: 40,
    });
  });
});

describe('a text of its own that this device does not hold any more', () => {
  const row = {
    ...{ id: 1, projectId: 5, title: 'T', notes: '', createdAt: '2026-01-01T00:00:00.000Z', lastVersion: 0 },
  };
  const change = (changed: object) => ({
    type: 'prompt',
    id: 1,
    seq: 2,
    rev: 1,
    ownNumber: 77,
    row: changed,
  });
  const page = (changed: object, more: boolean) =>
    answered({ cursor: 'e.2', more, changes: [projectChange(5, 1), change(changed)] });

  test('is asked for, and after it no more whole rows are', async () => {
    const library = await openedLibrary();
    const server = scriptedServer(({ path }) => {
      if (path.includes('since=')) return answered({ cursor: 'e.3', more: false, changes: [] });
      return path.includes('full=1') ? page({ ...row, content: 'text' }, true) : page(row, true);
    });
    expect(await round(library, server.send)).toEqual({ kind: 'done' });
    expect(
      server.requests.map(({ path }) => path.replace('/api/sync/changes?limit=500&bytes=131072', '')),
    ).toEqual(['&count=1&deletedAfter=now', '&full=1&count=1&deletedAfter=now', '&since=e.2&count=1']);
    expect((await promptOf(library, 1))?.content).toBe('text');
  });

  test('is trouble of the server where it is not given even then', async () => {
    const library = await openedLibrary();
    const server = scriptedServer(() => page(row, false));
    expect(await round(library, server.send)).toEqual({ kind: 'again', afterMs: null, reason: 'server' });
    expect(server.requests).toHaveLength(2);
    expect(await promptOf(library, 1)).toBeUndefined();
  });
});
