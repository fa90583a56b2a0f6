/** Tests what a person puts on a thing while another device deletes that thing: a deletion takes only what was seen. */
import { describe, expect, test } from 'vitest';
import { argsOfCase } from '#shared/model/checks/test-case.ts';
import { exampleTestCase } from '#shared/model/checks/test-case-example.ts';
import { exampleKeptRun, exampleRun } from '#shared/model/run/kept-run-example.ts';
import { ChangesPage, type FeedChange } from '#shared/sync/wire.ts';
import { registered, testApp } from '../../sync-server/testing/test-app.ts';
import { commit } from '../../web/data/commit/commit.ts';
import type { Library } from '../../web/data/database/library.ts';
import { danglingRows } from './dangling-rows.ts';
import { type Device, deviceOf } from './restored-scene.ts';

type Act = (library: Library) => Promise<unknown>;
/** `row`: what must be there afterwards, on both devices and on the server. `has`: what was put on it. */
type Put = { act: Act; row: `${string}:${number}`; has: unknown };

const valueSet = { id: 30, name: 'Mine', values: { name: 'Ada' }, base: {} };
const label = { label: 'hotfix', versionId: 11, from: null, device: 'phone' };
const bytes = { fileType: 'text/plain' as const, fileSize: 1, sha256: 'a'.repeat(64) };

const puts = {
  'a label on a version': {
    act: (library) => commit(library, 'setAttributes', { id: 2, labels: [label] }),
    row: 'version:11',
    has: { content: 'one' },
  },
  'a text of a version': {
    act: (library) => commit(library, 'editVersion', { promptId: 2, id: 11, content: 'mine', base: 'one' }),
    row: 'version:11',
    has: { content: 'mine' },
  },
  'a tag': {
    act: (library) => commit(library, 'setAttributes', { id: 2, addTags: ['mine'] }),
    row: 'prompt:2',
    has: { attributes: { tags: ['mine'] } },
  },
  'a value set': {
    act: (library) => commit(library, 'setAttributes', { id: 2, valueSets: [valueSet] }),
    row: 'prompt:2',
    has: { attributes: { valueSets: [{ values: { name: 'Ada' } }] } },
  },
  'a note': {
    act: (library) => commit(library, 'updatePrompt', { id: 2, notes: 'mine', baseNotes: '' }),
    row: 'prompt:2',
    has: { notes: 'mine' },
  },
  'a title': {
    act: (library) => commit(library, 'updatePrompt', { id: 2, title: 'Mine' }),
    row: 'prompt:2',
    has: { title: 'Mine' },
  },
  'a text': {
    act: (library) => commit(library, 'setContent', { id: 2, content: 'mine', base: 'two' }),
    row: 'prompt:2',
    has: { content: 'mine' },
  },
  'a reference to a snippet': {
    act: (library) => commit(library, 'setContent', { id: 2, content: '{{> Letters/Footer}}', base: 'two' }),
    row: 'prompt:2',
    has: { content: '{{> Letters/Footer}}' },
  },
  'a new version': {
    act: (library) =>
      commit(library, 'saveVersion', { promptId: 2, id: 13, content: 'mine', description: 'd', base: 'two' }),
    row: 'version:13',
    has: { content: 'mine' },
  },
  'a run that is kept': {
    act: (library) =>
      commit(library, 'keepRun', exampleKeptRun({ id: 32, run: exampleRun({ answer: 'mine' }) })),
    row: 'keptRun:32',
    has: { run: { answer: 'mine' } },
  },
  'a rating of a kept run': {
    act: (library) => commit(library, 'updateKeptRun', { promptId: 2, id: 31, stars: 5 }),
    row: 'keptRun:31',
    has: { stars: 5 },
  },
  'a new test case': {
    act: (library) => commit(library, 'createTestCase', argsOfCase(exampleTestCase({ id: 42 }))),
    row: 'testCase:42',
    has: { name: 'Greets' },
  },
  'a value of a test case': {
    act: (library) => commit(library, 'updateTestCase', { promptId: 2, id: 41, values: { name: 'Eve' } }),
    row: 'testCase:41',
    has: { values: { name: 'Eve' } },
  },
  'a new prompt': {
    act: (library) => commit(library, 'createPrompt', { id: 4, title: 'Mine', content: 'x', projectId: 1 }),
    row: 'prompt:4',
    has: { projectId: 1 },
  },
  'a prompt that moves in': {
    act: (library) => commit(library, 'movePrompt', { id: 5, projectId: 1 }),
    row: 'prompt:5',
    has: { projectId: 1 },
  },
  'a new file': {
    act: (library) =>
      commit(library, 'createResource', {
        ...{ id: 6, projectId: 1, name: 'Mine', originalFilename: 'mine.txt', description: '' },
        ...bytes,
      }),
    row: 'resource:6',
    has: { projectId: 1 },
  },
} satisfies Record<string, Put>;

