import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { expect, test } from 'vitest';
import { type Library, openLibrary } from '../database/library.ts';
import { outlineOf, promptOf } from '../queries/queries.ts';
import { findReferrers } from '../queries/referrers.ts';
import { commit } from './commit.ts';
import { type Renaming, renamer, updateReferences } from './update-references.ts';

/** "Rules/Tone" is inserted by a letter, in three ways; a note speaks of it, and inserts something else. */
async function libraryWithReferences(): Promise<Library> {
  let word = 100;
  const library = await openLibrary(
    { id: 7, username: 'ada', displayName: 'Ada' },
    {
      random: (text) => text.map(() => word++),
      now: () => 0,
      indexedDb: { indexedDB: new IDBFactory(), IDBKeyRange },
    },
  );
  await commit(library, 'createProject', { id: 1, name: 'Rules', color: 'red' });
  await commit(library, 'createProject', { id: 2, name: 'Letters', color: 'blue' });
  const prompts = [
    { id: 11, title: 'Tone', content: 'Be kind.', projectId: 1 },
    { id: 12, title: 'Length', content: 'Be brief.', projectId: 1 },
    { id: 21, title: 'Letter', content: letter('Rules/Tone'), projectId: 2 },
    { id: 22, title: 'Note', content: 'Rules/Tone is not {{> Rules/Length}}', projectId: 2 },
  ];
  for (const prompt of prompts) await commit(library, 'createPrompt', prompt);
  return library;
}

const letter = (name: string) =>
  `Dear {name}\r\n{{> ${name}}} {{>${name}@production}}\n{{> ${name}@2}}\u2028 `;

async function update(library: Library, renaming: Renaming): Promise<string[]> {
  const rename = renamer(renaming, await outlineOf(library));
  const referrers = await findReferrers(library, (name) => rename(name) !== null);
  for (const { id } of referrers) expect(await updateReferences(library, id, rename)).toEqual({ ok: true });
  return referrers.map(({ title }) => title);
}

const textOf = async (library: Library, id: number) => (await promptOf(library, id))?.content;

test('the references to a renamed prompt are found and updated, and no other byte of the text', async () => {
  const library = await libraryWithReferences();
  await commit(library, 'updatePrompt', { id: 11, title: 'Voice' });
  const renaming = { from: { project: 'Rules', title: 'Tone' }, to: { project: 'Rules', title: 'Voice' } };
  expect(await update(library, renaming)).toEqual(['Letter']);
  expect(await textOf(library, 21)).toBe(letter('Rules/Voice'));
  expect(await textOf(library, 22)).toBe('Rules/Tone is not {{> Rules/Length}}');
});

test('a renamed project renames the references to all of its prompts, a move those to one', async () => {
  const library = await libraryWithReferences();
  await commit(library, 'renameProject', { id: 1, name: 'Style' });
  expect(await update(library, { from: { project: 'Rules' }, to: { project: 'Style' } })).toEqual([
    'Letter',
    'Note',
  ]);
  expect(await textOf(library, 22)).toBe('Rules/Tone is not {{> Style/Length}}');
  await commit(library, 'movePrompt', { id: 11, projectId: 2 });
  const moved = { from: { project: 'Style', title: 'Tone' }, to: { project: 'Letters', title: 'Tone' } };
  expect(await update(library, moved)).toEqual(['Letter']);
  expect(await textOf(library, 21)).toBe(letter('Letters/Tone'));
});

test('a reference that still leads somewhere is left alone', async () => {
  const library = await libraryWithReferences();
  await commit(library, 'createPrompt', { id: 13, title: 'Tone', content: 'Be funny.', projectId: 1 });
  await commit(library, 'updatePrompt', { id: 11, title: 'Voice' });
  const renaming = { from: { project: 'Rules', title: 'Tone' }, to: { project: 'Rules', title: 'Voice' } };
  expect(await update(library, renaming)).toEqual([]);
});

test('references in more texts than one portion are found, and the search can be ended', async () => {
  const library = await libraryWithReferences();
  for (let id = 100; id < 350; id += 1)
    await commit(library, 'createPrompt', { id, title: `P${id}`, content: '{{> Rules/Tone}}', projectId: 2 });
  const isTone = ({ title }: { title: string }) => title === 'Tone';
  expect(await findReferrers(library, isTone)).toHaveLength(251);
  expect(await findReferrers(library, isTone, AbortSignal.abort())).toEqual([]);
});
