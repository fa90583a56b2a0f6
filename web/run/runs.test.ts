// Dexie's live queries stay silent where the global IndexedDB was missing when Dexie was loaded.
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { ModelEntry } from '#shared/model/run/model-entry.ts';
import { runProblemWords } from '#shared/text/run-problem-words.ts';
import { rateRun, readRun, removeRuns, runRing, runsOfPrompt } from '../data/run/run-ring.ts';
import { waitingRuns } from '../data/run/waiting-runs.ts';
import { manualClock } from '../ui/testing/manual-clock.ts';
import type { ModelCall, ModelClient, ModelPart } from './model-client.ts';
import { createRuns, type Runs } from './runs.ts';
import { silenceTimes } from './silence-watch.ts';
import { engineOf, oneBrowser, openedLibrary, promptId, requestOf } from './testing/run-scene.ts';

const entry: ModelEntry = {
  ...{ id: 5, name: 'Mine', kind: 'openai', server: 'ollama', from: 'device', model: 'm' },
  ...{ address: 'http://localhost:11434/v1', defaults: { temperature: 1 }, price: null, atOnce: 1 },
};

type HeldCall = { call: ModelCall; send(part: ModelPart): void; end(): void; fail(error: unknown): void };

/** A model that answers as the test says, one call after the other. */
function heldModel() {
  const calls: HeldCall[] = [];
  let wake = () => {};
  const client: ModelClient = (call) =>
    new ReadableStream<ModelPart>({
      start(controller) {
        calls.push({
          call,
          send: (part) => controller.enqueue(part),
          end: () => controller.close(),
          fail: (error) => controller.error(error),
        });
        wake();
      },
    });
  return {
    calls,
    client,
    async callOf(place: number): Promise<HeldCall> {
      for (;;) {
        const call = calls[place];
        if (call !== undefined) return call;
        await new Promise<void>((resolve) => (wake = resolve));
      }
    },
  };
}

async function runScene(library?: Awaited<ReturnType<typeof openedLibrary>>) {
  const opened = library ?? (await openedLibrary());
  const clock = manualClock();
  const model = heldModel();
  const network = { isThere: true };
  const runs = createRuns({
    checkAnswer: async () => [],
    library: opened,
    clock,
    now: () => Date.parse('2026-01-01T00:00:00.000Z') + clock.now(),
    device: 'A test',
    exclusive: oneBrowser(),
    isOutOfReach: ({ from }) => from === 'node' && !network.isThere,
    keyOf: async () => null,
    clientOf: async () => model.client,
  });
  onTestFinished(() => runs.close());
  return { library: opened, clock, runs, model, network, callOf: model.callOf };
}

async function ended(runs: Runs, id: number): Promise<void> {
  while (runs.read().has(id)) {
    await new Promise<void>((resolve) => {
      const stop = runs.subscribe(() => {
        stop();
        resolve();
      });
    });
  }
}

const shownOf = (runs: Runs, id: number) => runs.read().get(id);

test('an answer is shown as it comes, and kept with what was sent', async () => {
  const { runs, clock, callOf, library } = await runScene();
  const id = runs.start(requestOf(entry, { values: { name: 'Ada' }, settings: { topP: 0.5 } }));
  expect(shownOf(runs, id)?.phase).toBe('queued');
  const { call, send, end } = await callOf(0);
  expect(call.settings).toEqual({ temperature: 1, topP: 0.5 });
  const listener = vi.fn();
  runs.subscribe(listener);
  for (const text of ['Good ', 'morn', 'ing.']) send({ kind: 'text', text });
  await vi.waitFor(() => {
    clock.pass(100);
    expect(shownOf(runs, id)?.run.answer).toBe('Good morning.');
  });
  expect(listener.mock.calls.length).toBeLessThanOrEqual(3);
  expect(shownOf(runs, id)?.phase).toBe('answering');
  end();
  await ended(runs, id);
  expect(await readRun(library, id)).toMatchObject({
    ...{ state: 'done', answer: 'Good morning.', values: { name: 'Ada' }, device: 'A test' },
    model: { entryId: 5, name: 'Mine', kind: 'openai', model: 'm' },
    settings: { temperature: 1, topP: 0.5 },
    excerpt: 'Good morning.',
  });
});

test('runs of one address follow one another, and those of another do not wait', async () => {
  const { runs, model, callOf } = await runScene();
  const first = runs.start(requestOf(entry));
  const second = runs.start(requestOf(entry));
  const elsewhere = runs.start(requestOf({ ...entry, id: 6, address: 'http://localhost:1234/v1' }));
  await callOf(1);
  expect(model.calls.map(({ call }) => call.entry.address)).toEqual([
    'http://localhost:11434/v1',
    'http://localhost:1234/v1',
  ]);
  expect(shownOf(runs, second)?.phase).toBe('queued');
  (await callOf(0)).end();
  await ended(runs, first);
  expect((await callOf(2)).call.entry.address).toBe('http://localhost:11434/v1');
  runs.stop(second);
  runs.stop(elsewhere);
  await ended(runs, second);
});

