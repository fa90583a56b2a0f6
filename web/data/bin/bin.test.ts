/** Tests that rows which leave the screen are kept, listed, and come back as they were. */
import { expect, test } from 'vitest';
import { commit } from '../commit/commit.ts';
import type { Library } from '../database/library.ts';
import { readOutbox } from '../outbox/outbox-store.ts';
import { outlineOf, promptOf } from '../queries/queries.ts';
import { blobBytes } from '../resources/resources.ts';
import { settleUploads } from '../resources/uploads.ts';
import { fileScene } from '../testing/resources-scene.ts';
import {
  keptRunChange,
  openedLibrary,
  projectChange,
  promptChange,
  pullPage,
  testCaseChange,
  versionChange,
} from '../testing/server-rows-scene.ts';
import { versionsOf } from '../testing/versions-scene.ts';
import { exportLibrary } from '../transfer/library-export.ts';
import { binBytes, binItems, contentsOf, textInBin } from './bin-items.ts';
import { restoreFromBin } from './restore.ts';

const notes = JSON.stringify([{ id: '1', content: 'Ask Grace', createdAt: '' }]);
const attributes = {
  favorite: true as const,
  tags: ['mail'],
  valueSets: [{ id: 7, name: 'Acme', values: { name: 'Ada' } }],
  labels: [{ label: 'production', versionId: 9, moves: [] }],
};

/** Project 5 with prompt 1, which has versions 9 and 10, all of them confirmed. */
async function scene(): Promise<Library> {
  const library = await openedLibrary();
  await pullPage(library, [
    projectChange({ name: 'Letters' }),
    promptChange({ title: 'Answer', content: 'Dear {name}', notes, attributes, lastVersion: 2 }),
    versionChange({ description: 'First' }),
    versionChange({ id: 10, version: 2, content: 'second', description: 'Second' }, { seq: 4 }),
  ]);
  return library;
}

const names = async (library: Library) => (await binItems(library)).map(({ name }) => name);
const numbersOf = async (library: Library) =>
  Object.fromEntries((await versionsOf(library, 1)).map(({ id, version }) => [id, version]));
const tombstone = { deleted: true as const, rev: 2 };

test('a prompt that is deleted here is one item with its versions, and comes back with all that it had', async () => {
  const library = await scene();
  await commit(library, 'deletePrompt', { id: 1 });
  const [item, ...others] = await binItems(library);
  expect(others).toEqual([]);
  expect(item).toMatchObject({
    name: 'Answer',
    device: null,
    place: { project: { id: 5, name: 'Letters' } },
  });
  expect(await contentsOf(library, item as never)).toMatchObject({ versions: 2 });
  expect(await textInBin(library, 'prompt:1')).toMatchObject({ content: 'Dear {name}' });
  expect(await restoreFromBin(library, 'prompt:1')).toEqual({ ok: true, left: [] });
  expect(await promptOf(library, 1)).toMatchObject({
    projectId: 5,
    title: 'Answer',
    content: 'Dear {name}',
    notes,
  });
  expect((await promptOf(library, 1))?.attributes).toMatchObject({
    ...{ favorite: true, tags: ['mail'], valueSets: attributes.valueSets },
    labels: [{ label: 'production', versionId: 9 }],
  });
  expect((await versionsOf(library, 1)).map(({ id, content }) => [id, content]).sort()).toEqual([
    [10, 'second'],
    [9, 'v'],
  ]);
  expect(await binItems(library)).toEqual([]);
  expect(await binBytes(library)).toBe(0);
});

