import { IDBFactory } from 'fake-indexeddb';
import { expect, test, vi } from 'vitest';
import { limits } from '#shared/model/limits.ts';
import type { CellToRun } from '#shared/model/run/run-request.ts';
import { cellKeyOf, cellRunsOf } from '../../data/run/cell-runs.ts';
import { readRun, runsOfPrompt } from '../../data/run/run-ring.ts';
import { type ModelClient, RunFailure } from '../model-client.ts';
import { cellOf, countingClient, entry, openTab, type Tab, whenIdle } from '../testing/cells-scene.ts';
import { oneBrowser, promptId } from '../testing/run-scene.ts';

test('a table of 100 cases and three models goes on in the next tab ten times, and each cell is answered once', async () => {
  const indexedDB = new IDBFactory();
  const models = ['a', 'b', 'c'].map((model, place) => ({
    ...entry,
    id: place + 1,
    model,
    address: `http://localhost:${place + 1}`,
  }));
  const all = Array.from({ length: 100 }, (_, count) =>
    models.map((model) => cellOf(`case ${count}`, model)),
  ).flat();
  const answered: string[] = [];
  for (let killed = 0; killed < 10; killed += 1) {
    const { client, calls } = countingClient(answered, 25);
    const tab = await openTab(indexedDB, client);
    tab.cells.start(promptId, all);
    await vi.waitFor(() => expect(calls.length).toBeGreaterThan(25), { timeout: 30_000, interval: 5 });
    tab.library.db.close();
  }
  const { client } = countingClient(answered);
  const last = await openTab(indexedDB, client);
  last.cells.start(promptId, all);
  await whenIdle(last);
  const runs = await cellRunsOf(last.library, promptId);
  const whole = runs.filter(({ state }) => state === 'done').map(({ cell }) => cell);
  expect(new Set(whole)).toEqual(new Set(all.map(({ key }) => key)));
  expect(whole).toHaveLength(all.length);
  expect(await runsOfPrompt(last.library, promptId)).toEqual([]);
});

test('two tabs that run the same cells ask each once', async () => {
  const indexedDB = new IDBFactory();
  const exclusive = oneBrowser();
  const answered: string[] = [];
  const { client } = countingClient(answered);
  const tabs = [await openTab(indexedDB, client, exclusive), await openTab(indexedDB, client, exclusive)];
  const cells = ['one', 'two', 'three'].map((text) => cellOf(text));
  for (const tab of tabs) tab.cells.start(promptId, cells);
  for (const tab of tabs) await whenIdle(tab);
  expect(answered.toSorted()).toEqual(['m one', 'm three', 'm two']);
});

test('a cell that ended whole is not asked again, one that failed is, and no more are under way than the model allows', async () => {
  const indexedDB = new IDBFactory();
  let isDown = true;
  let most = 0;
  let now = 0;
  let meet = () => {};
  const both = new Promise<void>((resolve) => {
    meet = resolve;
  });
  const asked: string[] = [];
  const client: ModelClient = async function* ({ messages }) {
    const text = messages[0]?.content ?? '';
    asked.push(text);
    now += 1;
    most = Math.max(most, now);
    if (now === 2) meet();
    await both;
    now -= 1;
    if (text === 'two' && isDown) throw new RunFailure({ kind: 'brokenOff' });
    yield { kind: 'text', text: 'Yes.' };
  };
  const tab = await openTab(indexedDB, client);
  const cells = ['one', 'two', 'three', 'four', 'five'].map((text) => cellOf(text, { ...entry, atOnce: 2 }));
  tab.cells.start(promptId, cells);
  await whenIdle(tab);
  isDown = false;
  tab.cells.start(promptId, cells);
  await whenIdle(tab);
  expect(asked).toEqual(['one', 'two', 'three', 'four', 'five', 'two']);
  expect(most).toBe(2);
});

