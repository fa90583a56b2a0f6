import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { expect, test } from 'vitest';
import { type Library, openLibrary } from '../database/library.ts';
import { versionsOf } from '../testing/versions-scene.ts';
import { commit } from './commit.ts';
import { discardEdits, restoreVersion, saveOverCurrent } from './restore-version.ts';

async function libraryWithVersion(): Promise<Library> {
  let word = 100;
  const library = await openLibrary(
    { id: 7, username: 'ada', displayName: 'Ada' },
    {
      random: (text) => text.map(() => word++),
      now: () => 0,
      indexedDb: { indexedDB: new IDBFactory(), IDBKeyRange },
    },
  );
  await commit(library, 'createProject', { id: 1, name: 'Project', color: 'red' });
  await commit(library, 'createPrompt', { id: 2, title: 'Prompt', content: 'old', projectId: 1 });
  await commit(library, 'saveVersion', { promptId: 2, id: 3, content: 'old', description: 'First' });
  return library;
}

async function rowText(library: Library): Promise<string | undefined> {
  return (await library.db.prompts.get(2))?.row.content;
}

async function descriptions(library: Library): Promise<string[]> {
  return (await versionsOf(library, 2)).map(({ version, description }) => `${version} ${description}`);
}

test('a restored text is current again and a version of its own; the unsaved one is kept before it', async () => {
  const library = await libraryWithVersion();
  await commit(library, 'setContent', { id: 2, content: 'new and nowhere else', base: 'old' });
  expect(await restoreVersion(library, { promptId: 2, versionId: 3 })).toEqual({ ok: true });
  expect(await rowText(library)).toBe('old');
  expect(await descriptions(library)).toEqual([
    '3 Restored version 1',
    '2 Updated prompt content',
    '1 First',
  ]);
  const texts = (await library.db.versions.toArray()).map(({ row }) => row.content);
  expect(texts).toContain('new and nowhere else');
});

test('a current text that a version has already is not preserved twice', async () => {
  const library = await libraryWithVersion();
  await commit(library, 'saveVersion', {
    promptId: 2,
    id: 4,
    content: 'new',
    description: 'Second',
    base: 'old',
  });
  await restoreVersion(library, { promptId: 2, versionId: 3 });
  expect(await descriptions(library)).toEqual(['3 Restored version 1', '2 Second', '1 First']);
});

test('a version that is gone is not restored', async () => {
  const library = await libraryWithVersion();
  const outcome = await restoreVersion(library, { promptId: 2, versionId: 99 });
  expect(outcome).toMatchObject({ ok: false, code: 'not_found' });
  expect(await rowText(library)).toBe('old');
});

test('a restore wakes the loop', async () => {
  const library = await libraryWithVersion();
  let woken = 0;
  library.onCommit.add(() => {
    woken += 1;
  });
  await restoreVersion(library, { promptId: 2, versionId: 3 });
  expect(woken).toBe(1);
});

test('a text made of an old version becomes current, and the unsaved one is kept before it', async () => {
  const library = await libraryWithVersion();
  await commit(library, 'setContent', { id: 2, content: 'new and nowhere else', base: 'old' });
  const description = 'Updated version 1';
  await saveOverCurrent(library, { promptId: 2, content: 'old, edited', description });
  expect(await rowText(library)).toBe('old, edited');
  expect(await descriptions(library)).toEqual(['3 Updated version 1', '2 Updated prompt content', '1 First']);
});

test('discarded edits are kept as a version, and the newest version is current again', async () => {
  const library = await libraryWithVersion();
  await commit(library, 'setContent', { id: 2, content: 'edited', base: 'old' });
  const discarded = { promptId: 2, versionId: 3, text: 'edited' };
  expect(await discardEdits(library, discarded)).toEqual({ ok: true });
  expect(await rowText(library)).toBe('old');
  expect(await descriptions(library)).toEqual([
    '3 Restored version 1',
    '2 Edits that were discarded',
    '1 First',
  ]);
  const texts = (await library.db.versions.toArray()).map(({ row }) => row.content);
  expect(texts).toContain('edited');
});

test('edits are not discarded where the text has become another one since they were read', async () => {
  const library = await libraryWithVersion();
  await commit(library, 'setContent', { id: 2, content: 'from elsewhere', base: 'old' });
  const discarded = { promptId: 2, versionId: 3, text: 'edited' };
  expect(await discardEdits(library, discarded)).toMatchObject({ ok: false, code: 'changed_since' });
  expect(await discardEdits(library, { ...discarded, versionId: 99 })).toMatchObject({ code: 'not_found' });
  expect(await rowText(library)).toBe('from elsewhere');
  expect(await descriptions(library)).toEqual(['1 First']);
});
