/** Scenes for the tests of the loop: it runs in memory against a server that answers what a test says. */
import { Subject } from 'rxjs';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { commit } from '../data/commit/commit.ts';
import type { Library } from '../data/database/library.ts';
import { readOutbox } from '../data/outbox/outbox-store.ts';
import { loopState } from '../data/queries/queries.ts';
import type { TransferBlob } from '../platform/blob-transfer.ts';
import type { Exclusive } from '../platform/exclusive.ts';
import { now, scriptedServer } from './library-scene.ts';
import { type Sync, startSync } from './start-sync.ts';

type Answering = Pick<ReturnType<typeof scriptedServer>, 'send' | 'requests' | 'pushed'>;

/** Only the loop's own clock stands still: the database in memory needs its immediates. */
export function loopScene() {
  const loops: Sync[] = [];
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
  afterEach(() => {
    for (const sync of loops.splice(0)) sync.stop();
    vi.restoreAllMocks();
    vi.useRealTimers();
  });
  return (
    library: Library,
    server: Answering = scriptedServer(),
    {
      exclusive = oneAtATime(),
      transfer = async () => null,
      clock = now,
    }: { exclusive?: Exclusive; transfer?: TransferBlob; clock?: () => number } = {},
  ) => {
    const signals = new Subject<void>();
    const pokes = new Subject<string | undefined>();
    const sync = startSync({
      library,
      send: server.send,
      now: clock,
      device: 'test',
      exclusive,
      random: () => 1,
      signals,
      pokes: () => pokes,
      transfer,
    });
    loops.push(sync);
    return { sync, server, signals, pokes };
  };
}

/** One at a time of each name, in order: what Web Locks do for tabs. */
export function oneAtATime(): Exclusive {
  const last = new Map<string, Promise<unknown>>();
  return (name, task) => {
    const run = (last.get(name) ?? Promise.resolve()).then(() => task());
    last.set(
      name,
      run.catch(() => undefined),
    );
    return run;
  };
}

export const project = (library: Library, id: number) =>
  commit(library, 'createProject', { id, name: `P${id}`, color: 'red' });

/** The first round, or the latest one, is over. */
export const ended = (library: Library) =>
  vi.waitFor(async () => {
    const { working, connection } = await loopState(library);
    expect([working, connection === 'idle']).toEqual([false, false]);
  });

export const nothingWaits = async (library: Library) => expect(await readOutbox(library)).toEqual([]);
