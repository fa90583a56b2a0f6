import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { describe, expect, test } from 'vitest';
import { commit } from '../commit/commit.ts';
import { type Library, openLibrary } from '../database/library.ts';
import { applyPull } from '../feed/apply-pull.ts';
import { settleAnswer, takeBatch } from '../outbox/outbox-store.ts';
import { outlineOf, promptOf } from '../queries/queries.ts';
import { resourcesOf } from '../resources/resources.ts';
import { settleUploads } from '../resources/uploads.ts';
import { imported, libraryJson, lookedAt } from '../testing/import-scene.ts';
import { fileScene, projectId } from '../testing/resources-scene.ts';
import { versionsOf } from '../testing/versions-scene.ts';
import { exportLibrary, type LibraryExport } from './library-export.ts';
import { takeBack } from './library-files/take-back.ts';

const at = '2026-01-01T00:00:00.000Z';

function openedLibrary(): Promise<Library> {
  return openLibrary(
    { id: 1, username: 'ada', displayName: 'Ada' },
    {
      random: (words) => crypto.getRandomValues(words),
      now: () => Date.parse('2026-01-01T00:00:00Z'),
      indexedDb: { indexedDB: new IDBFactory(), IDBKeyRange },
    },
  );
}

async function filledLibrary(): Promise<Library> {
  const library = await openedLibrary();
  await commit(library, 'createProject', { id: 1, name: 'P', color: 'red' });
  await commit(library, 'createPrompt', { id: 2, title: 'T', content: 'one\r\n🧵', projectId: 1 });
  await commit(library, 'saveVersion', { promptId: 2, id: 3, content: 'one\r\n🧵', description: 'v' });
  await commit(library, 'setContent', { id: 2, content: 'two', base: 'one\r\n🧵' });
  return library;
}

/** Through a file and back, as a person carries it. */
async function carried(library: Library, options = {}): Promise<LibraryExport> {
  return JSON.parse(JSON.stringify(await exportLibrary(library, options)));
}

test('a library comes into an empty one whole, and a second time adds nothing', async () => {
  const file = await carried(await filledLibrary());
  const other = await openedLibrary();
  expect(await imported(other, libraryJson(file))).toMatchObject({ counts: { new: 2 }, notApplied: [] });
  expect(await promptOf(other, 2)).toMatchObject({ title: 'T', content: 'two' });
  expect(await versionsOf(other, 2)).toMatchObject([{ id: 3, content: 'one\r\n🧵', description: 'v' }]);
  expect((await imported(other, libraryJson(file))).counts).toEqual({ same: 2 });
});

test('the current text of a prompt stays as others made it, where only a version comes in', async () => {
  const file = await carried(await filledLibrary());
  const other = await openedLibrary();
  await imported(other, libraryJson({ ...file, versions: [], waiting: [] }));
  const batch = await takeBatch(other);
  const results = (batch?.mutations ?? []).map(({ key }) => ({ key, status: 200, seq: 1, revs: {} }));
  await settleAnswer(other, { seq: 1, results });
  await imported(other, libraryJson({ ...file, waiting: [] }));
  const row = { id: 2, projectId: 1, title: 'T', notes: '', createdAt: at, lastVersion: 0, content: 'newer' };
  const project = { id: 1, name: 'P', color: 'red', createdAt: at };
  const changes = [
    { type: 'project' as const, id: 1, seq: 1, rev: 1, row: project },
    { type: 'prompt' as const, id: 2, seq: 2, rev: 2, row },
  ];
  await applyPull(other, { cursor: 'e.2', more: false, changes }, { allowRemovals: false });
  expect(await promptOf(other, 2)).toMatchObject({ content: 'newer' });
  expect(await versionsOf(other, 2)).toMatchObject([{ id: 3 }]);
});

