import { describe, expect, test } from 'vitest';
import type { Answer } from '#shared/sync/classify-answer.ts';
import { type PushMutation, PushRequest } from '#shared/sync/wire.ts';
import { commit } from '../data/commit/commit.ts';
import type { Library } from '../data/database/library.ts';
import { readOutbox } from '../data/outbox/outbox-store.ts';
import { outlineOf } from '../data/queries/queries.ts';
import type { ApiRequest } from '../platform/api-client.ts';
import { answered, now, openedLibrary } from './library-scene.ts';
import { createLink } from './link.ts';
import type { RoundResult } from './round.ts';
import { syncRound } from './sync-round.ts';

type Failing = {
  /** The status of one mutation's result. */
  mutation?(mutation: PushMutation): number | undefined;
  /** The status of a whole push, or of a pull. */
  whole?(mutations: readonly PushMutation[]): number | undefined;
  pull?(): number | undefined;
};

const theirs = { id: 99, name: 'Theirs', color: 'red', createdAt: '2026-01-01T00:00:00.000Z' };
const open = { stateKey: 'open_prompt_ids', stateValue: [99] };
const names = (mutation: PushMutation, text: string) => JSON.stringify(mutation.body).includes(text);

/** A server that did what another device wrote, and fails as a test says. */
function failingServer(failing: Failing) {
  let seq = 2;
  const pushes: number[] = [];
  const requests: string[] = [];
  const send = async ({ path, body }: ApiRequest): Promise<Answer> => {
    requests.push(path === '/api/sync/push' ? 'push' : 'pull');
    const push = PushRequest.safeParse(body);
    if (!push.success) {
      const status = failing.pull?.();
      if (status !== undefined) return answered({}, status);
      const changes = [
        { type: 'project', id: 99, seq: 1, rev: 1, row: theirs },
        { type: 'uiState', id: open.stateKey, seq: 2, rev: 1, row: open },
      ];
      return answered({ cursor: `e.${seq}`, more: false, changes: path.includes('since=') ? [] : changes });
    }
    const { mutations } = push.data;
    pushes.push(mutations.length);
    const status = failing.whole?.(mutations);
    if (status !== undefined) return answered({}, status);
    const results = mutations.map((mutation) => {
      const failed = failing.mutation?.(mutation);
      if (failed !== undefined) return { key: mutation.key, status: failed };
      seq += 1;
      return { key: mutation.key, status: 200, seq, revs: {} };
    });
    return answered({ seq, results });
  };
  return { send, pushes, requests };
}

/** A device whose rounds come as the loop would start them: at the time that the last one named. */
function device(library: Library, failing: Failing) {
  const server = failingServer(failing);
  const link = createLink();
  let clock = now();
  const results: RoundResult[] = [];
  const round = async () => {
    const result = await syncRound({ library, send: server.send, now: () => clock, device: 'test', link });
    results.push(result);
    clock += result.kind === 'done' ? (result.retryMs ?? 30_000) : 60_000;
    return result;
  };
  return { server, round, results, minutes: () => (clock - now()) / 60_000 };
}

const states = async (library: Library) =>
  (await readOutbox(library)).map(({ target, state, problem }) => [target, state, problem?.code]);
const projects = async (library: Library, ...ids: number[]) => {
  for (const id of ids) await commit(library, 'createProject', { id, name: `P${id}.`, color: 'red' });
};
const isP7 = (mutation: PushMutation) => names(mutation, 'P7.');

