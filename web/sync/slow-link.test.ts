import { describe, expect, test } from 'vitest';
import { type ChangesPage, PushRequest } from '#shared/sync/wire.ts';
import { commit } from '../data/commit/commit.ts';
import type { Library } from '../data/database/library.ts';
import { readOutbox } from '../data/outbox/outbox-store.ts';
import { outlineOf } from '../data/queries/queries.ts';
import type { ApiRequest } from '../platform/api-client.ts';
import { answered, openedLibrary, scriptedServer } from './library-scene.ts';
import { createLink } from './link.ts';
import { type LinkModel, overLink } from './link-scene.ts';
import type { RoundResult } from './round.ts';
import { syncRound } from './sync-round.ts';

const kilobyte = 1024;
const text = (kilobytes: number) => 'x'.repeat(kilobytes * kilobyte);

/** Rounds over one link until one is done; how many it took. */
async function drained(
  library: Library,
  model: LinkModel,
  {
    server = scriptedServer(),
    most = 40,
  }: { server?: ReturnType<typeof scriptedServer>; most?: number } = {},
) {
  const way = overLink(server.send, model);
  const deps = { library, ...way, device: 'test', link: createLink() };
  let result: RoundResult = { kind: 'done' };
  let rounds = 0;
  do {
    rounds += 1;
    result = await syncRound(deps);
  } while (result.kind !== 'done' && rounds < most);
  return { result, rounds, ...way, server };
}

async function withEntries(...kilobytes: number[]): Promise<Library> {
  const library = await openedLibrary();
  await commit(library, 'createProject', { id: 1, name: 'P', color: 'red' });
  for (const [index, size] of kilobytes.entries()) {
    await commit(library, 'createPrompt', { id: index + 2, title: 'T', content: text(size), projectId: 1 });
  }
  return library;
}

describe('an outbox drains', () => {
  test('over 40 kB a second, where a gateway ends every request after 60 s', async () => {
    const library = await withEntries(...Array.from({ length: 31 }, () => 100));
    const { rounds, sent } = await drained(library, { speed: 40, longestMs: 60_000 });
    expect(await readOutbox(library)).toEqual([]);
    expect(rounds).toBe(1);
    expect(sent.every(({ passed }) => passed)).toBe(true);
  });

  test('over 2 kB a second, where a gateway ends every request after 60 s', async () => {
    const library = await withEntries(40, 40, 40, 40, 40);
    const { rounds } = await drained(library, { speed: 2, longestMs: 60_000 });
    expect(await readOutbox(library)).toEqual([]);
    expect(rounds).toBeLessThanOrEqual(3);
  });

  test('over a link that breaks off whatever is larger than its largest entry', async () => {
    const library = await withEntries(...Array.from({ length: 31 }, () => 10));
    const { rounds } = await drained(library, { cutAfter: 11 * kilobyte });
    expect(await readOutbox(library)).toEqual([]);
    expect(rounds).toBeLessThanOrEqual(6);
  });

  test('where entries were already sent once, each under the number that it had', async () => {
    const library = await withEntries(...Array.from({ length: 12 }, () => 50));
    const keys = new Map<string, Set<string>>();
    const server = scriptedServer(({ body }) => {
      for (const { key, path, body: row } of PushRequest.safeParse(body).data?.mutations ?? []) {
        const name = `${path} ${Object(row).id}`;
        keys.set(name, (keys.get(name) ?? new Set()).add(key));
      }
      return undefined;
    });
    // Everything is marked as sent by a push that nobody hears of.
    const deps = { library, now: Date.now, device: 'test', link: createLink() };
    await syncRound({ ...deps, send: async () => null });
    const { rounds } = await drained(library, { cutAfter: 80 * kilobyte }, { server });
    expect(await readOutbox(library)).toEqual([]);
    expect(rounds).toBeLessThanOrEqual(3);
    expect(keys.size).toBe(13);
    expect([...keys.values()].every(({ size }) => size === 1)).toBe(true);
  });

  test('on a quick link in pushes that grow up to 4 MB', async () => {
    const library = await withEntries(...Array.from({ length: 14 }, () => 900));
    const { sent, rounds } = await drained(library, {});
    const sizes = sent.filter(({ path }) => path === '/api/sync/push').map(({ bytes }) => bytes);
    expect(rounds).toBe(1);
    expect(sizes.length).toBeLessThanOrEqual(10);
    expect(Math.max(...sizes)).toBeGreaterThan(3 * 1024 * kilobyte);
  });
});