test('a deletion that was pending elsewhere is reported and not done; rows that were created and deleted there are not created', async () => {
  const laptop = await filledLibrary();
  const tablet = await openedLibrary();
  await imported(tablet, libraryJson(await carried(laptop)));
  await laptop.db.outbox.clear();
  await commit(laptop, 'createPrompt', { id: 9, title: 'Draft', content: 'words', projectId: 1 });
  await commit(laptop, 'deletePrompt', { id: 9 });
  await commit(laptop, 'deletePrompt', { id: 2 });
  await commit(tablet, 'setContent', { id: 2, content: 'written since', base: 'two' });
  const report = await imported(tablet, libraryJson(await carried(laptop, { onlyWaiting: true })));
  expect(report.notApplied).toEqual([
    'T: An import deletes nothing. Delete this here if you still want that.',
  ]);
  expect((await outlineOf(tablet)).prompts.map(({ id }) => id)).toEqual([2]);
  expect(await promptOf(tablet, 2)).toMatchObject({ content: 'written since' });
});

test('the outbox of a dying laptop is imported on another device, merged with its rows', async () => {
  const laptop = await filledLibrary();
  const text = 'top\n\nmiddle\n\nend';
  await commit(laptop, 'setContent', { id: 2, content: text, base: 'two' });
  const tablet = await openedLibrary();
  // Both were in step once; then each went its own way.
  await imported(tablet, libraryJson(await carried(laptop)));
  const batch = await takeBatch(laptop);
  const results = (batch?.mutations ?? []).map(({ key }) => ({ key, status: 200, seq: 0, revs: {} }));
  await settleAnswer(laptop, { seq: 0, results });
  await laptop.db.outbox.clear();
  await commit(laptop, 'setContent', { id: 2, content: `${text} of the laptop`, base: text });
  await commit(laptop, 'updatePrompt', { id: 2, title: 'Renamed' });
  await commit(laptop, 'createPrompt', { id: 9, title: 'New', content: 'words', projectId: 1 });
  await commit(tablet, 'setContent', { id: 2, content: `tablet's ${text}`, base: text });

  const queue = await carried(laptop, { onlyWaiting: true });
  expect(queue.prompts).toEqual([]);
  const report = await imported(tablet, libraryJson(queue));
  expect(report).toMatchObject({ counts: { changed: 1, new: 1 }, notApplied: [] });
  expect(await promptOf(tablet, 2)).toMatchObject({
    title: 'Renamed',
    content: `tablet's ${text} of the laptop`,
  });
  expect(await promptOf(tablet, 9)).toMatchObject({ content: 'words' });
});

test('a prompt that came with the queue of another device, and was deleted here since, does not come again', async () => {
  const laptop = await openedLibrary();
  await commit(laptop, 'createProject', { id: 1, name: 'P', color: 'red' });
  await commit(laptop, 'createPrompt', { id: 9, title: 'New', content: 'words', projectId: 1 });
  await commit(laptop, 'setContent', { id: 9, content: 'more words', base: 'words' });
  const queue = libraryJson(await carried(laptop, { onlyWaiting: true }));
  const tablet = await openedLibrary();
  expect((await imported(tablet, queue)).counts).toEqual({ new: 2 });
  expect((await imported(tablet, queue)).counts).toEqual({ same: 2 });
  await commit(tablet, 'deletePrompt', { id: 9 });
  const { counts, notApplied } = await imported(tablet, queue);
  expect(counts).toEqual({ same: 1, refused: 1 });
  expect(notApplied).toEqual(['New: This was deleted here in the meantime.']);
  expect((await outlineOf(tablet)).prompts).toEqual([]);
});

