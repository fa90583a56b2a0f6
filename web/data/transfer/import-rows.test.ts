/** Tests the import of single rows, and the report of those that it leaves out. */
import { expect, test } from 'vitest';
import { messages } from '#shared/model/messages.ts';
import { binItems } from '../bin/bin-items.ts';
import { readOutbox } from '../outbox/outbox-store.ts';
import { outlineOf, promptOf } from '../queries/queries.ts';
import { sha256OfText } from '../resources/sha256.ts';
import { cancelUpload } from '../resources/uploads.ts';
import { imported, libraryJson, lookedAt } from '../testing/import-scene.ts';
import { fileScene } from '../testing/resources-scene.ts';
import {
  at,
  openedLibrary,
  projectChange,
  promptChange,
  pullPage,
  resourceChange,
  versionChange,
} from '../testing/server-rows-scene.ts';
import { versionsOf } from '../testing/versions-scene.ts';
import { exportLibrary } from './library-export.ts';

const fileOf = (parts: Record<string, unknown>) =>
  libraryJson({ format: 'promptory-library', version: 1, exportedAt: at, username: 'ada', ...parts });
const project = projectChange().row;
const prompt = promptChange({ content: 'now', notes: 'words' }).row;

test('notes come along, and versions without being laid over the current text, in the order of their numbers', async () => {
  const library = await openedLibrary();
  const versions = [versionChange({ id: 10, version: 2, content: 'w' }).row, versionChange().row];
  const report = await imported(library, fileOf({ projects: [project], prompts: [prompt], versions }));
  expect(report.counts).toEqual({ new: 2 });
  expect(await promptOf(library, 1)).toMatchObject({ content: 'now', notes: 'words' });
  expect((await versionsOf(library, 1)).map(({ id, version }) => [id, version])).toEqual([
    [10, 2],
    [9, 1],
  ]);
});

test('the own order comes along', async () => {
  const library = await openedLibrary();
  const placed = { ...prompt, attributes: { position: 'b1' } };
  await imported(library, fileOf({ projects: [{ ...project, position: 'a1' }], prompts: [placed] }));
  expect(await outlineOf(library)).toMatchObject({
    projects: [{ position: 'a1' }],
    prompts: [{ position: 'b1' }],
  });
});

test('a version of a prompt without a text becomes its text', async () => {
  const library = await openedLibrary();
  const prompts = [promptChange({ content: '' }).row];
  await imported(library, fileOf({ projects: [project], prompts, versions: [versionChange().row] }));
  expect((await promptOf(library, 1))?.content).toBe('v');
  const [made] = (await readOutbox(library)).filter(({ name }) => name === 'createPrompt');
  expect(made?.args).not.toHaveProperty('notes');
});

test('what cannot be brought in is named, with the reason in words', async () => {
  const library = await openedLibrary();
  const { notApplied } = await imported(
    library,
    fileOf({
      projects: [{ ...project, id: 5, name: 'P' }],
      prompts: [{ ...prompt, projectId: 6 }],
      versions: [versionChange({ promptId: 7 }).row],
      resources: [resourceChange({ id: 3, available: true, projectId: 6 }).row],
      waiting: [
        { name: 'setContent', args: { id: 8, content: 'x' }, createdAt: at },
        { name: 'editVersion', args: { promptId: 8, id: 9, content: 'x' }, createdAt: at },
        { name: 'paint', args: {}, createdAt: at },
        { name: 'renameProject', args: { id: 5, name: '' }, createdAt: at },
      ],
    }),
  );
  const missing = 'What this change belongs to is not in this library.';
  expect(notApplied).toEqual([
    'library.json: waiting[2]: This version of Promptory does not know such a change.',
    'library.json: waiting[3]: Project name is required',
    'library.json: versions: These are versions of a prompt that is not in this file.',
    `library.json: ${missing}`,
  ]);
  // Rows of a project that is nowhere come into a new one.
  expect((await outlineOf(library)).projects.map(({ id, name }) => [id, name])).toEqual([
    [5, 'P'],
    [6, 'Imported'],
  ]);
});

test('an export with U+0000 is imported but for the texts that hold it, each named by the character', async () => {
  const library = await openedLibrary();
  const file = fileOf({
    projects: [project],
    prompts: [prompt, { ...prompt, id: 2, title: 'Null', content: 'one\0two' }],
    versions: [versionChange().row, versionChange({ id: 10, version: 2, content: 'v\0' }).row],
    waiting: [{ name: 'setContent', args: { id: 1, content: 'now\0', base: 'now' }, createdAt: at }],
  });
  const looked = await lookedAt(library, file);
  const report = await imported(library, file);
  expect(report.counts).toEqual(looked.counts);
  expect(report.counts).toEqual({ new: 2, refused: 2 });
  const why = messages.nullCharacter;
  expect(report.notApplied).toEqual([`library.json: waiting[0]: ${why}`, `T: ${why}`, `Null: ${why}`]);
  expect((await promptOf(library, 1))?.content).toBe('now');
  expect(await promptOf(library, 2)).toBeUndefined();
  expect((await versionsOf(library, 1)).map(({ content }) => content)).toEqual(['v']);
});

test('what waits is said here, and what would take something away is left to the person', async () => {
  const library = await openedLibrary();
  const waiting = [
    { name: 'updatePrompt', args: { id: 1, title: 'N' }, createdAt: at },
    { name: 'deletePrompt', args: { id: 1, seen: { seq: 99, beforeNumber: 99 } }, createdAt: at },
  ];
  const report = await imported(library, fileOf({ projects: [project], prompts: [prompt], waiting }));
  expect(report.rows[1]?.adds.changes).toBe(1);
  expect(report.notApplied).toEqual([
    'T: An import deletes nothing. Delete this here if you still want that.',
  ]);
  expect((await promptOf(library, 1))?.title).toBe('N');
});

test('an upload that was given up, and bytes that are gone, do not travel', async () => {
  const scene = await fileScene();
  const given = await scene.add('given up');
  await scene.add('gone');
  await scene.add('here');
  await scene.confirm();
  await cancelUpload(scene.library, given);
  await scene.library.db.files.delete(await sha256OfText('gone'));
  const { files } = await exportLibrary(scene.library);
  expect(files.map(({ names, base64 }) => [names, atob(base64)])).toEqual([[['here.txt'], 'here']]);
});

test('what the device shows already is not brought in, and is restored if another device had deleted it by then', async () => {
  const library = await openedLibrary();
  const shown = promptChange({ content: 'now', notes: 'words' });
  await pullPage(library, [projectChange(), shown, versionChange()]);
  const file = fileOf({ projects: [project], prompts: [prompt], versions: [versionChange().row] });
  expect((await imported(library, file)).counts).toEqual({ same: 2 });
  const gone = { deleted: true as const, rev: 2 };
  await pullPage(library, [promptChange({}, { ...gone, seq: 11 })], 11);
  await pullPage(library, [versionChange({}, { ...gone, seq: 12 })], 12);
  expect((await binItems(library)).map(({ key }) => key)).toEqual(['prompt:1']);
  expect((await imported(library, file)).counts).toEqual({ same: 1, new: 1 });
  expect(await promptOf(library, 1)).toMatchObject({ content: 'now' });
  expect((await versionsOf(library, 1)).map(({ id, version }) => [id, version])).toEqual([[9, 1]]);
});
