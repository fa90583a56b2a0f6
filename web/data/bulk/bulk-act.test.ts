/** Tests that one act on many rows is done in portions, and that its undo leaves what was changed since. */
import { expect, test } from 'vitest';
import { versionHash } from '#shared/mutations/version-hash.ts';
import { commit } from '../commit/commit.ts';
import type { Library } from '../database/library.ts';
import { readOutbox } from '../outbox/outbox-store.ts';
import { outlineOf, promptOf } from '../queries/queries.ts';
import { fileScene } from '../testing/resources-scene.ts';
import {
  openedLibrary,
  projectChange,
  promptChange,
  pullPage,
  versionChange,
} from '../testing/server-rows-scene.ts';
import { versionsOf } from '../testing/versions-scene.ts';
import { type BulkAct, doMany, rowsInPortion } from './bulk-act.ts';
import type { PromptChange } from './prompt-change.ts';

const count = 2 * rowsInPortion + 50;
const ids = Array.from({ length: count }, (_, index) => index + 1);

/** Projects 5 and 6; the prompts are in 5, and every second one has two versions. */
async function scene(): Promise<Library> {
  const library = await openedLibrary();
  await pullPage(library, [
    projectChange({ name: 'Letters' }),
    projectChange({ id: 6, name: 'Reports' }),
    ...ids.map((id) => promptChange({ id, title: `Prompt ${id}`, content: `text ${id}` })),
    ...ids
      .filter((id) => id % 2 === 0)
      .flatMap((id) => [
        versionChange({ id: 1_000 + id, promptId: id, version: 1 }),
        versionChange({ id: 2_000 + id, promptId: id, version: 2 }),
      ]),
  ]);
  return library;
}

const change = (one: PromptChange): BulkAct => ({ kind: 'change', change: one });
const whole = { signal: new AbortController().signal };
const move = change({ kind: 'move', projectId: 6 });
const homes = async (library: Library) =>
  (await outlineOf(library)).prompts.map(({ id, projectId }) => [id, projectId]);
const labelOf = async (library: Library, id: number) =>
  (await promptOf(library, id))?.attributes?.labels?.find(({ label }) => label === 'production')?.versionId;

test('a move of many is a mutation for each prompt, in portions, and its undo brings all of them back', async () => {
  const library = await scene();
  const before = await homes(library);
  const seen: number[] = [];
  const moved = await doMany(library, { ids, act: move }, { onProgress: (done) => seen.push(done) });
  expect(moved).toMatchObject({ kind: 'done', changed: count, kept: 0 });
  expect(seen).toEqual([rowsInPortion, 2 * rowsInPortion, count]);
  expect(await homes(library)).toEqual(before.map(([id]) => [id, 6]));
  expect(await readOutbox(library)).toHaveLength(count);
  expect(await moved.takeBack?.(whole)).toMatchObject({ kind: 'done', changed: count, kept: 0 });
  expect(await homes(library)).toEqual(before);
});

test('an act that is stopped keeps the portions that are done, and these can be taken back', async () => {
  const library = await scene();
  const stop = new AbortController();
  const moved = await doMany(
    library,
    { ids, act: move },
    { onProgress: () => stop.abort(), signal: stop.signal },
  );
  expect(moved).toMatchObject({ kind: 'stopped', changed: rowsInPortion });
  expect(await moved.takeBack?.(whole)).toMatchObject({ changed: rowsInPortion });
  expect((await homes(library)).every(([, projectId]) => projectId === 5)).toBe(true);
});

test('an act on many changes those alone that are otherwise, and its undo leaves what was changed since', async () => {
  const library = await scene();
  await commit(library, 'movePrompt', { id: 1, projectId: 6 });
  const moved = await doMany(library, { ids: [1, 2, 3], act: move }, whole);
  expect(moved).toMatchObject({ changed: 2, kept: 0 });
  await commit(library, 'movePrompt', { id: 2, projectId: 5 });
  await commit(library, 'createProject', { id: 7, name: 'Archive', color: 'red' });
  await commit(library, 'movePrompt', { id: 3, projectId: 7 });
  expect(await moved.takeBack?.(whole)).toMatchObject({ changed: 0, kept: 2 });
  expect((await homes(library)).slice(0, 3)).toEqual([
    [1, 6],
    [2, 5],
    [3, 7],
  ]);
});

test('tags and favourites of many are set and taken back, and what a prompt had before stays', async () => {
  const library = await scene();
  await commit(library, 'setAttributes', { id: 1, addTags: ['mail', 'old'], favorite: true });
  const tagged = await doMany(
    library,
    { ids: [1, 2, 3], act: change({ kind: 'tags', add: ['mail', 'new'], remove: ['old'] }) },
    whole,
  );
  const liked = await doMany(
    library,
    { ids: [1, 2], act: change({ kind: 'favorite', favorite: true }) },
    whole,
  );
  expect(liked).toMatchObject({ changed: 1 });
  expect((await promptOf(library, 1))?.attributes).toMatchObject({ tags: ['mail', 'new'], favorite: true });
  expect((await promptOf(library, 2))?.attributes).toMatchObject({ tags: ['mail', 'new'], favorite: true });
  await liked.takeBack?.(whole);
  await tagged.takeBack?.(whole);
  expect((await promptOf(library, 1))?.attributes).toMatchObject({ tags: ['mail', 'old'], favorite: true });
  expect((await promptOf(library, 2))?.attributes).toBeUndefined();
});