test('an entry may allow more runs at once', async () => {
  const { runs, callOf, model, clock } = await runScene();
  for (let count = 0; count < 3; count += 1) runs.start(requestOf({ ...entry, atOnce: 2 }));
  await callOf(1);
  clock.pass(250);
  expect([...runs.read().values()].map(({ phase }) => phase)).toEqual(['sent', 'sent', 'queued']);
  expect(model.calls.length).toBe(2);
});

test('a stopped run is over at once, its request is aborted, and what came is kept', async () => {
  const { runs, clock, callOf, library } = await runScene();
  const id = runs.start(requestOf(entry));
  const { call, send } = await callOf(0);
  send({ kind: 'text', text: 'Good' });
  await vi.waitFor(() => {
    clock.pass(100);
    expect(shownOf(runs, id)?.run.answer).toBe('Good');
  });
  runs.stop(id);
  expect(call.signal.aborted).toBe(true);
  await ended(runs, id);
  expect(await readRun(library, id)).toMatchObject({ state: 'stopped', answer: 'Good', problems: [] });
});

test('a run that waits for its turn can be stopped, and the others go on', async () => {
  const { runs, callOf, library } = await runScene();
  const first = runs.start(requestOf(entry));
  const waiting = runs.start(requestOf(entry));
  const last = runs.start(requestOf(entry));
  runs.stop(waiting);
  await ended(runs, waiting);
  expect(await readRun(library, waiting)).toMatchObject({ state: 'stopped', totalMs: null });
  (await callOf(0)).end();
  await ended(runs, first);
  (await callOf(1)).end();
  await ended(runs, last);
});

test('all runs of a prompt are stopped together', async () => {
  const { runs } = await runScene();
  const own = runs.start(requestOf(entry));
  const other = runs.start(requestOf(entry, { promptId: 12 }));
  runs.stopAll(promptId);
  await ended(runs, own);
  expect(runs.read().has(other)).toBe(true);
});

test('silence is shown after some seconds, and ends a run in the end', async () => {
  const { runs, clock, callOf, library } = await runScene();
  const id = runs.start(requestOf(entry));
  const { send } = await callOf(0);
  clock.pass(silenceTimes.slowMs + 100);
  expect(shownOf(runs, id)?.phase).toBe('slow');
  send({ kind: 'text', text: 'Good' });
  await vi.waitFor(() => {
    clock.pass(100);
    expect(shownOf(runs, id)?.phase).toBe('answering');
  });
  clock.pass(silenceTimes.slowMs + 100);
  expect(shownOf(runs, id)?.phase).toBe('paused');
  clock.pass(silenceTimes.pauseMs);
  await ended(runs, id);
  expect(await readRun(library, id)).toMatchObject({
    ...{ state: 'brokenOff', answer: 'Good' },
    problems: [{ kind: 'silent', seconds: 180, began: true }],
  });
});

test('what came is in the library half a second after it was shown', async () => {
  const { runs, clock, callOf, library } = await runScene();
  const id = runs.start(requestOf(entry));
  const { send } = await callOf(0);
  send({ kind: 'text', text: 'Good' });
  await vi.waitFor(() => {
    clock.pass(100);
    expect(shownOf(runs, id)?.run.answer).toBe('Good');
  });
  clock.pass(500);
  await vi.waitFor(async () => expect((await readRun(library, id))?.answer).toBe('Good'));
  expect((await readRun(library, id))?.state).toBe('running');
});

test('a run whose tab is gone has broken off with what came; one of a tab that lives goes on', async () => {
  const indexedDb = new IDBFactory();
  const exclusive = oneBrowser();
  const [lost, living, looking] = await Promise.all([1, 2, 3].map(() => openedLibrary(indexedDb)));
  if (lost === undefined || living === undefined || looking === undefined) throw new Error('No library.');
  // The tab that lives holds its lock; the lost one has none any more.
  engineOf(living, { exclusive });
  const ids: number[] = [];
  for (const library of [lost, living]) {
    const { runs, clock, callOf } = await runScene(library);
    const id = runs.start(requestOf(entry));
    ids.push(id);
    (await callOf(0)).send({ kind: 'text', text: 'Good' });
    await vi.waitFor(async () => {
      clock.pass(500);
      expect((await readRun(library, id))?.answer).toBe('Good');
    });
  }
  engineOf(looking, { exclusive });
  const [ofLost = 0, ofLiving = 0] = ids;
  await vi.waitFor(async () => expect((await readRun(looking, ofLost))?.state).toBe('brokenOff'));
  expect(await readRun(looking, ofLost)).toMatchObject({ answer: 'Good', problems: [{ kind: 'brokenOff' }] });
  expect((await readRun(looking, ofLiving))?.state).toBe('running');
});

