import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { describe, expect, test } from 'vitest';
import { commit } from '../commit/commit.ts';
import { type Library, openLibrary } from '../database/library.ts';
import { applyPull } from '../feed/apply-pull.ts';
import { readOutbox, settleAnswer, takeBatch } from '../outbox/outbox-store.ts';
import { outlineOf, promptOf } from '../queries/queries.ts';
import { resourcesOf } from '../resources/resources.ts';
import { settleUploads } from '../resources/uploads.ts';
import { fileScene, projectId } from '../testing/resources-scene.ts';
import { versionsOf } from '../testing/versions-scene.ts';
import { emptyReport } from './import-report.ts';
import { exportLibrary, type LibraryExport, readLibraryExport } from './library-export.ts';
import { importLibrary } from './library-import.ts';

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
  const read = readLibraryExport(JSON.stringify(await exportLibrary(library, options)));
  if (!read.ok) throw new Error(read.reason);
  return read.file;
}

test('a library comes into an empty one whole, and a second time adds nothing', async () => {
  const file = await carried(await filledLibrary());
  const other = await openedLibrary();
  const report = await importLibrary(other, file, { dryRun: false });
  expect(report).toMatchObject({ projects: 1, prompts: 1, versions: 1, notApplied: [] });
  expect(await promptOf(other, 2)).toMatchObject({ title: 'T', content: 'two' });
  expect(await versionsOf(other, 2)).toMatchObject([{ id: 3, content: 'one\r\n🧵', description: 'v' }]);
  const again = await importLibrary(other, file, { dryRun: false });
  expect(again).toEqual(emptyReport());
});

test('the current text of a prompt stays as others made it, where only a version comes in', async () => {
  const file = await carried(await filledLibrary());
  const other = await openedLibrary();
  await importLibrary(other, { ...file, versions: [], waiting: [] }, { dryRun: false });
  const batch = await takeBatch(other);
  const results = (batch?.mutations ?? []).map(({ key }) => ({ key, status: 200, seq: 1, revs: {} }));
  await settleAnswer(other, { seq: 1, results });
  await importLibrary(other, { ...file, waiting: [] }, { dryRun: false });
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
  await importLibrary(tablet, await carried(laptop), { dryRun: false });
  await laptop.db.outbox.clear();
  await commit(laptop, 'createPrompt', { id: 9, title: 'Draft', content: 'words', projectId: 1 });
  await commit(laptop, 'deletePrompt', { id: 9 });
  await commit(laptop, 'deletePrompt', { id: 2 });
  await commit(tablet, 'setContent', { id: 2, content: 'written since', base: 'two' });
  const report = await importLibrary(tablet, await carried(laptop, { onlyWaiting: true }), { dryRun: false });
  expect(report.notApplied).toEqual([
    {
      what: expect.stringContaining('T'),
      why: 'A file takes nothing away. Delete it here if you still want that.',
    },
  ]);
  expect((await outlineOf(tablet)).prompts.map(({ id }) => id)).toEqual([2]);
  expect(await promptOf(tablet, 2)).toMatchObject({ content: 'written since' });
});

test('a dry run reports the same and changes nothing', async () => {
  const file = await carried(await filledLibrary());
  const other = await openedLibrary();
  const dry = await importLibrary(other, file, { dryRun: true });
  expect(await outlineOf(other)).toEqual({ projects: [], prompts: [] });
  expect(await readOutbox(other)).toEqual([]);
  expect(await importLibrary(other, file, { dryRun: false })).toEqual(dry);
});

test('the outbox of a dying laptop is imported on another device, merged with its rows', async () => {
  const laptop = await filledLibrary();
  const text = 'top\n\nmiddle\n\nend';
  await commit(laptop, 'setContent', { id: 2, content: text, base: 'two' });
  const tablet = await openedLibrary();
  // Both were in step once; then each went its own way.
  await importLibrary(tablet, await carried(laptop), { dryRun: false });
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
  const report = await importLibrary(tablet, queue, { dryRun: false });
  expect(report).toMatchObject({ changes: 3, notApplied: [] });
  expect(await promptOf(tablet, 2)).toMatchObject({
    title: 'Renamed',
    content: `tablet's ${text} of the laptop`,
  });
  expect(await promptOf(tablet, 9)).toMatchObject({ content: 'words' });
});