test('a model that fails again and again is given up, and another one goes on', async () => {
  const asked: string[] = [];
  const client: ModelClient = async function* ({ messages, entry: { model } }) {
    asked.push(model);
    if (model === 'm') throw new RunFailure({ kind: 'brokenOff' });
    yield { kind: 'text', text: messages[0]?.content ?? '' };
  };
  const tab = await openTab(new IDBFactory(), client);
  const other = { ...entry, id: 6, name: 'Other', model: 'other', address: 'http://localhost:1234/v1' };
  const texts = Array.from({ length: 30 }, (_, count) => `case ${count}`);
  const alone = { ...entry, atOnce: 1 };
  tab.cells.start(promptId, [
    ...texts.map((text) => cellOf(text, alone)),
    ...texts.map((text) => cellOf(text, other)),
  ]);
  await whenIdle(tab);
  expect(asked.filter((model) => model === 'm')).toHaveLength(limits.failedRunsInRow);
  expect(asked.filter((model) => model === 'other')).toHaveLength(30);
  expect(tab.cells.read(promptId).givenUp).toEqual(['Mine']);
});

test('a model that fails keeps none from its turn that stands at the same address, and is named alone', async () => {
  const asked: string[] = [];
  const client: ModelClient = async function* ({ entry: { model } }) {
    asked.push(model);
    if (model === 'm') throw new RunFailure({ kind: 'brokenOff' });
    yield { kind: 'text', text: 'Yes.' };
  };
  const tab = await openTab(new IDBFactory(), client);
  const other = { ...entry, id: 6, name: 'Other', model: 'other', atOnce: 1 };
  const texts = Array.from({ length: 30 }, (_, count) => `case ${count}`);
  tab.cells.start(promptId, [
    ...texts.map((text) => cellOf(text, { ...entry, atOnce: 1 })),
    ...texts.map((text) => cellOf(text, other)),
  ]);
  await whenIdle(tab);
  expect(asked.filter((model) => model === 'm')).toHaveLength(limits.failedRunsInRow);
  expect(asked.filter((model) => model === 'other')).toHaveLength(30);
  expect(tab.cells.read(promptId).givenUp).toEqual(['Mine']);
});

test('a cell that cannot be asked stops none of the others, and is asked by the next press', async () => {
  const answered: string[] = [];
  const { client } = countingClient(answered);
  const tab = await openTab(new IDBFactory(), client);
  let isBroken = true;
  const broken: CellToRun = {
    ...cellOf('one'),
    request: async () => (isBroken ? Promise.reject(new RangeError('Invalid')) : cellOf('one').request()),
  };
  const cells = [broken, cellOf('two'), cellOf('three')];
  tab.cells.start(promptId, cells);
  await whenIdle(tab);
  expect(answered.toSorted()).toEqual(['m three', 'm two']);
  isBroken = false;
  tab.cells.start(promptId, cells);
  await whenIdle(tab);
  expect(answered.toSorted()).toEqual(['m one', 'm three', 'm two']);
});

test('an address that is added while another one is under way begins at once', async () => {
  const answered: string[] = [];
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const client: ModelClient = async function* ({ messages, entry: { model } }) {
    if (model === 'm') await held;
    answered.push(`${model} ${messages[0]?.content}`);
    yield { kind: 'text', text: 'Yes.' };
  };
  const tab = await openTab(new IDBFactory(), client);
  tab.cells.start(promptId, [cellOf('one')]);
  await vi.waitFor(() => expect(tab.cells.read(promptId).running.size).toBe(1));
  const judge = { ...entry, id: 6, model: 'judge', address: 'http://localhost:1234/v1' };
  tab.cells.follow(promptId, [cellOf('one', judge)]);
  await vi.waitFor(() => expect(answered).toEqual(['judge one']));
  release();
  await whenIdle(tab);
  expect(answered).toEqual(['judge one', 'm one']);
});

test('what follows from a press leaves named what was given up since then', async () => {
  const client: ModelClient = async function* ({ entry: { model } }) {
    if (model === 'm') throw new RunFailure({ kind: 'brokenOff' });
    yield { kind: 'text', text: 'Yes.' };
  };
  const tab = await openTab(new IDBFactory(), client);
  const alone = { ...entry, atOnce: 1 };
  tab.cells.start(
    promptId,
    Array.from({ length: 30 }, (_, count) => cellOf(`case ${count}`, alone)),
  );
  await whenIdle(tab);
  tab.cells.follow(promptId, [cellOf('one', { ...entry, id: 6, model: 'judge' })]);
  await whenIdle(tab);
  expect(tab.cells.read(promptId).givenUp).toEqual(['Mine']);
});