test.each([
  ['here', (library: Library) => commit(library, 'deletePrompt', { id: 1 })],
  [
    'elsewhere',
    async (library: Library) => {
      await pullPage(library, [promptChange({}, { ...tombstone, seq: 11 })], 11);
      await pullPage(library, [versionChange({}, { ...tombstone, seq: 12 })], 12);
      await pullPage(library, [versionChange({ id: 10 }, { ...tombstone, seq: 13 })], 13);
    },
  ],
])('the versions of a prompt that was deleted %s come back with their numbers', async (_where, remove) => {
  const library = await scene();
  await remove(library);
  await restoreFromBin(library, 'prompt:1');
  expect(await numbersOf(library)).toEqual({ 9: 1, 10: 2 });
});

test.each([
  ['here', (library: Library) => commit(library, 'deleteVersion', { promptId: 1, id: 9 })],
  ['elsewhere', (library: Library) => pullPage(library, [versionChange({}, { ...tombstone, seq: 11 })], 11)],
])('a version that was deleted %s comes back with its number', async (_where, remove) => {
  const library = await scene();
  await remove(library);
  await restoreFromBin(library, 'version:9');
  expect(await numbersOf(library)).toEqual({ 9: 1, 10: 2 });
  await commit(library, 'saveVersion', { promptId: 1, id: 11, content: 'third', description: 'Third' });
  expect(await numbersOf(library)).toEqual({ 9: 1, 10: 2, 11: 3 });
});

test('what was typed and not sent before the deletion is in the bin', async () => {
  const library = await scene();
  await commit(library, 'setContent', { id: 1, content: 'typed offline', base: 'Dear {name}' });
  await commit(library, 'deletePrompt', { id: 1 });
  await restoreFromBin(library, 'prompt:1');
  expect(await promptOf(library, 1)).toMatchObject({ content: 'typed offline' });
});

test('a deletion that comes by the feed is listed with the device that did it', async () => {
  const library = await scene();
  const author = { device: 'Firefox on Linux', at: '2026-01-01T00:00:00.000Z' };
  await pullPage(library, [promptChange({}, { ...tombstone, seq: 11, author })], 11);
  await pullPage(library, [versionChange({}, { ...tombstone, seq: 12, author })], 12);
  expect(await binItems(library)).toMatchObject([{ key: 'prompt:1', device: 'Firefox on Linux' }]);
  await restoreFromBin(library, 'prompt:1');
  expect(await promptOf(library, 1)).toMatchObject({ content: 'Dear {name}', notes });
  expect((await readOutbox(library)).map(({ name, target }) => [name, target])).toContainEqual([
    'createPrompt',
    'prompt:1',
  ]);
});

test('a project is one item with what was inside, though the feed brings it over several pages', async () => {
  const library = await scene();
  await pullPage(library, [projectChange({}, { ...tombstone, seq: 11 })], 11);
  await pullPage(library, [promptChange({}, { ...tombstone, seq: 12 })], 12);
  await pullPage(library, [versionChange({}, { ...tombstone, seq: 13 })], 13);
  await pullPage(library, [versionChange({ id: 10 }, { ...tombstone, seq: 14 })], 14);
  const [item, ...others] = await binItems(library);
  expect(others).toEqual([]);
  expect(await contentsOf(library, item as never)).toMatchObject({ prompts: 1 });
  await restoreFromBin(library, 'project:5');
  expect(await outlineOf(library)).toMatchObject({
    projects: [{ id: 5, name: 'Letters', color: 'red' }],
    prompts: [{ id: 1, title: 'Answer' }],
  });
  expect(await versionsOf(library, 1)).toHaveLength(2);
  expect(await library.db.binItems.count()).toBe(0);
});

test('a prompt alone brings the project along in which it was, and the rest of it stays in the bin', async () => {
  const library = await scene();
  await commit(library, 'createPrompt', { id: 2, title: 'Other', content: 'x', projectId: 5 });
  await commit(library, 'deletePrompt', { id: 1 });
  await commit(library, 'deleteProject', { id: 5 });
  expect((await names(library)).sort()).toEqual(['Answer', 'Letters']);
  await restoreFromBin(library, 'prompt:1');
  expect((await outlineOf(library)).projects).toMatchObject([{ id: 5, name: 'Letters' }]);
  expect(await promptOf(library, 2)).toBeUndefined();
  expect(await binItems(library)).toMatchObject([{ key: 'project:5', isBack: true }]);
  await restoreFromBin(library, 'project:5');
  expect(await promptOf(library, 2)).toMatchObject({ content: 'x' });
  expect(await binItems(library)).toEqual([]);
});