test('a change whose prompt is not here is named with its reason, and the others are imported', async () => {
  const other = await openedLibrary();
  const file: LibraryExport = {
    format: 'promptory-library',
    version: 1,
    exportedAt: '2026-01-01T00:00:00.000Z',
    username: 'ada',
    projects: [],
    prompts: [],
    versions: [],
    resources: [],
    files: [],
    waiting: [
      { name: 'setContent', args: { id: 2, content: 'x' }, createdAt: '' },
      { name: 'paintItBlue', args: {}, createdAt: '' },
      { name: 'createProject', args: { id: 1, name: '', color: 'red' }, createdAt: '' },
      { name: 'createProject', args: { id: 1, name: 'P', color: 'red' }, createdAt: '' },
    ],
  };
  const report = await importLibrary(other, file, { dryRun: false });
  expect(report.changes).toBe(1);
  expect(report.notApplied).toEqual([
    { what: 'Text of something unnamed', why: 'What it is about is not in this library.' },
    { what: 'paintItBlue', why: 'This Promptory does not know such a change.' },
    { what: "New project ''", why: 'Project name is required' },
  ]);
});

test.each([
  ['no JSON', 'hello', /not JSON/],
  ['another format', '{"format":"other"}', /not a file that Promptory made/],
  ['a newer version', '{"format":"promptory-library","version":2}', /newer Promptory/],
  [
    'a broken row',
    '{"format":"promptory-library","version":1,"exportedAt":"2026-01-01T00:00:00Z","username":"a","prompts":[{"id":0}]}',
    /damaged at prompts\.0/,
  ],
])('a file with %s is refused in words', (_, text, reason) => {
  expect(readLibraryExport(text)).toMatchObject({ ok: false, reason: expect.stringMatching(reason) });
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
    const report = await importLibrary(other, file, { dryRun: false });
    expect(report).toMatchObject({ changes: 2, notApplied: [] });
    expect(await readText(other)).toEqual(['only here\r\n🧵']);
    expect(await resourcesOf(other, projectId)).toMatchObject([
      { here: true, upload: { state: 'waiting' }, resource: { name: 'Grüße.txt' } },
    ]);
    expect(await importLibrary(other, file, { dryRun: false })).toMatchObject({ resources: 0, changes: 0 });
  });

  test('a file whose row is on the server, and whose bytes are not, can be brought to another account', async () => {
    const scene = await fileScene();
    await scene.add('bytes');
    await scene.confirm();
    const file = await carried(scene.library, { onlyWaiting: true });
    expect(file.waiting).toEqual([]);
    const other = await openedLibrary();
    await commit(other, 'createProject', { id: projectId, name: 'P', color: 'red' });
    expect(await importLibrary(other, file, { dryRun: true })).toMatchObject({ resources: 1 });
    expect([await other.db.files.count(), await other.db.resources.count()]).toEqual([0, 0]);
    expect(await importLibrary(other, file, { dryRun: false })).toMatchObject({
      resources: 1,
      notApplied: [],
    });
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
    expect(await importLibrary(same, file, { dryRun: false })).toMatchObject({
      resources: 1,
      notApplied: [],
    });
    const stranger = { ...file, username: 'grace' };
    const report = await importLibrary(await openedLibrary(), stranger, { dryRun: false });
    expect(report).toMatchObject({
      resources: 0,
      notApplied: [{ what: "File 'bytes.txt'", why: 'Its content is not in this file.' }],
    });
  });

  test('a blob that does not match its hash is not imported', async () => {
    const { library, add } = await fileScene();
    await add('honest');
    const file = await carried(library);
    const forged = { ...file, files: file.files.map((each) => ({ ...each, base64: btoa('forged') })) };
    const other = await openedLibrary();
    await importLibrary(other, forged, { dryRun: false });
    expect(await other.db.files.count()).toBe(0);
  });
});
