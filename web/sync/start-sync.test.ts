import { describe, expect, test, vi } from 'vitest';
import { accountOf } from '../data/database/account.ts';
import { readOutbox } from '../data/outbox/outbox-store.ts';
import { loopState } from '../data/queries/queries.ts';
import type { Exclusive } from '../platform/exclusive.ts';
import { answered, openedLibrary, scriptedServer } from './library-scene.ts';
import { ended, loopScene, nothingWaits, oneAtATime, project } from './loop-scene.ts';

const started = loopScene();

test('a change is sent by itself, and the state is stored', async () => {
  const library = await openedLibrary();
  const { server } = started(library);
  await project(library, 5);
  await vi.waitFor(() => nothingWaits(library));
  expect(server.pushed()).toEqual(['/api/projects']);
  await vi.waitFor(async () =>
    expect(await loopState(library)).toMatchObject({ connection: 'online', working: false, paused: null }),
  );
});

test('a poke and the return of the network each start a round', async () => {
  const library = await openedLibrary();
  const { server, signals, pokes } = started(library);
  await vi.waitFor(() => expect(server.requests).toHaveLength(1));
  pokes.next(undefined);
  await vi.waitFor(() => expect(server.requests).toHaveLength(2));
  signals.next();
  await vi.waitFor(() => expect(server.requests).toHaveLength(3));
});

test('a poke that names the place which the last pull reached starts no round', async () => {
  const library = await openedLibrary();
  const { sync, server, pokes } = started(
    library,
    scriptedServer(({ path }) =>
      path.startsWith('/api/sync/changes')
        ? answered({ cursor: 'e.7', more: false, changes: [] })
        : undefined,
    ),
  );
  await ended(library);
  pokes.next('{"seq":7}');
  pokes.next('{"seq":7,"epoch":"e"}');
  // A round that a poke had started would have come before this one.
  await sync.syncNow();
  expect(server.requests).toHaveLength(2);
  pokes.next('{"seq":8,"epoch":"e"}');
  await vi.waitFor(() => expect(server.requests).toHaveLength(3));
});

test.each(['{"seq":7,"epoch":"f"}', '{"seq":5,"epoch":"f"}'])(
  'a poke of another history starts a round, though its number is known here (%s)',
  async (poke) => {
    const library = await openedLibrary();
    const scripted = ({ path }: { path: string }) =>
      path.startsWith('/api/sync/changes')
        ? answered({ cursor: 'e.7', more: false, changes: [] })
        : undefined;
    const { server, pokes } = started(library, scriptedServer(scripted));
    await ended(library);
    pokes.next(poke);
    await vi.waitFor(() => expect(server.requests).toHaveLength(2));
  },
);

test('a poke requests the page before the lock is taken, and the round uses it', async () => {
  const library = await openedLibrary();
  const exclusive = oneAtATime();
  const { sync, server, pokes } = started(library, scriptedServer(), { exclusive });
  await sync.syncNow();
  const before = server.requests.length;
  const round = Promise.withResolvers<void>();
  const held = exclusive(`promptory-round-${library.db.name}`, () => round.promise);
  pokes.next('{"seq":8}');
  await vi.waitFor(() => expect(server.requests).toHaveLength(before + 1));
  round.resolve();
  await held;
  await sync.syncNow();
  // The one that was requested early, and that of the last round.
  expect(server.requests).toHaveLength(before + 2);
});

test('every 30 seconds a round runs even if every poke was lost', async () => {
  const library = await openedLibrary();
  const { server } = started(library);
  await vi.waitFor(async () =>
    expect(await loopState(library)).toMatchObject({ working: false, connection: 'online' }),
  );
  vi.advanceTimersByTime(30_000);
  await vi.waitFor(() => expect(server.requests).toHaveLength(2));
});

test('while the server is gone, changes wait for the backoff instead of knocking one by one', async () => {
  const library = await openedLibrary();
  let gone = true;
  const { sync, server } = started(
    library,
    scriptedServer(() => (gone ? null : undefined)),
  );
  await vi.waitFor(async () => expect(await loopState(library)).toMatchObject({ connection: 'offline' }));
  const before = server.requests.length;
  for (const id of [5, 6, 7]) await project(library, id);
  // A round that a change had started would have come before this one.
  await sync.syncNow();
  expect(server.requests.slice(before).map(({ method }) => method)).toEqual(['POST', 'GET']);
  gone = false;
  vi.advanceTimersByTime(1000);
  await vi.waitFor(() => nothingWaits(library));
});

