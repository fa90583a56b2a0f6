import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { expect, test } from 'vitest';
import { commit } from '../commit/commit.ts';
import { openLibrary } from '../database/library.ts';
import { promptOf } from '../queries/queries.ts';
import { imported, libraryJson } from '../testing/import-scene.ts';
import { memoryDrafts } from '../testing/memory-drafts-scene.ts';
import { exportLibrary } from '../transfer/library-export.ts';
import { forgetDrafts } from './unsaved-drafts.ts';
import { readUnsent } from './unsent.ts';
import { keepValueDraft, valueDraftChanges } from './value-drafts.ts';

async function scene() {
  const drafts = memoryDrafts();
  let word = 100;
  const deps = { random: (words: Uint32Array) => words.map(() => word++), now: () => 0 };
  const open = (storage = drafts) =>
    openLibrary(
      { id: 7, username: 'ada', displayName: 'Ada' },
      { ...deps, drafts: storage, indexedDb: { indexedDB: new IDBFactory(), IDBKeyRange } },
    );
  const library = await open();
  await commit(library, 'createProject', { id: 1, name: 'Letters', color: 'red' });
  await commit(library, 'createPrompt', {
    id: 2,
    title: 'Invitation',
    content: '{name} {place}',
    projectId: 1,
  });
  return { library, drafts, elsewhere: () => open(memoryDrafts()) };
}

const typed = (values: Record<string, string>) => ({ chosen: null, values, unsaved: [] });

test('values without a set are what signing out would lose, by prompt; empty ones and a choice alone are not', async () => {
  const { library, drafts } = await scene();
  const { count } = await readUnsent(library, drafts);
  keepValueDraft(library, 2, { ...typed({ name: '' }), chosen: 31 });
  keepValueDraft(library, 99, typed({ name: 'of a prompt that is gone' }));
  expect(await readUnsent(library, drafts)).toMatchObject({ count, values: [] });
  keepValueDraft(library, 2, typed({ name: 'Grace', place: 'Rome' }));
  const before = await readUnsent(library, drafts);
  expect(before).toMatchObject({
    count: count + 1,
    values: [{ promptTitle: 'Invitation', names: ['name', 'place'] }],
  });
  keepValueDraft(library, 2, typed({ name: 'Grace', place: 'Oslo' }));
  expect((await readUnsent(library, drafts)).state).not.toBe(before.state);
  forgetDrafts(drafts, 7);
  expect(await readUnsent(library, drafts)).toMatchObject({ count, values: [] });
});

test('they go into a file as a value set, and edits of a set that were not saved as its own', async () => {
  const { library, elsewhere } = await scene();
  const set = { id: 31, name: 'Acme', values: { name: 'Ada', place: 'London' } };
  await commit(library, 'setAttributes', { id: 2, valueSets: [{ ...set, base: {} }] });
  const edits = [{ name: 'place', value: 'Rome', base: 'London' }];
  keepValueDraft(library, 2, { ...typed({ name: 'Grace' }), unsaved: [{ id: 31, name: 'Acme', edits }] });
  const file = await exportLibrary(library);
  const waiting = [...file.waiting, ...(await valueDraftChanges(library, 'Typed values'))];
  const other = await elsewhere();
  expect((await imported(other, libraryJson({ ...file, waiting }))).notApplied).toEqual([]);
  const sets = (await promptOf(other, 2))?.attributes?.valueSets?.map(({ name, values }) => ({
    name,
    values,
  }));
  expect(sets).toEqual([
    { name: 'Acme', values: { name: 'Ada', place: 'Rome' } },
    { name: 'Typed values', values: { name: 'Grace' } },
  ]);
});