test.each<[string, (tab: Tab) => void, boolean]>([
  ['breaks off each of its answers', () => {}, true],
  [
    'has answers that a full disk does not take',
    ({ library }) => {
      const full = () => Promise.reject(new DOMException('Full', 'QuotaExceededError'));
      vi.spyOn(library.db.runs, 'put').mockImplementation(full as never);
    },
    false,
  ],
])('a model that %s is given up before a table is paid for', async (_title, prepare, isCut) => {
  const asked: string[] = [];
  const client: ModelClient = async function* ({ messages }) {
    asked.push(messages[0]?.content ?? '');
    yield { kind: 'text', text: 'Half an answer' };
    if (isCut) throw new RunFailure({ kind: 'brokenOff' });
  };
  const tab = await openTab(new IDBFactory(), client);
  prepare(tab);
  const alone = { ...entry, atOnce: 1 };
  tab.cells.start(
    promptId,
    Array.from({ length: 30 }, (_, count) => cellOf(`case ${count}`, alone)),
  );
  await whenIdle(tab);
  expect(asked).toHaveLength(limits.failedRunsInRow);
  expect(tab.cells.read(promptId).givenUp).toEqual(['Mine']);
});

test('stopping ends what is under way and begins nothing more; a later start goes on', async () => {
  const answered: string[] = [];
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const client: ModelClient = async function* ({ messages, entry: { model } }) {
    await held;
    answered.push(`${model} ${messages[0]?.content}`);
    yield { kind: 'text', text: 'Yes.' };
  };
  const tab = await openTab(new IDBFactory(), client);
  const cells = ['one', 'two', 'three'].map((text) => cellOf(text, { ...entry, atOnce: 1 }));
  tab.cells.start(promptId, cells);
  await vi.waitFor(() => expect(tab.cells.read(promptId).running.size).toBe(1));
  tab.cells.stop(promptId);
  await whenIdle(tab);
  release();
  tab.cells.start(promptId, cells);
  await whenIdle(tab);
  expect(new Set(answered)).toEqual(new Set(['m one', 'm two', 'm three']));
  expect((await cellRunsOf(tab.library, promptId)).map(({ state }) => state)).toEqual([
    'stopped',
    'done',
    'done',
    'done',
  ]);
});

test('a cell of a model that is out of reach has failed, and does not wait among the runs to be sent', async () => {
  const { client, calls } = countingClient([]);
  const tab = await openTab(new IDBFactory(), client);
  tab.cells.start(promptId, [cellOf('one', { ...entry, from: 'node' })]);
  await whenIdle(tab);
  const [run] = await cellRunsOf(tab.library, promptId);
  expect(run).toMatchObject({ state: 'failed', problems: [{ kind: 'offline' }] });
  expect(calls).toEqual([]);
  expect((await readRun(tab.library, run?.id ?? 0))?.messages).toHaveLength(1);
});

test('the key of a cell is that of its parts, whatever their order', async () => {
  const parts = {
    promptId,
    text: 'Hi {{a}}',
    values: { a: '1', b: '2' },
    settings: { temperature: 1 },
    model: entry,
  };
  const key = await cellKeyOf(parts);
  expect(await cellKeyOf({ ...parts, values: { b: '2', a: '1' } })).toBe(key);
  const others = [
    { ...parts, promptId: 99 },
    { ...parts, text: 'Hi' },
    { ...parts, values: { a: '2', b: '2' } },
    { ...parts, settings: { temperature: 0 } },
    { ...parts, model: { ...entry, model: 'n' } },
    { ...parts, model: { ...entry, address: 'http://localhost:1/v1' } },
    { ...parts, model: { ...entry, defaults: { topP: 1 } } },
  ];
  const keys = await Promise.all(others.map(cellKeyOf));
  expect(new Set([key, ...keys]).size).toBe(8);
});

test('a cell whose answer made room for others is asked once more', async () => {
  const answered: string[] = [];
  const { client } = countingClient(answered);
  const tab = await openTab(new IDBFactory(), client);
  for (let press = 0; press < 2; press += 1) {
    tab.cells.start(promptId, [cellOf('one')]);
    await whenIdle(tab);
  }
  expect(answered).toEqual(['m one']);
  await tab.library.db.runs.toCollection().modify((run) => {
    delete run.bytes;
  });
  tab.cells.start(promptId, [cellOf('one')]);
  await whenIdle(tab);
  expect(answered).toEqual(['m one', 'm one']);
});