describe('one mutation that the server answers 500 for ever', () => {
  test.each<[string, Failing]>([
    ['by itself', { mutation: (mutation) => (isP7(mutation) ? 500 : undefined) }],
    ['with the whole push that it is in', { whole: (mutations) => (mutations.some(isP7) ? 500 : undefined) }],
  ])('%s, holds up neither its neighbours nor what others wrote', async (_, failing) => {
    const library = await openedLibrary();
    await projects(library, 5, 6, 7, 8, 9);
    const { round } = device(library, failing);
    expect(await round()).toEqual({ kind: 'done', retryMs: 2000 });
    expect(await states(library)).toEqual([['project:7', 'sent', undefined]]);
    expect((await outlineOf(library)).projects.map(({ name }) => name)).toContain('Theirs');
  });

  test.each<[string, Failing]>([
    ['by itself', { mutation: (mutation) => (isP7(mutation) ? 500 : undefined) }],
    ['with the whole push that it is in', { whole: (mutations) => (mutations.some(isP7) ? 500 : undefined) }],
  ])('%s, is refused with a reason of its own after some tries', async (_, failing) => {
    const library = await openedLibrary();
    await projects(library, 7);
    const { round, minutes, server } = device(library, failing);
    await round();
    await commit(library, 'renameProject', { id: 7, name: 'Waits for it' });
    for (let count = 1; count < 8; count += 1) await round();
    expect(await states(library)).toEqual([
      ['project:7', 'refused', 'server_failed'],
      ['project:7', 'queued', undefined],
    ]);
    expect(minutes()).toBeGreaterThan(2);
    expect(server.requests.length).toBeLessThan(50);
  });

  test('travels alone, while what is written meanwhile goes at once', async () => {
    const library = await openedLibrary();
    await projects(library, 5, 6, 7);
    const { round, server } = device(library, { mutation: (each) => (isP7(each) ? 500 : undefined) });
    await round();
    await projects(library, 8, 9);
    server.pushes.length = 0;
    await round();
    expect(server.pushes).toEqual([2, 1]);
    expect(await states(library)).toEqual([['project:7', 'sent', undefined]]);
  });

  test('is done like any other once the server can do it', async () => {
    const library = await openedLibrary();
    await projects(library, 5, 7);
    let isBroken = true;
    const { round } = device(library, { mutation: (each) => (isBroken && isP7(each) ? 500 : undefined) });
    await round();
    isBroken = false;
    expect(await round()).toEqual({ kind: 'done' });
    expect(await readOutbox(library)).toEqual([]);
  });

  test('does not hide others like it among many', async () => {
    const library = await openedLibrary();
    await projects(library, ...Array.from({ length: 60 }, (_, index) => index + 1));
    const isBad = (mutation: PushMutation) => /P[1-3]0\./.test(JSON.stringify(mutation.body));
    const { round, server } = device(library, {
      whole: (mutations) => (mutations.some(isBad) ? 500 : undefined),
    });
    await round();
    await round();
    expect((await states(library)).map(([target]) => target)).toEqual([
      'project:10',
      'project:20',
      'project:30',
    ]);
    expect(server.requests.length).toBeLessThan(60);
  });
});

describe('a server that fails as a whole refuses nothing', () => {
  const every = (status: number): Failing => ({ whole: () => status, pull: () => status });
  test.each<[string, Failing]>([
    ['each request 500', every(500)],
    ['each request 502', every(502)],
    ['each request 503', every(503)],
    ['each request 507', every(507)],
    ['each push 500, while it can be read', { whole: () => 500 }],
    ['each push 503, while it can be read', { whole: () => 503 }],
    ['each push 507, while it can be read', { whole: () => 507 }],
    ['each mutation 500, while it can be read', { mutation: () => 500 }],
    ['each mutation 503, while it can be read', { mutation: () => 503 }],
    ['each mutation 507, while it can be read', { mutation: () => 507 }],
  ])('%s', async (_, failing) => {
    for (const count of [1, 5]) {
      const library = await openedLibrary();
      await syncRound({ library, ...failingServer({}), now, device: 'test', link: createLink() });
      await projects(library, ...Array.from({ length: count }, (_each, index) => index + 5));
      const { round, results, server } = device(library, failing);
      for (let turn = 0; turn < 20; turn += 1) await round();
      expect(results.every(({ kind }) => kind === 'again')).toBe(true);
      expect((await states(library)).map(([, state]) => state)).toEqual(
        Array.from({ length: count }, () => 'sent'),
      );
      expect(server.requests.length).toBeLessThan(20 * 10);
    }
  });
});
