/** Tests which texts an export and a snapshot restore in prompts that are here. */
import { beforeEach, expect, test } from 'vitest';
import { commit } from '../commit/commit.ts';
import type { Library } from '../database/library.ts';
import { readOutbox } from '../outbox/outbox-store.ts';
import { promptOf } from '../queries/queries.ts';
import { type Imported, imported, libraryJson, lookedAt } from '../testing/import-scene.ts';
import {
  at,
  openedLibrary,
  projectChange,
  promptChange,
  pullPage,
  versionChange,
} from '../testing/server-rows-scene.ts';
import { versionsOf } from '../testing/versions-scene.ts';
import { exportLibrary, type LibraryExport } from './library-export.ts';
import { snapshotFile, snapshotsOf, takeDailySnapshot } from './snapshots.ts';

const note = (id: string, content: string) => ({ id, content, createdAt: at });
const notesOf = (...notes: object[]) => JSON.stringify(notes);

let library: Library;
beforeEach(async () => {
  library = await openedLibrary();
});

async function copyOf(from: Library): Promise<LibraryExport> {
  await takeDailySnapshot(from);
  const [newest] = await snapshotsOf(from);
  return JSON.parse((await (await snapshotFile(from, newest?.id ?? 0))?.text()) ?? '');
}

async function carried(from: Library, options = {}): Promise<LibraryExport> {
  return JSON.parse(JSON.stringify(await exportLibrary(from, options)));
}

/** After a look at what it would do, which must find the same and write nothing. */
async function broughtIn(into: Library, content: LibraryExport): Promise<Imported> {
  const before = await readOutbox(into);
  const { counts, notApplied } = await lookedAt(into, libraryJson(content));
  expect(await readOutbox(into)).toEqual(before);
  const done = await imported(into, libraryJson(content));
  expect(done).toMatchObject({ counts, notApplied, refused: 0 });
  return done;
}

/** Lists what the import adds to rows that are here. */
function addedBy({ rows }: Imported) {
  return rows.filter(({ outcome }) => outcome === 'changed').map(({ adds }) => adds);
}

const nothing = { texts: 0, notes: 0, attributes: false, settings: false, runs: 0, cases: 0, changes: 0 };

async function addsNothingAgain(into: Library, content: LibraryExport): Promise<void> {
  const before = await readOutbox(into);
  const { rows, counts } = await imported(into, libraryJson(content));
  expect(counts).toEqual({ same: rows.length });
  expect(await readOutbox(into)).toEqual(before);
}

test('a copy brings back a text that was written over, as a version, and notes that were cleared', async () => {
  const notes = notesOf(note('1', 'of yesterday'), note('2', 'too'));
  await pullPage(library, [projectChange(), promptChange({ content: 'the chapter of yesterday', notes })]);
  const copy = await copyOf(library);
  await commit(library, 'setContent', { id: 1, content: 'oops', base: 'the chapter of yesterday' });
  await commit(library, 'updatePrompt', { id: 1, notes: '' });
  expect(addedBy(await broughtIn(library, copy))).toEqual([{ ...nothing, texts: 1, notes: 2 }]);
  expect(await promptOf(library, 1)).toMatchObject({ content: 'oops', notes });
  expect(await versionsOf(library, 1)).toMatchObject([
    { content: 'the chapter of yesterday', description: 'Imported' },
  ]);
  await addsNothingAgain(library, copy);
});

test('what the copy has and the library has too makes nothing new', async () => {
  const rows = [projectChange(), promptChange({ content: 'now', lastVersion: 2 })];
  const versions = [
    versionChange({ content: 'edited', original: 'as it was' }),
    versionChange({ id: 10, version: 2, content: 'kept' }),
  ];
  await pullPage(library, [...rows, ...versions]);
  const file = await carried(library);
  for (const content of ['now', 'edited', 'as it was', 'kept', ' \n']) {
    const prompts = file.prompts.map((prompt) => ({ ...prompt, content }));
    await addsNothingAgain(library, { ...file, client: 'another', prompts });
  }
});

test('words of a file about a prompt that is here in others come as a version, beside the current text', async () => {
  const there = await openedLibrary();
  await pullPage(there, [projectChange(), promptChange({ content: 'words of the file', title: 'Other' })]);
  await pullPage(library, [projectChange(), promptChange({ content: 'words here' })]);
  const file = await carried(there);
  expect(addedBy(await broughtIn(library, file))).toEqual([{ ...nothing, texts: 1 }]);
  expect(await promptOf(library, 1)).toMatchObject({ content: 'words here', title: 'T' });
  expect(await versionsOf(library, 1)).toMatchObject([{ content: 'words of the file' }]);
  await addsNothingAgain(library, file);
});

