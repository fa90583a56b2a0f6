import { describe, expect, test, vi } from 'vitest';
import type { Answer } from '#shared/sync/classify-answer.ts';
import { PushRequest } from '#shared/sync/wire.ts';
import { commit } from '../data/commit/commit.ts';
import { readOutbox } from '../data/outbox/outbox-store.ts';
import { loopState } from '../data/queries/queries.ts';
import type { Exclusive } from '../platform/exclusive.ts';
import { answered, openedLibrary, scriptedServer } from './library-scene.ts';
import { ended, loopScene, project } from './loop-scene.ts';

const started = loopScene();

describe('the state of the loop', () => {
  const at = '2026-01-01T00:00:00.000Z';
  const removals = Array.from({ length: 40 }, (_, index) => index + 1);
  test.each<[string, Answer, object]>([
    [
      'nothing new',
      answered({ cursor: 'e.1', more: false, changes: [] }),
      { connection: 'online', lastSuccess: at },
    ],
    ['no answer', null, { connection: 'offline', lastAnswer: null }],
    ['trouble', answered({}, 500), { connection: 'failing', lastAnswer: at }],
    ['too many requests', answered({}, 429), { connection: 'rate', lastAnswer: null }],
    ['an ended session', answered({}, 401), { connection: 'online', paused: 'auth', lastAnswer: at }],
    ['another history', answered({}, 410), { connection: 'online', paused: 'reset', lastAnswer: at }],
    ['a newer server', answered({}, 426), { connection: 'online', paused: 'update', lastAnswer: at }],
  ])('%s', async (_, answer, state) => {
    const library = await openedLibrary();
    const { sync } = started(
      library,
      scriptedServer(() => answer),
    );
    await sync.syncNow();
    const saved = {
      working: false,
      moving: false,
      paused: null,
      lastSuccess: null,
      lastAnswer: at,
      ...state,
    };
    await vi.waitFor(async () => expect(await loopState(library)).toMatchObject(saved));
  });

  test('a pull that would take away much, until a person agrees', async () => {
    const library = await openedLibrary();
    const change = (id: number) => ({ type: 'project', id, seq: id, rev: 1 });
    const row = (id: number) => ({ id, name: 'P', color: 'red', createdAt: at });
    const here = removals.map((id) => ({ ...change(id), row: row(id) }));
    const gone = removals.map((id) => ({ ...change(id), seq: 40 + id, rev: 2, deleted: true }));
    const { sync } = started(
      library,
      scriptedServer(({ path }) =>
        answered(
          path.includes('since=')
            ? { cursor: 'e.80', more: false, changes: gone }
            : { cursor: 'e.40', more: false, changes: here },
        ),
      ),
    );
    await ended(library);
    expect(await sync.syncNow()).toEqual({ kind: 'asks', reason: 'removals' });
    expect(await loopState(library)).toMatchObject({ paused: 'removals', working: false });
    expect(await sync.syncNow({ allowRemovals: true })).toEqual({ kind: 'done' });
    expect(await loopState(library)).toMatchObject({ paused: null });
  });

  test('others that write faster than this device can merge are no trouble', async () => {
    const library = await openedLibrary();
    const row = { id: 5, name: 'P', color: 'red', createdAt: at };
    const { sync, server } = started(
      library,
      scriptedServer(({ path, body }) => {
        const push = PushRequest.safeParse(body);
        if (push.success) {
          return answered({ seq: 1, results: push.data.mutations.map(({ key }) => ({ key, status: 412 })) });
        }
        const changes = path.includes('since=') ? [] : [{ type: 'project', id: 5, seq: 1, rev: 1, row }];
        return answered({ cursor: 'e.1', more: false, changes });
      }),
    );
    await ended(library);
    expect(server.requests).toHaveLength(1);
    sync.stop();
    await commit(library, 'renameProject', { id: 5, name: 'N' });
    expect(await sync.syncNow()).toMatchObject({ reason: 'busy' });
    expect(await loopState(library)).toMatchObject({ connection: 'online', working: false });
  });

  test('a database that does not give or take, until it does', async () => {
    const library = await openedLibrary();
    const consoleError = vi.spyOn(console, 'error').mockReturnValue();
    let broken = true;
    const exclusive: Exclusive = async (_name, task) => {
      if (broken) throw new DOMException('The disk is full.', 'QuotaExceededError');
      return task();
    };
    const { sync } = started(library, scriptedServer(), { exclusive });
    expect(await sync.syncNow()).toEqual({ kind: 'again', afterMs: null, reason: 'device' });
    expect(library.storage.isWell()).toBe(false);
    expect(await loopState(library)).toMatchObject({ connection: 'idle', working: false, lastAnswer: null });
    broken = false;
    await sync.syncNow();
    expect(library.storage.isWell()).toBe(true);
    consoleError.mockRestore();
  });

  test('a proxy that answers in the place of the server is told apart from no network, and takes nothing away', async () => {
    const library = await openedLibrary();
    await project(library, 5);
    let isSignedIn = false;
    const page = { status: 302, retryAfter: null, body: undefined, isForeign: true } as const;
    const server = scriptedServer(() => (isSignedIn ? undefined : page));
    const { sync } = started(library, server);
    expect(await sync.syncNow()).toMatchObject({ kind: 'again', reason: 'foreign' });
    expect(await loopState(library)).toMatchObject({
      connection: 'foreign',
      working: false,
      lastAnswer: null,
    });
    expect(await readOutbox(library)).toMatchObject([{ target: 'project:5', state: 'sent' }]);
    expect(await readOutbox(library)).not.toMatchObject([{ trouble: {} }]);
    isSignedIn = true;
    expect(await sync.syncNow()).toEqual({ kind: 'done' });
    expect(await loopState(library)).toMatchObject({ connection: 'online' });
  });

  test('an exception of the app is told as that and not as trouble of the storage, logged once, and tried again', async () => {
    const library = await openedLibrary();
    const consoleError = vi.spyOn(console, 'error').mockReturnValue();
    let broken = true;
    const exclusive: Exclusive = async (_name, task) => {
      if (broken) throw new TypeError('x is undefined');
      return task();
    };
    const { sync } = started(library, scriptedServer(), { exclusive });
    await ended(library);
    expect(await sync.syncNow()).toEqual({ kind: 'again', afterMs: null, reason: 'internal' });
    expect(library.storage.isWell()).toBe(true);
    const { nextTry, ...state } = await loopState(library);
    expect(state).toMatchObject({ connection: 'internal', working: false, lastAnswer: null });
    expect(nextTry).not.toBeNull();
    expect(consoleError).toHaveBeenCalledOnce();
    broken = false;
    expect(await sync.syncNow()).toEqual({ kind: 'done' });
    expect(await loopState(library)).toMatchObject({ connection: 'online' });
    consoleError.mockRestore();
  });

  test('trouble of the network does not count against the database', async () => {
    const library = await openedLibrary();
    const { sync } = started(
      library,
      scriptedServer(() => null),
    );
    await sync.syncNow();
    expect(library.storage.isWell()).toBe(true);
  });

  test('a state that cannot be written counts as a database that does not take', async () => {
    const library = await openedLibrary();
    const { sync } = started(library);
    await ended(library);
    const consoleError = vi.spyOn(console, 'error').mockReturnValue();
    const full = vi
      .spyOn(library.db.meta, 'put')
      .mockRejectedValue(new DOMException('full', 'QuotaExceededError'));
    const wells: boolean[] = [];
    library.storage.subscribe(() => wells.push(library.storage.isWell()));
    await sync.syncNow();
    expect(wells[0]).toBe(false);
    full.mockRestore();
    consoleError.mockRestore();
  });

  test('no state is reported after the library was closed', async () => {
    const library = await openedLibrary();
    const { sync } = started(library);
    await ended(library);
    const consoleError = vi.spyOn(console, 'error').mockReturnValue();
    const transaction = vi
      .spyOn(library.db.meta, 'get')
      .mockRejectedValue(new DOMException('closed', 'InvalidStateError'));
    vi.spyOn(library.db, 'isOpen').mockReturnValue(false);
    const wells = vi.fn();
    library.storage.subscribe(wells);
    sync.stop();
    await sync.syncNow();
    // The round itself could not read; of the state nothing is said.
    expect(consoleError.mock.calls.map(([text]) => text)).toEqual(['A sync round ended early.']);
    expect(wells).toHaveBeenCalledOnce();
    transaction.mockRestore();
    consoleError.mockRestore();
  });
});
