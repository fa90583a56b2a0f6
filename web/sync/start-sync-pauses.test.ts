import { describe, expect, test, vi } from 'vitest';
import type { Answer } from '#shared/sync/classify-answer.ts';
import type { Library } from '../data/database/library.ts';
import { changeLoopState, loopState } from '../data/queries/queries.ts';
import { answered, now, openedLibrary, scriptedServer } from './library-scene.ts';
import { ended, loopScene, nothingWaits, oneAtATime, project } from './loop-scene.ts';

const started = loopScene();
const hour = 60 * 60 * 1000;

/** A clock that moves together with the loop's timers. */
function movingClock() {
  let at = now();
  return {
    clock: () => at,
    pass(ms: number) {
      at += ms;
      vi.advanceTimersByTime(ms);
    },
  };
}

describe('a server that asks to be left alone for an hour', () => {
  const asksForAnHour: Answer = { status: 429, retryAfter: '3600', body: undefined };
  const scene = async (library: Library) => {
    const { clock, pass } = movingClock();
    let answer: Answer | undefined = asksForAnHour;
    const loop = started(
      library,
      scriptedServer(() => answer),
      { clock },
    );
    await vi.waitFor(async () => expect(await loopState(library)).toMatchObject({ connection: 'rate' }));
    const recovers = () => {
      answer = undefined;
    };
    return { ...loop, clock, pass, recovers };
  };

  test('gets it, whatever happens here meanwhile', async () => {
    const library = await openedLibrary();
    const { server, signals, pokes, pass, sync } = await scene(library);
    for (let minute = 0; minute < 5; minute += 1) {
      for (const _ of [1, 2]) {
        pass(30_000);
        signals.next();
        pokes.next(undefined);
      }
      await project(library, 5 + minute);
    }
    // A round that one of these had started would have come before this one, which a person asks for.
    await sync.syncNow();
    expect(server.requests.map(({ method }) => method)).toEqual(['GET', 'POST']);
  });

  test('is asked again when it is over, and the screen knows when that is', async () => {
    const library = await openedLibrary();
    const { server, pass, recovers } = await scene(library);
    const over = new Date(now() + hour).toISOString();
    expect(await loopState(library)).toMatchObject({ notBefore: over, nextTry: over });
    recovers();
    pass(hour);
    await vi.waitFor(() => expect(server.requests).toHaveLength(2));
    await vi.waitFor(async () =>
      expect(await loopState(library)).toMatchObject({ connection: 'online', notBefore: null }),
    );
  });

  test('gets it from other tabs and after a reload, too', async () => {
    const library = await openedLibrary();
    const { clock, pass, sync } = await scene(library);
    sync.stop();
    const waits = vi.spyOn(globalThis, 'setInterval');
    const reloaded = started(library, scriptedServer(), { clock });
    await vi.waitFor(() => expect(waits.mock.calls.map(([, ms]) => ms)).toContain(hour));
    pass(hour - 1);
    expect(reloaded.server.requests).toEqual([]);
    await vi.waitFor(() => {
      pass(1);
      expect(reloaded.server.requests).not.toEqual([]);
    });
  });

  test('gets it after a reload in the middle of a round, which is shown no longer as under way', async () => {
    const library = await openedLibrary();
    const { clock, sync } = await scene(library);
    sync.stop();
    await changeLoopState(library, { working: true, moving: true });
    const reloaded = started(library, scriptedServer(), { clock });
    await vi.waitFor(async () =>
      expect(await loopState(library)).toMatchObject({ connection: 'rate', working: false, moving: false }),
    );
    expect(reloaded.server.requests).toEqual([]);
  });

  test('gets it no longer than a day, where a clock was set back', async () => {
    const library = await openedLibrary();
    const { sync } = await scene(library);
    sync.stop();
    const reloaded = started(library, scriptedServer(), { clock: () => now() - 48 * hour });
    await vi.waitFor(() => expect(reloaded.server.requests).toHaveLength(1));
  });
});

test('a server that is gone is left alone for up to a minute, though a beat comes every 30 seconds', async () => {
  const library = await openedLibrary();
  const { clock, pass } = movingClock();
  const { server } = started(
    library,
    scriptedServer(() => null),
    { clock },
  );
  await vi.waitFor(() => expect(server.requests).toHaveLength(1));
  for (let failures = 1; failures < 9; failures += 1) {
    const next = new Date(clock() + Math.min(60_000, 500 * 2 ** (failures - 1))).toISOString();
    await vi.waitFor(async () => expect(await loopState(library)).toMatchObject({ nextTry: next }));
    pass(Date.parse(next) - clock());
    await vi.waitFor(() => expect(server.requests).toHaveLength(failures + 1));
  }
  await vi.waitFor(async () =>
    expect(await loopState(library)).toMatchObject({
      working: false,
      nextTry: new Date(clock() + 60_000).toISOString(),
    }),
  );
});

test('a beat goes on after a person had to sign in, which another tab may have done', async () => {
  const library = await openedLibrary();
  let signedIn = false;
  const { server } = started(
    library,
    scriptedServer(() => (signedIn ? undefined : answered({}, 401))),
  );
  await ended(library);
  signedIn = true;
  vi.advanceTimersByTime(30_000);
  await vi.waitFor(() => expect(server.requests).toHaveLength(2));
});

test('a tab does not go on if another one has just learned that the history is another one', async () => {
  const library = await openedLibrary();
  const exclusive = oneAtATime();
  const answer = Promise.withResolvers<Answer>();
  const first = scriptedServer();
  const send: typeof first.send = async (request) => {
    await first.send(request);
    return answer.promise;
  };
  started(library, { ...first, send }, { exclusive });
  await vi.waitFor(() => expect(first.requests).toHaveLength(1));
  const second = started(library, scriptedServer(), { exclusive });
  const round = second.sync.syncNow();
  answer.resolve(answered({ code: 'cursor_reset' }, 410));
  expect(await round).toEqual({ kind: 'asks', reason: 'reset' });
  expect(second.server.requests).toEqual([]);
  expect(await loopState(library)).toMatchObject({ paused: 'reset', working: false });
});

test('an entry that the server fails on makes nothing that is written meanwhile wait', async () => {
  const library = await openedLibrary();
  const { clock, pass } = movingClock();
  let isBroken = true;
  const scripted = scriptedServer();
  const send: typeof scripted.send = async (request) => {
    const answer = await scripted.send(request);
    const body = JSON.stringify(request.body ?? '');
    if (!isBroken || !body.includes('P7')) return answer;
    const results = Object(answer?.body).results.map((result: { key: string }) =>
      body.includes(`"key":"${result.key}","method":"POST","path":"/api/projects","body":{"id":7`)
        ? { key: result.key, status: 500 }
        : result,
    );
    return answered({ seq: 99, results });
  };
  await project(library, 6);
  await project(library, 7);
  started(library, { ...scripted, send }, { clock });
  const left = async () => (await library.db.outbox.toArray()).map(({ target }) => target);
  await vi.waitFor(async () => expect(await left()).toEqual(['project:7']));
  await vi.waitFor(async () => expect(await loopState(library)).toMatchObject({ connection: 'online' }));
  await project(library, 8);
  await vi.waitFor(async () => expect(await left()).toEqual(['project:7']));
  isBroken = false;
  await vi.waitFor(async () => expect(await loopState(library)).toMatchObject({ working: false }));
  pass(2000);
  await vi.waitFor(() => nothingWaits(library));
});
