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
  await saveOverCurrent(library, { promptId: 2, versionId: 3, content: 'old, edited', description });
  expect(await rowText(library)).toBe('old, edited');
  expect(await descriptions(library)).toEqual(['3 Updated version 1', '2 Updated prompt content', '1 First']);
});

const settingsOf = async (library: Library) => (await library.db.prompts.get(2))?.row.attributes?.settings;
const versionSettings = async (library: Library) =>
  (await versionsOf(library, 2)).map(({ version, settings }) => [version, settings?.model]);

/** Version 2 has the model `small`; the prompt has another one by now. */
async function withSettings(): Promise<Library> {
  const library = await libraryWithVersion();
  await commit(library, 'setAttributes', { id: 2, settings: { model: 'small', seed: 1 } });
  await commit(library, 'saveVersion', { promptId: 2, id: 4, content: 'second', description: 'Second' });
  const settings = { model: 'large', seed: null, topP: 0.5 };
  await commit(library, 'setAttributes', { id: 2, settings });
  return library;
}

test('a restored version brings its settings back, and those before it are kept with their text', async () => {
  const library = await withSettings();
  await restoreVersion(library, { promptId: 2, versionId: 4 });
  expect(await settingsOf(library)).toEqual({ model: 'small', seed: 1 });
  expect(await versionSettings(library)).toEqual([
    [4, 'small'],
    [3, 'large'],
    [2, 'small'],
    [1, undefined],
  ]);
});

test('a restored version that was saved without settings changes none', async () => {
  const library = await withSettings();
  await restoreVersion(library, { promptId: 2, versionId: 3 });
  expect(await rowText(library)).toBe('old');
  expect(await settingsOf(library)).toEqual({ model: 'large', topP: 0.5 });
});

test('a text made of an old version takes the settings of that version along', async () => {
  const library = await withSettings();
  const description = 'Updated version 2';
  await saveOverCurrent(library, { promptId: 2, versionId: 4, content: 'second, edited', description });
  expect(await settingsOf(library)).toEqual({ model: 'small', seed: 1 });
});

test('discarded edits of the text leave the settings as they are', async () => {
  const library = await withSettings();
  await discardEdits(library, { promptId: 2, versionId: 3, text: 'second' });
  expect(await rowText(library)).toBe('old');
  expect(await settingsOf(library)).toEqual({ model: 'large', topP: 0.5 });
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