test('a run that still waits for its turn as its tab goes was never sent, and says so', async () => {
  const indexedDb = new IDBFactory();
  const exclusive = oneBrowser();
  const [lost, looking] = await Promise.all([1, 2].map(() => openedLibrary(indexedDb)));
  if (lost === undefined || looking === undefined) throw new Error('No library.');
  const { runs, callOf, model } = await runScene(lost);
  const sent = runs.start(requestOf(entry));
  await callOf(0);
  const waits = runs.start(requestOf(entry));
  await vi.waitFor(async () => expect((await readRun(lost, waits))?.state).toBe('queued'));
  await vi.waitFor(async () => expect((await readRun(lost, sent))?.state).toBe('running'));
  engineOf(looking, { exclusive });
  await vi.waitFor(async () => expect((await readRun(looking, waits))?.state).toBe('failed'));
  const run = await readRun(looking, waits);
  expect(run).toMatchObject({ answer: '', totalMs: null, problems: [{ kind: 'neverSent' }] });
  expect(run?.problems.map((each) => runProblemWords(each, 0))).toEqual([
    {
      text: 'It was not sent: the page was closed before its turn came.',
      ...{ remedy: 'Run it again.', command: null },
    },
  ]);
  expect(model.calls).toHaveLength(1);
  expect(await readRun(looking, sent)).toMatchObject({
    ...{ state: 'brokenOff', problems: [{ kind: 'brokenOff' }] },
  });
});

test.each([
  ['before an answer', [], 'failed'],
  ['in an answer', ['Good'], 'brokenOff'],
])(
  'an error that nobody expects %s is named as one, with its own words cut short',
  async (_, texts, state) => {
    const { runs, clock, callOf, library } = await runScene();
    const id = runs.start(requestOf(entry));
    const { send, fail } = await callOf(0);
    for (const text of texts) send({ kind: 'text', text });
    await vi.waitFor(() => {
      clock.pass(100);
      expect(shownOf(runs, id)?.run.answer).toBe(texts.join(''));
    });
    fail(new RangeError(`Out of\nreach ${'x'.repeat(400)}`));
    await ended(runs, id);
    const run = await readRun(library, id);
    expect(run).toMatchObject({ state, answer: texts.join('') });
    const [problem, ...more] = run?.problems ?? [];
    if (problem === undefined) throw new Error('The run has no problem.');
    const { text, remedy } = runProblemWords(problem, 0);
    expect([more, text]).toEqual([[], 'Something unexpected went wrong, and the run ended.']);
    expect(remedy).toMatch(/^Run it again\. The error: Out of reach x{200,300}…$/);
  },
);

test('an error that has no words of its own is named by its name', async () => {
  const { runs, callOf, library } = await runScene();
  const id = runs.start(requestOf(entry));
  (await callOf(0)).fail(new DOMException('', 'OperationError'));
  await ended(runs, id);
  expect((await readRun(library, id))?.problems).toEqual([{ kind: 'unexpected', message: 'OperationError' }]);
});

test('an answer that a full disk does not take stays on the screen and says so', async () => {
  const { runs, callOf, library } = await runScene();
  library.db.runs.hook('creating', () => {
    throw new DOMException('The disk is full.', 'QuotaExceededError');
  });
  const id = runs.start(requestOf(entry));
  const { send, end } = await callOf(0);
  send({ kind: 'text', text: 'Good' });
  end();
  await vi.waitFor(() => expect(shownOf(runs, id)?.run.problems).toEqual([{ kind: 'notKept' }]));
  expect(shownOf(runs, id)).toMatchObject({ phase: 'ended', run: { answer: 'Good', state: 'done' } });
  runs.dismiss(id);
  expect(runs.read().has(id)).toBe(false);
});

test('the ring holds the newest 200 runs of a prompt', async () => {
  const { runs, clock, callOf, library } = await runScene();
  const other = runs.start(requestOf(entry, { promptId: 12 }));
  (await callOf(0)).end();
  await ended(runs, other);
  const ids: number[] = [];
  for (let count = 0; count < runRing.runsOfPrompt + 2; count += 1) {
    clock.pass(1);
    const id = runs.start(requestOf(entry));
    ids.push(id);
    (await callOf(count + 1)).end();
    await ended(runs, id);
  }
  const kept = await runsOfPrompt(library, promptId);
  expect(kept.map(({ id }) => id)).toEqual(ids.slice(2).reverse());
  expect(await readRun(library, ids[0] ?? 0)).toBeNull();
  expect(await runsOfPrompt(library, 12)).toHaveLength(1);
});