test('a version that is here in other words comes as another version', async () => {
  await pullPage(library, [
    projectChange(),
    promptChange({ lastVersion: 1 }),
    versionChange({ content: 'as it was' }),
  ]);
  const copy = await copyOf(library);
  await pullPage(
    library,
    [versionChange({ content: 'twice edited', original: 'before all' }, { seq: 11, rev: 2 })],
    11,
  );
  expect(addedBy(await broughtIn(library, copy))).toEqual([{ ...nothing, texts: 1 }]);
  expect((await versionsOf(library, 1)).map(({ content }) => content)).toEqual(['as it was', 'twice edited']);
  await addsNothingAgain(library, copy);
});

test('a version comes with the text before its first edit, and as the other side of a conflict', async () => {
  const there = await openedLibrary();
  const marks = { original: 'before all', conflict: 'unreviewed' as const };
  await pullPage(there, [
    projectChange(),
    promptChange({ lastVersion: 1 }),
    versionChange({ content: 'edited', ...marks }),
  ]);
  const file = await carried(there);
  expect((await broughtIn(library, file)).counts).toEqual({ new: 2 });
  expect(await versionsOf(library, 1)).toMatchObject([{ content: 'edited', ...marks }]);
  await addsNothingAgain(library, file);
});

test('the text before the first edit comes too where the version is here in other words', async () => {
  const there = await openedLibrary();
  const rows = [projectChange(), promptChange({ lastVersion: 1 })];
  await pullPage(there, [...rows, versionChange({ content: 'v', original: 'before all' })]);
  await pullPage(library, [...rows, versionChange({ content: 'v' })]);
  const file = await carried(there);
  expect(addedBy(await broughtIn(library, file))).toEqual([{ ...nothing, texts: 1 }]);
  expect((await versionsOf(library, 1)).map(({ content }) => content)).toEqual(['before all', 'v']);
  await addsNothingAgain(library, file);
});

test('a project of a colour that this app does not know comes with its prompts', async () => {
  const there = await openedLibrary();
  await pullPage(there, [projectChange({ color: 'ultraviolet' }), promptChange()]);
  const file = await carried(there);
  expect((await broughtIn(library, file)).counts).toEqual({ new: 2 });
  expect(await promptOf(library, 1)).toMatchObject({ title: 'T' });
});

test('a note in other words comes back beside the one that is here', async () => {
  const there = await openedLibrary();
  await pullPage(there, [
    projectChange(),
    promptChange({ notes: notesOf(note('1', 'old words'), note('2', 'same')) }),
  ]);
  const here = notesOf(note('1', 'new words'), note('2', 'same'), note('3', 'only here'));
  await pullPage(library, [projectChange(), promptChange({ notes: here })]);
  const file = await carried(there);
  expect(addedBy(await broughtIn(library, file))).toEqual([{ ...nothing, notes: 1 }]);
  const notes = JSON.stringify((await promptOf(library, 1))?.notes);
  for (const text of ['old words', 'new words', 'same', 'only here']) expect(notes).toContain(text);
  await addsNothingAgain(library, file);
});

test('what waited in a copy of this library and was said since is not said again over newer words', async () => {
  await pullPage(library, [projectChange(), promptChange({ content: 'one' })]);
  await commit(library, 'setContent', { id: 1, content: 'chapter', base: 'one' });
  await commit(library, 'updatePrompt', { id: 1, title: 'Draft' });
  await commit(library, 'createPrompt', { id: 2, title: 'New', content: '', projectId: 5 });
  await commit(library, 'setContent', { id: 2, content: 'new words', base: '' });
  const copy = await copyOf(library);
  await library.db.outbox.clear();
  await commit(library, 'setContent', { id: 1, content: 'chapter and more', base: 'chapter' });
  await commit(library, 'updatePrompt', { id: 1, title: 'Final' });
  await commit(library, 'deletePrompt', { id: 2 });
  const done = await broughtIn(library, copy);
  expect(done.counts).toEqual({ same: 1, changed: 1, new: 1 });
  expect(addedBy(done)).toEqual([{ ...nothing, texts: 1 }]);
  expect(await promptOf(library, 1)).toMatchObject({ title: 'Final', content: 'chapter and more' });
  expect(await versionsOf(library, 1)).toMatchObject([{ content: 'chapter', description: 'Imported' }]);
  expect(await promptOf(library, 2)).toMatchObject({ title: 'New', content: 'new words' });
  await addsNothingAgain(library, copy);
});

