import { describe, expect, test } from 'vitest';
import { commit } from '../data/commit/commit.ts';
import { type Library, readCursor } from '../data/database/library.ts';
import { outlineOf } from '../data/queries/queries.ts';
import { answered, now, openedLibrary, scriptedServer } from './library-scene.ts';
import { createLink } from './link.ts';
import { syncRound } from './sync-round.ts';

const perPage = 2;

/** A server with this many projects, of which some are deleted while they are read. */
function libraryServer(count: number, { deletes = [] as number[], losesEach = 0 } = {}) {
  let asked = 0;
  return scriptedServer(({ path }) => {
    if (path === '/api/sync/push') return undefined;
    asked += 1;
    if (losesEach > 0 && asked % losesEach === 0) return null;
    const query = new URLSearchParams(path.slice(path.indexOf('?')));
    const from = Number(query.get('since')?.slice(2) ?? 0);
    const to = Math.min(from + perPage, count);
    const row = (id: number) => ({ id, name: `P${id}`, color: 'red', createdAt: '2026-01-01T00:00:00.000Z' });
    const ids = Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index + 1);
    const changes: object[] = ids.map((id) => ({ type: 'project', id, seq: id, rev: 1, row: row(id) }));
    const isEnd = to >= count;
    if (isEnd) {
      changes.push(
        ...deletes.map((id, index) => ({
          ...{ type: 'project', id, seq: count + 1 + index, rev: 2, deleted: true },
        })),
      );
    }
    const remaining = query.get('count') === '1' ? { remaining: count - from } : {};
    const seq = isEnd ? count + deletes.length : to;
    return answered({ cursor: `e.${seq}`, more: !isEnd, seq: count, ...remaining, changes });
  });
}

const pulls = ({ requests }: ReturnType<typeof scriptedServer>) =>
  requests
    .filter(({ method }) => method === 'GET')
    .map(({ path }) => path.replace('/api/sync/changes?limit=500&bytes=131072', ''));

async function round(library: Library, server: ReturnType<typeof scriptedServer>) {
  const progress: unknown[] = [];
  const result = await syncRound({
    library,
    send: server.send,
    now,
    device: 'test',
    link: createLink(),
    onProgress: async (receiving) => void progress.push(receiving),
  });
  return { result, progress };
}

describe('a device that receives a library for the first time', () => {
  test('asks for no deletion of what it never had, and for every later one', async () => {
    const library = await openedLibrary();
    const server = libraryServer(5, { deletes: [1] });
    await round(library, server);
    expect(pulls(server)).toEqual([
      '&count=1&deletedAfter=now',
      '&since=e.2&deletedAfter=5',
      '&since=e.4&deletedAfter=5',
    ]);
    expect((await outlineOf(library)).projects).toHaveLength(4);
    const next = libraryServer(6);
    await round(library, next);
    expect(pulls(next)).toEqual(['&since=e.6&count=1']);
  });

  test('asks for the next page while it stores the one before it', async () => {
    const library = await openedLibrary();
    const server = libraryServer(5);
    const stored: (number | undefined)[] = [];
    const send = async (request: Parameters<typeof server.send>[0]) => {
      if (request.method === 'GET') stored.push((await readCursor(library))?.seq);
      return server.send(request);
    };
    await syncRound({ library, send, now, device: 'test', link: createLink() });
    expect(pulls(server)).toHaveLength(3);
    expect(stored).toEqual([undefined, undefined, 2]);
  });

  test('says how much of it has come', async () => {
    const { progress } = await round(await openedLibrary(), libraryServer(5));
    expect(progress).toEqual([
      { received: 2, of: 5 },
      { received: 4, of: 5 },
      { received: 5, of: 5 },
    ]);
  });

  test('goes on counting where a link broke off', async () => {
    const library = await openedLibrary();
    const server = libraryServer(9, { losesEach: 3 });
    const first = await round(library, server);
    const second = await round(library, server);
    expect([first.progress.at(-1), second.progress[0]]).toEqual([
      { received: 4, of: 9 },
      { received: 6, of: 9 },
    ]);
    expect(pulls(server)[3]).toBe('&since=e.4&deletedAfter=9');
  });

  test('hears of every deletion where something was written on it before', async () => {
    const library = await openedLibrary();
    await commit(library, 'createProject', { id: 77, name: 'Mine', color: 'red' });
    const server = libraryServer(3);
    await round(library, server);
    expect(pulls(server)[0]).toBe('&count=1');
  });

  test('hears of every deletion where an older server does not take part', async () => {
    const library = await openedLibrary();
    const page = (seq: number, more: boolean) => answered({ cursor: `e.${seq}`, more, changes: [] });
    const server = scriptedServer(({ path }) =>
      page(path.includes('since=') ? 2 : 1, !path.includes('since=')),
    );
    await round(library, server);
    expect(pulls(server)).toEqual(['&count=1&deletedAfter=now', '&since=e.1&count=1']);
  });
});

test('a pull of one page reports no progress', async () => {
  const library = await openedLibrary();
  await round(library, libraryServer(2));
  const { progress } = await round(library, libraryServer(3));
  expect(progress).toEqual([]);
});