test('a version comes back into its prompt, whose current text stays', async () => {
  const library = await scene();
  await commit(library, 'deleteVersion', { promptId: 1, id: 9 });
  expect(await binItems(library)).toMatchObject([
    { key: 'version:9', name: 'First', version: 1, place: { prompt: { id: 1, title: 'Answer' } } },
  ]);
  await restoreFromBin(library, 'version:9');
  expect((await versionsOf(library, 1)).map(({ content }) => content).sort()).toEqual(['second', 'v']);
  expect(await promptOf(library, 1)).toMatchObject({ content: 'Dear {name}' });
});

test('a version whose prompt was deleted later brings the prompt back', async () => {
  const library = await scene();
  await commit(library, 'deleteVersion', { promptId: 1, id: 9 });
  await commit(library, 'deletePrompt', { id: 1 });
  await restoreFromBin(library, 'version:9');
  expect(await promptOf(library, 1)).toMatchObject({ content: 'Dear {name}' });
  expect(await versionsOf(library, 1)).toHaveLength(2);
});

test('a version whose prompt is nowhere any more becomes a prompt of that name', async () => {
  const library = await scene();
  await commit(library, 'deleteVersion', { promptId: 1, id: 9 });
  await commit(library, 'deleteProject', { id: 5 });
  await library.db.binItems.where('key').anyOf(['project:5', 'prompt:1', 'version:10']).delete();
  await restoreFromBin(library, 'version:9');
  expect(await promptOf(library, 1)).toMatchObject({ title: 'Answer', content: 'v' });
  expect((await outlineOf(library)).projects).toMatchObject([{ name: 'Letters' }]);
});

test.each(['version', 'keptRun', 'testCase'] as const)(
  'a %s of a later release, with fields that this one does not know, comes back',
  async (type) => {
    const later = { fromLater: 'x' };
    const library = await scene();
    await pullPage(library, [
      versionChange({ ...later }, { rev: 2, seq: 5 }),
      keptRunChange({ promptId: 1, ...later }, { seq: 6 }),
      testCaseChange({ promptId: 1, ...later }, { seq: 7 }),
    ]);
    const [row] = (await library.db.rowsOf(type).toArray()).filter(
      ({ id }) => type !== 'version' || id === 9,
    );
    const [promptId, id] = [1, Number(row?.id)];
    if (type === 'version') await commit(library, 'deleteVersion', { promptId, id });
    else if (type === 'keptRun') await commit(library, 'deleteKeptRun', { promptId, id });
    else await commit(library, 'deleteTestCase', { promptId, id });
    expect(await library.db.rowsOf(type).get(id)).toBeUndefined();
    expect(await restoreFromBin(library, `${type}:${id}`)).toEqual({ ok: true, left: [] });
    expect(await library.db.rowsOf(type).get(id)).toBeDefined();
    expect(await binItems(library)).toEqual([]);
  },
);

test('what this device refuses to restore says so, and stays in the bin', async () => {
  const library = await scene();
  await pullPage(library, [keptRunChange({ promptId: 1, note: 'x'.repeat(100_000) }, { seq: 6 })]);
  const [run] = await library.db.keptRuns.toArray();
  await commit(library, 'deleteKeptRun', { promptId: 1, id: Number(run?.id) });
  const restored = await restoreFromBin(library, `keptRun:${run?.id}`);
  expect(restored).toEqual({ ok: false, left: [expect.stringContaining('cannot restore')] });
  expect(await binItems(library)).toMatchObject([{ type: 'keptRun' }]);
});

