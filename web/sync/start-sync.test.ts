import { Subject } from 'rxjs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { commit } from '../data/commit.ts';
import type { Library } from '../data/library.ts';
import { readOutbox } from '../data/outbox-store.ts';
import { loopState } from '../data/queries.ts';
import type { Exclusive } from '../platform/exclusive.ts';
import { answered, now, openedLibrary, scriptedServer } from './library-scene.ts';
import { startSync } from './start-sync.ts';

// Only the loop's own clock stands still: the database in memory needs its immediates.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());

/** One at a time, in order: what Web Locks do for tabs. */
function oneAtATime(): Exclusive {
  let last: Promise<unknown> = Promise.resolve();
  return (_name, task) => {
    const run = last.then(task);
    last = run.catch(() => undefined);
    return run;
  };
}

function started(library: Library, server = scriptedServer(), exclusive = oneAtATime()) {
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
    transfer: async () => null,
  });
  return { sync, server, signals, pokes };
}

const project = (library: Library, id: number) =>
  commit(library, 'createProject', { id, name: `P${id}`, color: 'red' });
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
  const { server } = started(
    library,
    scriptedServer(() => (gone ? null : undefined)),
  );
  await vi.waitFor(async () => expect(await loopState(library)).toMatchObject({ connection: 'offline' }));
  const before = server.requests.length;
  for (const id of [5, 6, 7]) await project(library, id);
  expect(server.requests).toHaveLength(before);
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

test('a loop that was stopped sends nothing any more', async () => {
  const library = await openedLibrary();
  const { sync, server } = started(library);
  await vi.waitFor(async () => expect(await loopState(library)).toMatchObject({ connection: 'online' }));
  sync.stop();
  const before = server.requests.length;
  await project(library, 5);
  vi.advanceTimersByTime(120_000);
  expect(server.requests).toHaveLength(before);
});