test('a label of many is put on the newest version of each, and taken back to where it was', async () => {
  const library = await scene();
  const first = [{ label: 'production', versionId: 1_002, from: null, device: '' }];
  await commit(library, 'setAttributes', { id: 2, labels: first });
  const act = change({ kind: 'label', label: 'production', device: 'Laptop', proofOf: async () => null });
  const labelled = await doMany(library, { ids: [1, 2, 4], act }, whole);
  expect(labelled).toMatchObject({ changed: 2, kept: 0 });
  expect(await labelOf(library, 2)).toBe(2_002);
  expect(await labelOf(library, 4)).toBe(2_004);
  await labelled.takeBack?.(whole);
  expect(await labelOf(library, 2)).toBe(1_002);
  expect(await labelOf(library, 4)).toBeNull();
});

test('of many labels, those that ask for proof move with it; others are named and left, and undo brings all back', async () => {
  const library = await scene();
  const labelRules = [{ label: 'production', asks: { share: 1, model: 'llama3' } }];
  const first = [{ label: 'production', versionId: 1_004, from: null, device: '' }];
  await commit(library, 'setAttributes', { id: 4, labels: first });
  for (const id of [2, 4]) await commit(library, 'setAttributes', { id, labelRules });
  const textHash = versionHash({ content: 'v' });
  const proof = { model: 'llama3', held: 1, total: 1, textHash, cells: [], at: '2026-01-01T00:00:00.000Z' };
  const act = change({
    ...{ kind: 'label', label: 'production', device: 'Laptop' },
    proofOf: async ({ versionId, model }) => (versionId === 2_004 && model === 'llama3' ? proof : null),
  });
  const labelled = await doMany(library, { ids: [2, 4, 6], act }, whole);
  expect(labelled).toMatchObject({ changed: 2, kept: 1, reason: expect.stringContaining('Prompt 2') });
  expect(labelled.reason).not.toContain('Prompt 4');
  expect([await labelOf(library, 2), await labelOf(library, 4), await labelOf(library, 6)]).toEqual([
    null,
    2_004,
    2_006,
  ]);
  expect(await labelled.takeBack?.(whole)).toMatchObject({ changed: 2, kept: 0 });
  expect(await labelOf(library, 4)).toBe(1_004);
  expect((await promptOf(library, 4))?.attributes?.labels?.[0]?.moves[0]).toMatchObject({
    override: 'Undone',
  });
});

test('a deletion of many goes to the bin, and its undo brings them back with texts and versions', async () => {
  const library = await scene();
  const act: BulkAct = { kind: 'delete', type: 'prompt' };
  const deleted = await doMany(library, { ids, act }, whole);
  expect(deleted).toMatchObject({ kind: 'done', changed: count, kept: 0 });
  expect((await outlineOf(library)).prompts).toEqual([]);
  expect(await deleted.takeBack?.(whole)).toMatchObject({ changed: count, kept: 0 });
  expect((await outlineOf(library)).prompts).toHaveLength(count);
  expect((await promptOf(library, 7))?.content).toBe('text 7');
  expect((await versionsOf(library, 2)).map(({ id }) => id).sort()).toEqual([1_002, 2_002]);
});

test('files that are deleted together come back with their bytes', async () => {
  const { library, add } = await fileScene();
  const files = [await add('a'), await add('b')];
  const deleted = await doMany(library, { ids: files, act: { kind: 'delete', type: 'resource' } }, whole);
  expect(deleted).toMatchObject({ changed: 2 });
  expect(await library.db.resources.count()).toBe(0);
  expect(await deleted.takeBack?.(whole)).toMatchObject({ changed: 2, kept: 0 });
  expect((await library.db.resources.toArray()).map(({ row }) => row.id).sort()).toEqual(files.sort());
});

test('an act stops where the browser cannot write, and says so', async () => {
  const library = await scene();
  library.db.close();
  expect(await doMany(library, { ids, act: move }, whole)).toEqual({
    kind: 'failed',
    changed: 0,
    kept: 0,
    reason: null,
    deleted: [],
    takeBack: null,
  });
});

test('the undo of a deletion brings back what the act deleted, and not what another device had deleted before', async () => {
  const library = await scene();
  await commit(library, 'deletePrompt', { id: 2 });
  const act: BulkAct = { kind: 'delete', type: 'prompt' };
  const deleted = await doMany(library, { ids: [1, 2, 3], act }, whole);
  expect(deleted).toMatchObject({ changed: 2, kept: 1, deleted: [1, 3] });
  expect(await deleted.takeBack?.(whole)).toMatchObject({ changed: 2, kept: 0 });
  expect(await promptOf(library, 2)).toBeUndefined();
});

test('an undo that is stopped can go on with the rest', async () => {
  const library = await scene();
  const before = await homes(library);
  const moved = await doMany(library, { ids, act: move }, whole);
  const stop = new AbortController();
  const back = await moved.takeBack?.({ onProgress: () => stop.abort(), signal: stop.signal });
  expect(back).toMatchObject({ kind: 'stopped', changed: rowsInPortion });
  expect(await back?.takeBack?.(whole)).toMatchObject({ kind: 'done', changed: count - rowsInPortion });
  expect(await homes(library)).toEqual(before);
});

test('what is not in the bin any more is not counted as brought back', async () => {
  const library = await scene();
  const deleted = await doMany(library, { ids: [1, 2], act: { kind: 'delete', type: 'prompt' } }, whole);
  await library.db.binItems.delete('prompt:1');
  await library.db.binRows.delete('prompt:1');
  expect(await deleted.takeBack?.(whole)).toMatchObject({ changed: 1, kept: 1 });
});

test('the undo of tags leaves a prompt whose tag was taken off since', async () => {
  const library = await scene();
  const act = change({ kind: 'tags', add: ['mail'], remove: [] });
  const tagged = await doMany(library, { ids: [1, 2], act }, whole);
  await commit(library, 'setAttributes', { id: 1, removeTags: ['mail'] });
  expect(await tagged.takeBack?.(whole)).toMatchObject({ changed: 1, kept: 1 });
});
