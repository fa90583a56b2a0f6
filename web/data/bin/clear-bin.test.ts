/** The bin is bounded in time and in size, by whole deletions. */
import { expect, test } from 'vitest';
import { commit } from '../commit/commit.ts';
import type { Library } from '../database/library.ts';
import { settleUploads } from '../resources/uploads.ts';
import { fileScene } from '../testing/resources-scene.ts';
import { binBytes, binItems } from './bin-items.ts';
import { daysInBin, deleteForGood, emptyBin, tidyBin } from './clear-bin.ts';

const day = 24 * 60 * 60 * 1000;

/** Projects 10, 11, … with two prompts each, deleted a day after the other. */
async function scene(projects: number) {
  const { library, clock } = await fileScene();
  for (let index = 0; index < projects; index += 1) {
    const id = 10 + index;
    await commit(library, 'createProject', { id, name: `P${index}`, color: 'red' });
    for (const which of [0, 1]) {
      const prompt = { id: 100 * id + which, title: 'T', content: 'x'.repeat(1000), projectId: id };
      await commit(library, 'createPrompt', prompt);
    }
    await commit(library, 'deleteProject', { id });
    clock.at += day;
  }
  return { library, clock };
}

const names = async (library: Library) => (await binItems(library)).map(({ name }) => name);

test('what was deleted last is listed first', async () => {
  const { library } = await scene(3);
  expect(await names(library)).toEqual(['P2', 'P1', 'P0']);
});

test('what is older than 30 days goes with all that went with it', async () => {
  const { library, clock } = await scene(3);
  clock.at += (daysInBin - 3) * day;
  await tidyBin(library);
  expect(await names(library)).toEqual(['P2', 'P1']);
  expect(await library.db.binRows.count()).toBe(6);
});

test('of what is too much the oldest deletion goes first, and the latest stays whatever its size', async () => {
  const { library } = await scene(3);
  const each = (await binBytes(library)) / 3;
  await tidyBin(library, { mostBytes: each * 2 });
  expect(await names(library)).toEqual(['P2', 'P1']);
  await tidyBin(library, { mostBytes: 1 });
  expect(await names(library)).toEqual(['P2']);
  expect(await binBytes(library)).toBe(each);
});

test('an item is deleted for good, and then all', async () => {
  const { library } = await scene(3);
  await deleteForGood(library, 'project:11');
  expect(await names(library)).toEqual(['P2', 'P0']);
  expect(await library.db.binRows.count()).toBe(6);
  await emptyBin(library);
  expect(await library.db.binRows.count()).toBe(0);
  expect(await binBytes(library)).toBe(0);
});

test('a deletion of a thousand rows goes in portions', async () => {
  const { library } = await scene(0);
  await commit(library, 'createProject', { id: 10, name: 'Large', color: 'red' });
  await library.db.prompts.bulkAdd(
    Array.from({ length: 700 }, (_, index) => ({
      ...{ type: 'prompt' as const, id: 1000 + index, rev: 0, seq: 0, deleted: false, by: null },
      row: {
        id: 1000 + index,
        projectId: 10,
        title: 'T',
        content: 'x',
        notes: '',
        createdAt: '',
        lastVersion: 0,
      },
    })),
  );
  await commit(library, 'deleteProject', { id: 10 });
  expect(await library.db.binItems.count()).toBe(701);
  await deleteForGood(library, 'project:10');
  expect(await library.db.binItems.count()).toBe(0);
  expect(await binBytes(library)).toBe(0);
});

test('the bytes of a file go with it', async () => {
  const { library, add, confirm } = await fileScene();
  const id = await add('hello');
  await confirm();
  await commit(library, 'deleteResource', { id });
  await confirm();
  await settleUploads(library);
  expect(await library.db.files.count()).toBe(1);
  await deleteForGood(library, `resource:${id}`);
  await settleUploads(library);
  expect(await library.db.files.count()).toBe(0);
});