test('the import of a queue is taken back as one, and what it was merged with is as it was', async () => {
  const laptop = await filledLibrary();
  const tablet = await openedLibrary();
  await imported(tablet, libraryJson(await carried(laptop)));
  await laptop.db.outbox.clear();
  const notes = JSON.stringify([{ id: '1', content: 'a note', createdAt: at }]);
  const change = async (library: Library) => {
    await commit(library, 'setContent', { id: 2, content: 'two and three', base: 'two' });
    await commit(library, 'updatePrompt', { id: 2, title: 'Renamed', notes, baseNotes: '' });
    await commit(library, 'setAttributes', { id: 2, addTags: ['mail'], favorite: true });
    await commit(library, 'saveVersion', {
      promptId: 2,
      id: 8,
      content: 'kept',
      description: 'v',
      head: 'end',
    });
    await commit(library, 'editVersion', { promptId: 2, id: 3, content: 'edited' });
    await commit(library, 'createProject', { id: 6, name: 'Q', color: 'red' });
    await commit(library, 'movePrompt', { id: 2, projectId: 6 });
    await commit(library, 'renameProject', { id: 1, name: 'Work' });
  };
  await change(laptop);
  tablet.deps.now = () => Date.parse('2026-01-02T00:00:00Z');
  const queue = libraryJson(await carried(laptop, { onlyWaiting: true }));
  expect((await imported(tablet, queue)).counts).toEqual({ changed: 2, new: 1 });
  expect(await promptOf(tablet, 2)).toMatchObject({ title: 'Renamed', content: 'end', notes, projectId: 6 });
  expect((await versionsOf(tablet, 2)).map(({ content }) => content)).toEqual(['kept', 'edited']);
  await takeBack(tablet, { onProgress() {}, signal: new AbortController().signal });
  const [prompt, versions] = [await promptOf(tablet, 2), await versionsOf(tablet, 2)];
  expect(prompt).toMatchObject({ title: 'T', content: 'two', notes: '', projectId: 1 });
  expect(prompt?.attributes).toBeUndefined();
  expect(versions.map(({ content }) => content)).toEqual(['one\r\n🧵']);
  expect((await outlineOf(tablet)).projects.map(({ name }) => name)).toEqual(['P']);
});

describe('files in the file', () => {
  const readText = async (library: Library) =>
    Promise.all((await library.db.files.toArray()).map(({ bytes }) => new Response(bytes).text()));

  test('bytes that the server lacks travel along, under the names of their rows', async () => {
    const { library, add } = await fileScene();
    await add('only here\r\n🧵', { name: 'Grüße.txt' });
    const file = await carried(library, { onlyWaiting: true });
    expect(file.files).toMatchObject([{ names: ['Grüße.txt'] }]);
    const other = await openedLibrary();
    const report = await imported(other, libraryJson(file));
    expect(report).toMatchObject({ counts: { new: 2 }, notApplied: [] });
    expect(await readText(other)).toEqual(['only here\r\n🧵']);
    expect(await resourcesOf(other, projectId)).toMatchObject([
      { here: true, upload: { state: 'waiting' }, resource: { name: 'Grüße.txt' } },
    ]);
    expect((await imported(other, libraryJson(file))).counts).toEqual({ same: 2 });
  });

  test('a file whose row is on the server, and whose bytes are not, can be brought to another account', async () => {
    const scene = await fileScene();
    await scene.add('bytes');
    await scene.confirm();
    const file = await carried(scene.library, { onlyWaiting: true });
    expect(file.waiting).toEqual([]);
    const other = await openedLibrary();
    await commit(other, 'createProject', { id: projectId, name: 'P', color: 'red' });
    expect((await lookedAt(other, libraryJson(file))).counts).toEqual({ new: 1 });
    expect([await other.db.files.count(), await other.db.resources.count()]).toEqual([0, 0]);
    expect(await imported(other, libraryJson(file))).toMatchObject({ counts: { new: 1 }, notApplied: [] });
    expect(await readText(other)).toEqual(['bytes']);
  });

  test('what the server has travels as a row, and comes back where it is the same account', async () => {
    const scene = await fileScene();
    const id = await scene.add('bytes');
    await scene.confirm(id);
    await settleUploads(scene.library);
    const file = await carried(scene.library);
    expect(file).toMatchObject({ files: [], resources: [{ id, available: true }] });
    const same = await openedLibrary();
    expect(await imported(same, libraryJson(file))).toMatchObject({ counts: { new: 2 }, notApplied: [] });
    const stranger = { ...file, username: 'grace' };
    expect((await imported(await openedLibrary(), libraryJson(stranger))).notApplied).toEqual([
      'bytes.txt: The content of this file is not among the files.',
    ]);
  });

  test('a blob that does not match its hash is not imported', async () => {
    const { library, add } = await fileScene();
    await add('honest');
    const file = await carried(library);
    const forged = { ...file, files: file.files.map((each) => ({ ...each, base64: btoa('forged') })) };
    const other = await openedLibrary();
    await imported(other, libraryJson(forged));
    expect(await other.db.files.count()).toBe(0);
  });
});