export const deletes = {
  'a version': (library) => commit(library, 'deleteVersion', { promptId: 2, id: 11 }),
  'several versions': (library) => commit(library, 'deleteVersions', { promptId: 2, versionIds: [11] }),
  'a kept run': (library) => commit(library, 'deleteKeptRun', { promptId: 2, id: 31 }),
  'a test case': (library) => commit(library, 'deleteTestCase', { promptId: 2, id: 41 }),
  'a prompt': (library) => commit(library, 'deletePrompt', { id: 2 }),
  'a snippet': (library) => commit(library, 'deletePrompt', { id: 3 }),
  'a project': (library) => commit(library, 'deleteProject', { id: 1 }),
} satisfies Record<string, Act>;

type Scene = { laptop: Device; phone: Device; cookie: string; world: { server: ReturnType<typeof testApp> } };

/** Both know project 1 with prompt 2 of two versions, a kept run and a test case, snippet 3, and project 7 with prompt 5. */
async function scene(): Promise<Scene> {
  const world = { server: testApp() };
  const cookie = await registered(world.server.app, 'ada');
  const [laptop, phone] = [await deviceOf(world, cookie), await deviceOf(world, cookie)];
  const { library } = laptop;
  await commit(library, 'createProject', { id: 1, name: 'Letters', color: 'red' });
  await commit(library, 'createProject', { id: 7, name: 'Others', color: 'red' });
  await commit(library, 'createPrompt', { id: 2, title: 'Answer', content: 'one', projectId: 1 });
  await commit(library, 'createPrompt', { id: 3, title: 'Footer', content: 'Yours', projectId: 1 });
  await commit(library, 'createPrompt', { id: 5, title: 'Moves', content: 'x', projectId: 7 });
  const version = { promptId: 2, description: 'd' };
  await commit(library, 'saveVersion', { ...version, id: 11, content: 'one', base: 'one' });
  await commit(library, 'saveVersion', { ...version, id: 12, content: 'two', base: 'one' });
  await commit(library, 'keepRun', exampleKeptRun({ id: 31 }));
  await commit(library, 'createTestCase', argsOfCase(exampleTestCase({ id: 41 })));
  for (const device of [laptop, phone]) await device.round();
  return { laptop, phone, cookie, world };
}

async function changesOf({ server }: Scene['world'], cookie: string): Promise<FeedChange[]> {
  const answer = await server.app.request('/api/sync/changes?limit=500', { headers: { cookie } });
  return ChangesPage.parse(await answer.json()).changes;
}

async function shownRows({ db }: Library) {
  const rows = await Promise.all(db.shown.map((table) => table.toArray()));
  return rows.flat().map(({ type, id, row }) => ({ type, id, row }));
}

/** Puts on one device what another deletes: what was not seen is there on all sides. */
async function staysOnAllSides({ act, row, has }: Put, remove: Act, first: string): Promise<void> {
  const { laptop, phone, cookie, world } = await scene();
  await act(laptop.library);
  await remove(phone.library);
  const order = first === 'put' ? [laptop, phone] : [phone, laptop];
  for (const device of [...order, ...order, ...order]) await device.round();
  const server = await changesOf(world, cookie);
  for (const { library } of [laptop, phone]) {
    expect(await library.db.outbox.count()).toBe(0);
    const shown = (await shownRows(library)).find(({ type, id }) => `${type}:${id}` === row);
    expect(shown?.row).toMatchObject(has as object);
    expect(danglingRows(await shownRows(library))).toEqual([]);
  }
  expect(danglingRows(server)).toEqual([]);
  expect(server.find(({ type, id }) => `${type}:${id}` === row)?.row).toMatchObject(has as object);
  for (const { library } of [laptop, phone]) library.db.close();
  world.server[Symbol.dispose]();
}

/** Declares the tests of each thing that is put, while the named things are deleted. */
export function testPutAndDelete(names: readonly (keyof typeof deletes)[]): void {
  describe.each(Object.entries(puts) as [keyof typeof puts, Put][])('%s', (_put, put) => {
    describe.each(names)('while %s is deleted on another device', (name) => {
      test.each(['put', 'deletion'])('is there on all sides where the %s arrives first', (first) =>
        staysOnAllSides(put, deletes[name], first),
      );
    });
  });
}
