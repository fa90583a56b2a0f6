// Dexie's live queries stay silent where the global IndexedDB was missing when Dexie was loaded.
import 'fake-indexeddb/auto';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { expect, onTestFinished, test } from 'vitest';
import { doMany } from '../bulk/bulk-act.ts';
import { commit, shownAtEnd } from '../commit/commit.ts';
import { commitPlanned } from '../commit/commit-planned.ts';
import { type Library, openLibrary } from '../database/library.ts';
import { watchOutline } from './watch-outline.ts';

const user = { id: 1, username: 'ada', displayName: 'Ada' };

/** A library with one prompt, the titles that a watcher of its outline was called with, its timers and its time. */
async function scene() {
  const indexedDB = new IDBFactory();
  const time = { now: 0 };
  const opened = () => {
    let word = 1;
    const random = (words: Uint32Array<ArrayBuffer>) => words.map(() => word++);
    return openLibrary(user, { random, now: () => time.now, indexedDb: { indexedDB, IDBKeyRange } });
  };
  const [here, there] = [await opened(), await opened()];
  await commit(here, 'createProject', { id: 1, name: 'P', color: 'red' });
  await addPrompt(here, 10);
  const shown: string[] = [];
  const pauses: (() => void)[] = [];
  const lengths: number[] = [];
  let wake = () => {};
  const stop = watchOutline(
    here,
    (milliseconds, run) => {
      lengths.push(milliseconds);
      pauses.push(run);
      return () => pauses.splice(pauses.indexOf(run), 1);
    },
    ({ prompts }) => {
      shown.push(prompts.map(({ title }) => title).join());
      wake();
    },
  );
  onTestFinished(() => {
    stop();
    here.db.close();
    there.db.close();
  });
  return {
    here,
    there,
    shown,
    pauses,
    lengths,
    time,
    endRest() {
      for (const run of pauses.splice(0)) run();
    },
    async until(titles: string) {
      while (shown.at(-1) !== titles) await new Promise<void>((resolve) => (wake = resolve));
    },
  };
}

async function addPrompt(library: Library, id: number): Promise<void> {
  await commit(library, 'createPrompt', { id, title: `T${id}`, content: '', projectId: 1 });
}

/** Adds prompts whose titles are their ids, in one portion; returns the ids. */
async function addMany(library: Library, count: number): Promise<number[]> {
  const ids = Array.from({ length: count }, (_, place) => 1_000 + place);
  const creations = ids.map((id) => ({
    name: 'createPrompt' as const,
    args: { id, title: `${id}`, content: '', projectId: 1 },
  }));
  await shownAtEnd(library, () => commitPlanned(library, creations));
  return ids;
}

test('a watcher of the outline receives each change of it, from this tab or another', async () => {
  const { here, there, until, endRest } = await scene();
  await until('T10');
  await addPrompt(here, 11);
  await until('T10,T11');
  endRest();
  await addPrompt(there, 12);
  await until('T10,T11,T12');
});

test('changes that arrive while the outline rests are shown together after it, the first of all at once', async () => {
  const { there, shown, lengths, until, endRest } = await scene();
  await until('T10');
  await addPrompt(there, 11);
  await addPrompt(there, 12);
  await addPrompt(there, 13);
  expect(shown).toEqual(['T10']);
  endRest();
  await until('T10,T11,T12,T13');
  expect(shown).toHaveLength(2);
  expect(lengths).toEqual([250, 250]);
  endRest();
  await addPrompt(there, 14);
  await until('T10,T11,T12,T13,T14');
});

test('an act in five portions is shown at its first one and at its end, and so is its undo', async () => {
  const { here, shown, until, endRest } = await scene();
  await until('T10');
  const ids = await addMany(here, 450);
  await until(['T10', ...ids].join());
  endRest();
  let before = shown.length;
  const { takeBack } = await doMany(here, { ids, act: { kind: 'delete', type: 'prompt' } }, {});
  await until('T10');
  expect(shown.length - before).toBeLessThanOrEqual(2);
  before = shown.length;
  endRest();
  await takeBack?.({});
  await until(['T10', ...ids].join());
  expect(shown.length - before).toBeLessThanOrEqual(2);
});

test('an act that a person stops is shown as far as it went', async () => {
  const { here, until, endRest } = await scene();
  await until('T10');
  const ids = await addMany(here, 300);
  await until(['T10', ...ids].join());
  endRest();
  const stopping = new AbortController();
  const onProgress = (done: number) => done === 200 && stopping.abort();
  const act = { kind: 'delete', type: 'prompt' } as const;
  await doMany(here, { ids, act }, { signal: stopping.signal, onProgress });
  await until(['T10', ...ids.slice(200)].join());
});

test('a rest that ends without a change reads nothing', async () => {
  const { pauses, shown, here, until, endRest } = await scene();
  await until('T10');
  endRest();
  await here.db.outline.count();
  expect(pauses).toHaveLength(0);
  expect(shown).toEqual(['T10']);
});

test('the outline rests while pages are received, and is read with the pause, with a commit and at the end', async () => {
  const { here, there, shown, until, endRest } = await scene();
  await until('T10');
  here.loop.change({ receiving: { received: 1, of: 9 } });
  endRest();
  await addPrompt(there, 11);
  await until('T10,T11');
  await addPrompt(there, 12);
  await here.db.outline.count();
  expect(shown.at(-1)).toBe('T10,T11');
  endRest();
  await until('T10,T11,T12');
  await addPrompt(there, 13);
  await addPrompt(here, 14);
  await until('T10,T11,T12,T13,T14');
  await addPrompt(there, 15);
  here.loop.change({ receiving: null });
  await until('T10,T11,T12,T13,T14,T15');
});

test.each([
  ['a second after a quick read', 20, 1_000],
  ['ten times as long as a slow read took', 300, 3_000],
  ['four seconds at most', 900, 4_000],
])('the outline rests %s while pages are received', async (_, tookMs, restMs) => {
  const { here, there, lengths, time, until, endRest } = await scene();
  await until('T10');
  here.loop.change({ receiving: { received: 1, of: 9 } });
  endRest();
  await addPrompt(there, 11);
  time.now += tookMs;
  await until('T10,T11');
  expect(lengths).toEqual([250, restMs]);
});