test('an ended session pauses the loop, keeps everything, and signing in again goes on', async () => {
  const library = await openedLibrary();
  let signedIn = false;
  const { sync } = started(
    library,
    scriptedServer(() => (signedIn ? undefined : answered({}, 401))),
  );
  await vi.waitFor(async () => expect(await loopState(library)).toMatchObject({ paused: 'auth' }));
  await project(library, 5);
  expect(await readOutbox(library)).toHaveLength(1);
  signedIn = true;
  await sync.resume(library.user.id);
  await vi.waitFor(() => nothingWaits(library));
  await vi.waitFor(async () => expect(await loopState(library)).toMatchObject({ paused: null }));
});

test('under another account of the same person a round first learns that the feed is another one', async () => {
  const library = await openedLibrary();
  let account = '1';
  const { sync, server } = started(
    library,
    scriptedServer(({ headers, path, body }) => {
      if (headers?.['X-Promptory-User'] !== account) return answered({}, 401);
      return /none\.0/.test(path + JSON.stringify(body)) ? answered({}, 410) : undefined;
    }),
  );
  await ended(library);
  account = '77';
  await project(library, 5);
  await vi.waitFor(async () => expect(await loopState(library)).toMatchObject({ paused: 'auth' }));
  const before = server.requests.length;
  await sync.resume(77);
  await vi.waitFor(async () => expect(await loopState(library)).toMatchObject({ paused: 'reset' }));
  expect(server.requests.slice(before)).toMatchObject([
    { path: '/api/sync/push', body: { since: 'none.0' } },
  ]);
  expect(await readOutbox(library)).toHaveLength(1);
  expect(await sync.rejoin('mine')).toEqual({ kind: 'done' });
  await vi.waitFor(() => nothingWaits(library));
});

test('an account is adopted between two rounds', async () => {
  const library = await openedLibrary();
  const exclusive = oneAtATime();
  const { sync } = started(library, scriptedServer(), { exclusive });
  await ended(library);
  const round = Promise.withResolvers<void>();
  const held = exclusive(`promptory-round-${library.db.name}`, () => round.promise);
  const resumed = sync.resume(77);
  await project(library, 5);
  expect(await accountOf(library)).toBe(library.user.id);
  round.resolve();
  await Promise.all([held, resumed]);
  expect(await accountOf(library)).toBe(77);
});

test('two tabs never run a round at the same time', async () => {
  const library = await openedLibrary();
  let running = 0;
  let most = 0;
  const exclusive = oneAtATime();
  const watched: Exclusive = (name, task) =>
    exclusive(name, async () => {
      if (!name.startsWith('promptory-round-')) return task();
      running += 1;
      most = Math.max(most, running);
      const result = await task();
      running -= 1;
      return result;
    });
  const tabs = [
    started(library, scriptedServer(), { exclusive: watched }),
    started(library, scriptedServer(), { exclusive: watched }),
  ];
  for (const id of [5, 6, 7, 8]) await project(library, id);
  await Promise.all(tabs.map(({ sync }) => sync.syncNow()));
  await nothingWaits(library);
  expect(most).toBe(1);
  expect(tabs.flatMap(({ server }) => server.pushed())).toHaveLength(4);
});

test('a change after the first round starts one of its own', async () => {
  const library = await openedLibrary();
  const { server } = started(library);
  await ended(library);
  await project(library, 5);
  await vi.waitFor(() => nothingWaits(library));
  expect(server.pushed()).toEqual(['/api/projects']);
});

test('a loop that was stopped sends nothing any more, whatever happens', async () => {
  const library = await openedLibrary();
  const { sync, server, signals, pokes } = started(library);
  await ended(library);
  sync.stop();
  expect([library.onCommit.size, library.onCommitStart.size]).toEqual([0, 0]);
  const before = server.requests.length;
  await project(library, 5);
  signals.next();
  pokes.next(undefined);
  await sync.resume(library.user.id);
  vi.advanceTimersByTime(120_000);
  expect(vi.getTimerCount()).toBe(0);
  // A round that one of these had started would have come before this one, and have sent the project.
  await sync.syncNow();
  expect(server.requests.slice(before).map(({ method }) => method)).toEqual(['POST', 'GET']);
});