test('the ring holds the newest 100 MB', async () => {
  const { runs, clock, callOf, library } = await runScene();
  const long = 'x'.repeat(21 * 1024 * 1024);
  const ids: number[] = [];
  for (let count = 0; count < 5; count += 1) {
    clock.pass(1);
    const id = runs.start(requestOf(entry, { messages: [{ role: 'user', content: long }] }));
    ids.push(id);
    (await callOf(count)).end();
    await ended(runs, id);
  }
  expect((await runsOfPrompt(library, promptId)).map(({ id }) => id)).toEqual(ids.slice(1).reverse());
});

test('a rating that was given while the answer came stays, and a run can be removed', async () => {
  const { runs, callOf, library } = await runScene();
  const id = runs.start(requestOf(entry));
  const { end } = await callOf(0);
  await rateRun(library, id, { verdict: 'better', stars: 4, note: 'Short.' });
  end();
  await ended(runs, id);
  expect((await readRun(library, id))?.rating).toEqual({ verdict: 'better', stars: 4, note: 'Short.' });
  await removeRuns(library, [id]);
  expect(await runsOfPrompt(library, promptId)).toEqual([]);
});

const ofNode: ModelEntry = {
  ...entry,
  id: 0,
  from: 'node',
  server: 'node',
  address: 'http://node.test/api/run',
};
const picture = { name: 'a.png', mediaType: 'image/png', bytes: new Uint8Array([1, 2, 3]) };

test('without a network a run of another machine waits, and is sent once by whoever asks first', async () => {
  const { runs, network, library, model, callOf } = await runScene();
  const other = await runScene(library);
  network.isThere = false;
  const id = runs.start(requestOf(ofNode, { settings: { topP: 0.5 }, attachments: [picture] }));
  await ended(runs, id);
  expect(await waitingRuns(library)).toMatchObject([{ id, state: 'waiting', totalMs: null }]);
  network.isThere = true;
  expect(await Promise.all([runs.send(id, ofNode), other.runs.send(id, ofNode)])).toEqual([true, false]);
  const { call, send, end } = await callOf(0);
  expect(call).toMatchObject({ settings: { topP: 0.5 }, attachments: [picture] });
  send({ kind: 'text', text: 'Good morning.' });
  end();
  await ended(runs, id);
  expect(await readRun(library, id)).toMatchObject({ state: 'done', answer: 'Good morning.' });
  expect(await waitingRuns(library)).toEqual([]);
  expect(await runs.send(id, ofNode)).toBe(false);
  expect([model.calls.length, other.model.calls.length]).toEqual([1, 0]);
});

test('a run that is sent while there is still no network waits on, and a local one never waits', async () => {
  const { runs, network, library, model, callOf } = await runScene();
  network.isThere = false;
  const id = runs.start(requestOf(ofNode));
  await ended(runs, id);
  await runs.send(id, ofNode);
  await ended(runs, id);
  expect(await waitingRuns(library)).toMatchObject([{ id }]);
  expect(model.calls).toEqual([]);
  const local = runs.start(requestOf(entry));
  (await callOf(0)).end();
  await ended(runs, local);
  expect((await readRun(library, local))?.state).toBe('done');
});

test('a run that waits is not taken out by those that come after it, and can be removed', async () => {
  const { runs, network, library } = await runScene();
  network.isThere = false;
  const id = runs.start(requestOf(ofNode));
  await ended(runs, id);
  await library.db.runs.update(id, { startedAt: '2025-01-01T00:00:00.000Z', bytes: 2 * runRing.bytes });
  const next = runs.start(requestOf(ofNode));
  await ended(runs, next);
  expect((await waitingRuns(library)).map((run) => run.id).toSorted()).toEqual([id, next].toSorted());
  await removeRuns(library, [id, next]);
  expect(await waitingRuns(library)).toEqual([]);
  expect(await runs.send(id, ofNode)).toBe(false);
});

test('where the disk does not take a run that is to wait, it says that nothing was sent', async () => {
  const { runs, network, library } = await runScene();
  network.isThere = false;
  library.db.close();
  const id = runs.start(requestOf(ofNode));
  await vi.waitFor(() => expect(shownOf(runs, id)?.run.problems).not.toEqual([]));
  await vi.waitFor(() =>
    expect(shownOf(runs, id)?.run).toMatchObject({
      state: 'failed',
      problems: [{ kind: 'offline' }, { kind: 'notKept' }],
    }),
  );
});