describe('a proxy that takes 1 MB at once', () => {
  const model: LinkModel = { proxyTakes: 1024 * kilobyte };

  test('keeps nothing that fits from being sent, and one that does not is named with that limit', async () => {
    const library = await withEntries(...Array.from({ length: 40 }, () => 100), 1500);
    const { result, rounds, server } = await drained(library, model);
    expect([result, rounds]).toEqual([{ kind: 'done' }, 1]);
    expect(await readOutbox(library)).toMatchObject([
      {
        target: 'prompt:42',
        state: 'refused',
        problem: {
          code: 'proxy_too_large',
          detail: 'A proxy in front of the server takes at most about 1 MB.',
        },
      },
    ]);
    expect(server.pushed()).toHaveLength(41);
  });

  test('is found by few requests that are too large, and then kept to', async () => {
    const library = await withEntries(...Array.from({ length: 40 }, () => 250));
    const { sent } = await drained(library, model);
    expect(await readOutbox(library)).toEqual([]);
    expect(sent.filter(({ passed }) => !passed).length).toBeLessThanOrEqual(4);
  });

  test('stands in no way of what other devices wrote', async () => {
    const library = await withEntries(1500);
    const row = { id: 9, name: 'Theirs', color: 'red', createdAt: '2026-01-01T00:00:00.000Z' };
    const change = { type: 'project', id: 9, seq: 1, rev: 1, row };
    const server = scriptedServer(({ path }) =>
      path === '/api/sync/push' ? undefined : answered({ cursor: 'e.1', more: false, changes: [change] }),
    );
    await drained(library, model, { server });
    expect((await outlineOf(library)).projects.map(({ name }) => name)).toContain('Theirs');
  });
});

test('an entry that a link never carries is set apart, and stands in no way of anything beside it', async () => {
  const library = await withEntries(500, 1, 1);
  const row = { id: 9, name: 'Theirs', color: 'red', createdAt: '2026-01-01T00:00:00.000Z' };
  const change = { type: 'project', id: 9, seq: 1, rev: 1, row };
  const server = scriptedServer(({ path }) =>
    path === '/api/sync/push' ? undefined : answered({ cursor: 'e.1', more: false, changes: [change] }),
  );
  const { result, rounds } = await drained(library, { cutAfter: 100 * kilobyte }, { server });
  expect([result.kind, rounds]).toEqual(['done', 1]);
  expect((await outlineOf(library)).projects.map(({ name }) => name)).toContain('Theirs');
  const left = (await readOutbox(library)).filter(({ state }) => state !== 'acknowledged');
  expect(left).toMatchObject([{ target: 'prompt:2', state: 'sent', trouble: { tries: 1, reason: 'link' } }]);
});

describe('a first pull', () => {
  const count = 200;
  /** A feed of prompts of 4 KB, cut as the server cuts it. */
  const feed = ({ path }: ApiRequest) => {
    if (path === '/api/sync/push') return undefined;
    const query = new URLSearchParams(path.slice(path.indexOf('?')));
    const from = Number(query.get('since')?.slice(2) ?? 0);
    const rows = Math.max(
      1,
      Math.min(Number(query.get('limit')), Math.floor(Number(query.get('bytes')) / 4096)),
    );
    const to = Math.min(from + rows, count);
    const changes: ChangesPage['changes'] = [];
    for (let seq = from + 1; seq <= to; seq += 1) {
      const created = { createdAt: '2026-01-01T00:00:00.000Z' };
      const row = {
        id: seq,
        projectId: 1,
        title: 'T',
        notes: '',
        lastVersion: 0,
        content: text(4),
        ...created,
      };
      changes.push({ type: 'prompt', id: seq, seq, rev: 1, row });
    }
    return answered({ cursor: `e.${to}`, more: to < count, changes });
  };
  const received = async (library: Library) => library.db.prompts.count();

  test.each([
    ['2 kB a second, each request ended after 60 s', { speed: 2, longestMs: 60_000 }, 3],
    ['a link that breaks off after 10 kB', { cutAfter: 10 * kilobyte }, 12],
    ['a link that breaks off after one row', { cutAfter: 4500 }, 16],
  ] as const)('comes to its end over %s', async (_, model, most) => {
    const library = await openedLibrary();
    const { rounds } = await drained(library, model, { server: scriptedServer(feed) });
    expect(await received(library)).toBe(count);
    expect(rounds).toBeLessThanOrEqual(most);
  });

  test('is in few pages on a quick link', async () => {
    const library = await openedLibrary();
    const { sent } = await drained(library, {}, { server: scriptedServer(feed) });
    expect(await received(library)).toBe(count);
    expect(sent.length).toBeLessThanOrEqual(6);
  });
});