test('what comes back by the feed leaves the bin', async () => {
  const library = await scene();
  await pullPage(library, [promptChange({}, { ...tombstone, seq: 11 })], 11);
  await pullPage(library, [promptChange({ content: 'edited' }, { rev: 3, seq: 12 })], 12);
  expect(await binItems(library)).toEqual([]);
  expect(await library.db.binRows.count()).toBe(0);
});

test('what was restored elsewhere first is not made twice, and restoring it once more changes nothing', async () => {
  const library = await scene();
  await pullPage(library, [promptChange({}, { ...tombstone, seq: 11 })], 11);
  await Promise.all([restoreFromBin(library, 'prompt:1'), restoreFromBin(library, 'prompt:1')]);
  expect((await readOutbox(library)).filter(({ name }) => name === 'createPrompt')).toHaveLength(1);
  expect(await restoreFromBin(library, 'prompt:1')).toEqual({ ok: true, left: [] });
});

test('a large project is restored in portions, and goes on where it was ended', async () => {
  const library = await openedLibrary();
  const prompts = Array.from({ length: 170 }, (_, index) =>
    promptChange({ id: 100 + index, title: `P${index}`, content: `text ${index}` }, { seq: index + 2 }),
  );
  await pullPage(library, [projectChange(), ...prompts], 200);
  await commit(library, 'deleteProject', { id: 5 });
  const portions: number[] = [];
  const ended = new AbortController();
  await restoreFromBin(library, 'project:5', {
    signal: ended.signal,
    onProgress(done) {
      portions.push(done);
      if (done === 100) ended.abort();
    },
  });
  expect(portions).toEqual([50, 100]);
  expect((await outlineOf(library)).prompts).toHaveLength(100);
  expect(await contentsOf(library, (await binItems(library))[0] as never)).toMatchObject({ prompts: 70 });
  await restoreFromBin(library, 'project:5');
  expect((await outlineOf(library)).prompts).toHaveLength(170);
  expect(await library.db.binItems.count()).toBe(0);
});

test('the bytes of a file stay as long as the bin has it, and are sent again where the server lacks them', async () => {
  const { library, add, confirm } = await fileScene();
  const id = await add('hello');
  const sha256 = (await library.db.resources.get(id))?.row.sha256 ?? '';
  await confirm();
  await commit(library, 'deleteResource', { id });
  await confirm();
  await settleUploads(library);
  expect(await library.db.uploads.count()).toBe(0);
  const [item] = await binItems(library);
  expect(await contentsOf(library, item as never)).toMatchObject({ here: true });
  await restoreFromBin(library, `resource:${id}`);
  await settleUploads(library);
  expect(await library.db.uploads.toArray()).toMatchObject([{ sha256, state: 'waiting' }]);
  expect(await (await blobBytes(library, sha256))?.text()).toBe('hello');
});

test('a file of which nobody has the bytes says so, and stays in the bin', async () => {
  const { library, add } = await fileScene();
  const id = await add('hello');
  await commit(library, 'deleteResource', { id });
  await Promise.all([library.db.files.clear(), library.db.fileUses.clear()]);
  const [item] = await binItems(library);
  expect(await contentsOf(library, item as never)).toMatchObject({ here: false });
  expect(await restoreFromBin(library, `resource:${id}`)).toMatchObject({ ok: false });
  expect(await names(library)).toEqual(['hello.txt']);
});

test('the bin is no part of an export, and nobody else on this device sees it', async () => {
  const { library, add } = await fileScene();
  const id = await add('hello');
  await commit(library, 'deleteResource', { id });
  await settleUploads(library);
  const file = await exportLibrary(library, { bytes: 'here' });
  expect(file).toMatchObject({ resources: [], files: [] });
  const other = await openedLibrary(undefined, { id: 2, username: 'bob', displayName: 'Bob' });
  expect(await binItems(other)).toEqual([]);
});