test('a text that waited in a copy and was given up since comes back as a version', async () => {
  await pullPage(library, [projectChange(), promptChange({ content: 'one' })]);
  const copy = await copyOf(library);
  const refused = { name: 'setContent', args: { id: 1, content: 'refused', base: 'one' }, createdAt: at };
  const file = { ...copy, waiting: [refused] };
  expect(addedBy(await broughtIn(library, file))).toEqual([{ ...nothing, texts: 1 }]);
  expect(await promptOf(library, 1)).toMatchObject({ content: 'one' });
  expect(await versionsOf(library, 1)).toMatchObject([{ content: 'refused' }]);
  await addsNothingAgain(library, file);
});

test('a note that was being written when the copy was made comes back, whether its prompt is here or not', async () => {
  const stored = notesOf(note('1', 'a'));
  await pullPage(library, [projectChange(), promptChange({ notes: stored })]);
  const args = { id: 1, notes: notesOf(note('1', 'a'), note('2', 'being written')), baseNotes: stored };
  const file = { ...(await copyOf(library)), waiting: [{ name: 'updatePrompt', args, createdAt: at }] };
  const empty = await openedLibrary();
  expect((await broughtIn(empty, { ...file, client: empty.client })).counts).toEqual({ new: 2 });
  expect(addedBy(await broughtIn(library, file))).toEqual([{ ...nothing, notes: 1 }]);
  for (const each of [empty, library]) expect((await promptOf(each, 1))?.notes).toBe(args.notes);
  await addsNothingAgain(library, file);
});

test("another device's copy says what waited there, and its words come once", async () => {
  const laptop = await openedLibrary();
  const base = 'top\n\nmiddle\n\nend';
  const rows = [projectChange(), promptChange({ content: base, notes: notesOf(note('1', 'a')) })];
  await pullPage(laptop, rows);
  await pullPage(library, rows);
  await commit(laptop, 'setContent', { id: 1, content: `${base} of the laptop`, base });
  const notes = notesOf(note('1', 'a'), note('2', 'laptop'));
  await commit(laptop, 'updatePrompt', { id: 1, notes, baseNotes: notesOf(note('1', 'a')) });
  await commit(library, 'setContent', { id: 1, content: `tablet's ${base}`, base });
  const file = await carried(laptop);
  expect(addedBy(await broughtIn(library, file))).toEqual([{ ...nothing, changes: 2 }]);
  expect(await promptOf(library, 1)).toMatchObject({ content: `tablet's ${base} of the laptop`, notes });
  expect(await versionsOf(library, 1)).toEqual([]);
  await addsNothingAgain(library, file);
});

test('a text that waited and cannot be merged becomes a version, and the current one stays', async () => {
  const rows = [projectChange(), promptChange({ content: 'one' })];
  const laptop = await openedLibrary();
  await pullPage(laptop, rows);
  await pullPage(library, rows);
  await commit(laptop, 'setContent', { id: 1, content: 'of the laptop', base: 'one' });
  await commit(library, 'setContent', { id: 1, content: 'of the tablet', base: 'one' });
  for (const file of [await carried(laptop, { onlyWaiting: true }), await carried(laptop)]) {
    await broughtIn(library, file);
    expect(await promptOf(library, 1)).toMatchObject({ content: 'of the tablet' });
    expect(await versionsOf(library, 1)).toMatchObject([
      { content: 'of the laptop', description: 'Imported' },
    ]);
    await addsNothingAgain(library, file);
  }
});

test('a prompt that was made there and is here by now keeps the words that it was made with', async () => {
  await pullPage(library, [projectChange(), promptChange({ content: 'grown' })]);
  const waiting = [
    { name: 'createPrompt', args: { id: 1, title: 'T', content: 'seed', projectId: 5 }, createdAt: at },
  ];
  const file = { ...(await carried(await openedLibrary(), { onlyWaiting: true })), waiting };
  expect(addedBy(await broughtIn(library, file))).toEqual([{ ...nothing, texts: 1 }]);
  expect(await promptOf(library, 1)).toMatchObject({ content: 'grown' });
  await addsNothingAgain(library, file);
});

test('a full file of a device that was never in step leaves no trace of the way to its texts', async () => {
  const laptop = await openedLibrary();
  await commit(laptop, 'createProject', { id: 5, name: 'P', color: 'red' });
  await commit(laptop, 'createPrompt', { id: 1, title: 'T', content: 'first', projectId: 5 });
  await commit(laptop, 'setContent', { id: 1, content: 'second', base: 'first' });
  await commit(laptop, 'saveVersion', { promptId: 1, id: 9, content: 'second', description: 'v' });
  await commit(laptop, 'setContent', { id: 1, content: 'third', base: 'second' });
  const file = await carried(laptop);
  expect((await broughtIn(library, file)).counts).toEqual({ new: 2 });
  expect(await promptOf(library, 1)).toMatchObject({ content: 'third' });
  expect((await versionsOf(library, 1)).map(({ content }) => content)).toEqual(['second']);
  await addsNothingAgain(library, file);
});