test('what asks for a round while one runs is one more afterwards, however much it is', async () => {
  const library = await openedLibrary();
  const first = Promise.withResolvers<void>();
  const scripted = scriptedServer();
  const send: typeof scripted.send = async (request) => {
    const answer = await scripted.send(request);
    await first.promise;
    return answer;
  };
  const { sync, pokes, server } = started(library, { ...scripted, send });
  await vi.waitFor(() => expect(server.requests).toHaveLength(1));
  expect(await loopState(library)).toMatchObject({ working: true });
  for (let poke = 0; poke < 5; poke += 1) pokes.next(undefined);
  first.resolve();
  await vi.waitFor(() => expect(server.requests).toHaveLength(2));
  await ended(library);
  await sync.syncNow();
  expect(server.requests).toHaveLength(3);
});

test('rounds of one library share a lock that no other library has', async () => {
  const library = await openedLibrary();
  const names: string[] = [];
  const exclusive: Exclusive = (name, task) => {
    names.push(name);
    return task();
  };
  started(library, scriptedServer(), { exclusive });
  await ended(library);
  expect(names).toContain(`promptory-round-${library.db.name}`);
});

describe('after a failure', () => {
  /** Returns the pauses that the loop was given, apart from its own 30 seconds. */
  const watchWaits = () => {
    const set = vi.spyOn(globalThis, 'setInterval');
    return () => set.mock.calls.map(([, ms]) => ms).filter((ms) => ms !== 30_000);
  };

  test('the pause grows with each failure, and starts over after a round that went well', async () => {
    const waits = watchWaits();
    const library = await openedLibrary();
    let gone = true;
    const { signals } = started(
      library,
      scriptedServer(() => (gone ? null : undefined)),
    );
    for (const reported of [[500], [500, 1000], [500, 1000, 2000]]) {
      await vi.waitFor(() => expect(waits()).toEqual(reported));
      vi.advanceTimersByTime(reported.at(-1) ?? 0);
    }
    await vi.waitFor(() => expect(waits()).toHaveLength(4));
    gone = false;
    signals.next();
    await vi.waitFor(async () => expect(await loopState(library)).toMatchObject({ connection: 'online' }));
    gone = true;
    signals.next();
    await vi.waitFor(() => expect(waits()).toEqual([500, 1000, 2000, 4000, 500]));
  });

  test('that a person has to look at, no time brings another try', async () => {
    const waits = watchWaits();
    const library = await openedLibrary();
    const { sync } = started(
      library,
      scriptedServer(() => answered({}, 401)),
    );
    await ended(library);
    await sync.syncNow();
    expect(waits()).toEqual([]);
  });
});

test('after a person decided whose words count, another round follows', async () => {
  const library = await openedLibrary();
  let signedIn = false;
  const { sync, server } = started(
    library,
    scriptedServer(() => (signedIn ? undefined : answered({}, 401))),
  );
  await ended(library);
  signedIn = true;
  expect(await sync.rejoin('server')).toEqual({ kind: 'done' });
  expect(server.requests[1]?.path).toContain('full=1');
  await vi.waitFor(() => expect(server.requests).toHaveLength(3));
});

test('where that does not succeed, no other round follows', async () => {
  const library = await openedLibrary();
  const { sync, server } = started(
    library,
    scriptedServer(() => answered({}, 401)),
  );
  await ended(library);
  expect(await sync.rejoin('server')).toEqual({ kind: 'signIn' });
  await sync.syncNow();
  expect(server.requests).toHaveLength(3);
});

test('while a person is asked whose texts count, nothing is pushed or pulled, whatever the server would answer', async () => {
  const library = await openedLibrary();
  let putBack = true;
  const { sync, server } = started(
    library,
    scriptedServer(() => (putBack ? answered({ code: 'cursor_reset' }, 410) : undefined)),
  );
  await ended(library);
  expect(await loopState(library)).toMatchObject({ paused: 'reset' });
  putBack = false;
  await project(library, 5);
  expect(await sync.syncNow()).toEqual({ kind: 'asks', reason: 'reset' });
  expect(server.requests).toHaveLength(1);
  expect(await readOutbox(library)).toHaveLength(1);
  expect(await sync.rejoin('mine')).toEqual({ kind: 'done' });
  await vi.waitFor(() => nothingWaits(library));
});
