import { Subject } from 'rxjs';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Answer } from '#shared/sync/classify-answer.ts';
import { PushRequest } from '#shared/sync/wire.ts';
import { commit } from '../data/commit.ts';
import { fileScene } from '../data/files-scene.ts';
import type { Library } from '../data/library.ts';
import { readOutbox } from '../data/outbox-store.ts';
import { loopState } from '../data/queries.ts';
import type { Exclusive } from '../platform/exclusive.ts';
import type { FileRequest, TransferFile } from '../platform/file-transfer.ts';
import { answered, now, openedLibrary, scriptedServer } from './library-scene.ts';
import { type Sync, startSync } from './start-sync.ts';

// Only the loop's own clock stands still: the database in memory needs its immediates.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
const loops: Sync[] = [];
afterEach(() => {
  for (const sync of loops.splice(0)) sync.stop();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** One at a time of each name, in order: what Web Locks do for tabs. */
function oneAtATime(): Exclusive {
  const last = new Map<string, Promise<unknown>>();
  return (name, task) => {
    const run = (last.get(name) ?? Promise.resolve()).then(task);
    last.set(
      name,
      run.catch(() => undefined),
    );
    return run;
  };
}

function started(
  library: Library,
  server: Pick<ReturnType<typeof scriptedServer>, 'send' | 'requests' | 'pushed'> = scriptedServer(),
  exclusive = oneAtATime(),
  transfer: TransferFile = async () => null,
) {
  const signals = new Subject<void>();
  const pokes = new Subject<void>();
  const sync = startSync({
    library,
    send: server.send,
    now,
    device: 'test',
    exclusive,
    random: () => 1,
    signals,
    pokes,
    transfer,
  });
  loops.push(sync);
  return { sync, server, signals, pokes };
}

const project = (library: Library, id: number) =>
  commit(library, 'createProject', { id, name: `P${id}`, color: 'red' });
/** The first round, or the latest one, is over. */
const ended = (library: Library) =>
  vi.waitFor(async () => {
    const { working, connection } = await loopState(library);
    expect([working, connection === 'idle']).toEqual([false, false]);
  });
const empty = async (library: Library) => expect(await readOutbox(library)).toEqual([]);

test('a change is sent without anybody asking, and the state is told in the database', async () => {
  const library = await openedLibrary();
  const { server } = started(library);
  await project(library, 5);
  await vi.waitFor(() => empty(library));
  expect(server.pushed()).toEqual(['/api/projects']);
  await vi.waitFor(async () =>
    expect(await loopState(library)).toMatchObject({ connection: 'online', working: false, paused: null }),
  );
});

test('a poke and the return of the network each start a round', async () => {
  const library = await openedLibrary();
  const { server, signals, pokes } = started(library);
  await vi.waitFor(() => expect(server.requests).toHaveLength(1));
  pokes.next();
  await vi.waitFor(() => expect(server.requests).toHaveLength(2));
  signals.next();
  await vi.waitFor(() => expect(server.requests).toHaveLength(3));
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
  expect(server.requests).toHaveLength(before + 1);
  gone = false;
  vi.advanceTimersByTime(500);
  await vi.waitFor(() => empty(library));
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
  sync.resume();
  await vi.waitFor(() => empty(library));
  await vi.waitFor(async () => expect(await loopState(library)).toMatchObject({ paused: null }));
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
  const tabs = [started(library, scriptedServer(), watched), started(library, scriptedServer(), watched)];
  for (const id of [5, 6, 7, 8]) await project(library, id);
  await Promise.all(tabs.map(({ sync }) => sync.syncNow()));
  await empty(library);
  expect(most).toBe(1);
  expect(tabs.flatMap(({ server }) => server.pushed())).toHaveLength(4);
});

test('a change after the first round starts one of its own', async () => {
  const library = await openedLibrary();
  const { server } = started(library);
  await ended(library);
  await project(library, 5);
  await vi.waitFor(() => empty(library));
  expect(server.pushed()).toEqual(['/api/projects']);
});

test('a loop that was stopped sends nothing any more, whatever happens', async () => {
  const library = await openedLibrary();
  const { sync, server, signals, pokes } = started(library);
  await ended(library);
  sync.stop();
  expect(library.onCommit.size).toBe(0);
  const before = server.requests.length;
  await project(library, 5);
  signals.next();
  pokes.next();
  sync.resume();
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
  for (let poke = 0; poke < 5; poke += 1) pokes.next();
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
  started(library, scriptedServer(), exclusive);
  await ended(library);
  expect(names).toContain(`promptory-round-${library.db.name}`);
});

describe('after a failure', () => {
  /** How long the loop was told to wait, apart from its own 30 seconds. */
  const watchWaits = () => {
    const set = vi.spyOn(globalThis, 'setInterval');
    return () => set.mock.calls.map(([, ms]) => ms).filter((ms) => ms !== 30_000);
  };

  test('the wait grows with each one, and starts anew after a round that went well', async () => {
    const waits = watchWaits();
    const library = await openedLibrary();
    let gone = true;
    const { signals } = started(
      library,
      scriptedServer(() => (gone ? null : undefined)),
    );
    for (const told of [[500], [500, 1000], [500, 1000, 2000]]) {
      await vi.waitFor(() => expect(waits()).toEqual(told));
      vi.advanceTimersByTime(told.at(-1) ?? 0);
    }
    await vi.waitFor(() => expect(waits()).toHaveLength(4));
    gone = false;
    signals.next();
    await vi.waitFor(async () => expect(await loopState(library)).toMatchObject({ connection: 'online' }));
    gone = true;
    signals.next();
    await vi.waitFor(() => expect(waits()).toEqual([500, 1000, 2000, 4000, 500]));
  });

  test('a server that says how long to wait is not asked before', async () => {
    const waits = watchWaits();
    const library = await openedLibrary();
    const { server } = started(
      library,
      scriptedServer(() => ({ status: 429, retryAfter: '7', body: undefined })),
    );
    await vi.waitFor(() => expect(waits()).toEqual([7000]));
    vi.advanceTimersByTime(7000);
    await vi.waitFor(() => expect(server.requests).toHaveLength(2));
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

describe('what the loop met is told', () => {
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
    const told = { working: false, paused: null, lastSuccess: null, lastAnswer: at, ...state };
    await vi.waitFor(async () => expect(await loopState(library)).toEqual(told));
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
    const said = vi.spyOn(console, 'error').mockReturnValue();
    let broken = true;
    const exclusive: Exclusive = async (_name, task) => {
      if (broken) throw new Error('The disk is full.');
      return task();
    };
    const { sync } = started(library, scriptedServer(), exclusive);
    expect(await sync.syncNow()).toEqual({ kind: 'again', afterMs: null, reason: 'device' });
    expect(library.storage.isWell()).toBe(false);
    expect(await loopState(library)).toMatchObject({ connection: 'idle', working: false, lastAnswer: null });
    broken = false;
    await sync.syncNow();
    expect(library.storage.isWell()).toBe(true);
    said.mockRestore();
  });

  test('trouble of the network says nothing against the database', async () => {
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
    const said = vi.spyOn(console, 'error').mockReturnValue();
    const full = vi.spyOn(library.db.meta, 'put').mockRejectedValue(new Error('full'));
    const wells: boolean[] = [];
    library.storage.subscribe(() => wells.push(library.storage.isWell()));
    await sync.syncNow();
    expect(wells[0]).toBe(false);
    full.mockRestore();
    said.mockRestore();
  });

  test('nobody is told once the library was closed', async () => {
    const library = await openedLibrary();
    const { sync } = started(library);
    await ended(library);
    const said = vi.spyOn(console, 'error').mockReturnValue();
    const transaction = vi.spyOn(library.db.meta, 'get').mockRejectedValue(new Error('closed'));
    vi.spyOn(library.db, 'isOpen').mockReturnValue(false);
    const wells = vi.fn();
    library.storage.subscribe(wells);
    sync.stop();
    await sync.syncNow();
    // The round itself could not read; of the state nothing is said.
    expect(said.mock.calls.map(([words]) => words)).toEqual(['A sync round ended early.']);
    expect(wells).toHaveBeenCalledOnce();
    transaction.mockRestore();
    said.mockRestore();
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

describe('files', () => {
  /** A file that the server has a row of, and no bytes. */
  async function withFile(): Promise<Library> {
    const scene = await fileScene();
    await scene.add('bytes');
    await scene.confirm();
    return scene.library;
  }
  const has = (offset: number) => ({
    status: 200,
    retryAfter: null,
    body: { offset, size: 5, complete: offset === 5 },
  });

  test('go after a round that went well, and what arrived is heard of in another one', async () => {
    const library = await withFile();
    let there = 0;
    const transfer = async ({ bytes }: FileRequest) => {
      there += bytes?.size ?? 0;
      return has(there);
    };
    const { sync, server } = started(library, scriptedServer(), oneAtATime(), transfer);
    await vi.waitFor(() => expect(server.requests).toHaveLength(2));
    // The row does not say so yet: that is no reason to ask without end.
    for (let round = 3; round < 6; round += 1) {
      await sync.syncNow();
      expect(server.requests).toHaveLength(round);
    }
  });

  test('let a round that begins meanwhile go first', async () => {
    const library = await withFile();
    const order: string[] = [];
    const answer = Promise.withResolvers<void>();
    const scripted = scriptedServer();
    const send: typeof scripted.send = async (request) => {
      const said = await scripted.send(request);
      if (scripted.requests.length > 1) await answer.promise;
      return said;
    };
    const transfer = async ({ method, bytes }: FileRequest) => {
      if (order.length === 3) return has(5);
      order.push(method);
      if (method === 'GET') {
        pokes.next();
        await vi.waitFor(() => expect(scripted.requests).toHaveLength(2));
      }
      return has(bytes?.size ?? 0);
    };
    const { pokes } = started(library, { ...scripted, send }, oneAtATime(), transfer);
    await vi.waitFor(() => expect(scripted.requests).toHaveLength(2));
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    order.push('the round ends');
    answer.resolve();
    await vi.waitFor(() => expect(order).toEqual(['GET', 'the round ends', 'PUT']));
  });

  test('wait where the texts do not pass', async () => {
    const library = await withFile();
    const transfer = vi.fn(async () => null);
    const { sync } = started(
      library,
      scriptedServer(() => null),
      oneAtATime(),
      transfer,
    );
    await sync.syncNow();
    await sync.syncNow();
    expect(transfer).not.toHaveBeenCalled();
  });

  test('are broken off when the loop is stopped, and can be asked for by a screen', async () => {
    const library = await withFile();
    const signals: (AbortSignal | undefined)[] = [];
    const transfer = ({ signal }: FileRequest) => {
      signals.push(signal);
      return new Promise<null>((resolve) => signal?.addEventListener('abort', () => resolve(null)));
    };
    const { sync } = started(library, scriptedServer(), oneAtATime(), transfer);
    await vi.waitFor(() => expect(signals).toHaveLength(1));
    const [stored] = await library.db.resources.toArray();
    if (stored === undefined) throw new Error('The file has no row.');
    expect(await (await sync.files.fetchFile(stored.row))?.text()).toBe('bytes');
    sync.stop();
    expect(signals[0]?.aborted).toBe(true);
  });

  test('are looked at when somebody says that there are some', async () => {
    const library = await withFile();
    const transfer = vi.fn(async () => null);
    const { sync } = started(
      library,
      scriptedServer(() => null),
      oneAtATime(),
      transfer,
    );
    sync.files.wake();
    await vi.waitFor(() => expect(transfer).toHaveBeenCalledOnce());
  });
});
