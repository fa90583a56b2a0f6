/** Tests the texts of a refused entry, and the names of the rows that entries are about. */
import { describe, expect, test } from 'vitest';
import { commit, commitInside } from '../commit/commit.ts';
import { restoreVersion, saveOverCurrent } from '../commit/restore-version.ts';
import type { Library } from '../database/library.ts';
import { outlineOf, promptOf } from '../queries/queries.ts';
import {
  carriedText,
  discardEntry,
  editEntry,
  entriesDiscardedWith,
  entryNames,
  saveEntryAsNew,
} from '../review/outbox-acts.ts';
import {
  openedLibrary,
  projectChange,
  promptChange,
  pullPage,
  resourceChange,
  versionChange,
} from '../testing/server-rows-scene.ts';
import { readOutbox, settleAnswer, takeBatch } from './outbox-store.ts';

async function known(): Promise<Library> {
  const library = await openedLibrary();
  await pullPage(library, [
    projectChange({ id: 4, name: 'Other' }),
    projectChange(),
    promptChange({ id: 3, title: 'First', projectId: 4 }),
    promptChange(),
    versionChange(),
  ]);
  return library;
}
/** Everything that waits is refused; resolves to the place of the first of it. */
async function refused(library: Library): Promise<number> {
  const batch = await takeBatch(library);
  const results = (batch?.mutations ?? []).map(({ key }) => ({ key, status: 422 }));
  await settleAnswer(library, { seq: 20, results });
  return (await readOutbox(library))[0]?.position ?? 0;
}

describe('the text of a refused entry is kept as a new prompt', () => {
  test('in the project of its prompt and under its title', async () => {
    const library = await known();
    await commit(library, 'setContent', { id: 1, content: 'mine', base: 'a' });
    expect(await saveEntryAsNew(library, await refused(library))).toEqual({ ok: true });
    const made = (await outlineOf(library)).prompts.find(({ title }) => title.startsWith('Recovered'));
    expect(made).toMatchObject({ title: 'Recovered: T', projectId: 5 });
    expect((await promptOf(library, made?.id ?? 0))?.content).toBe('mine');
    expect((await readOutbox(library)).map(({ name }) => name)).toEqual(['createPrompt']);
  });

  test('with a title that is cut where it is too long', async () => {
    const library = await known();
    await pullPage(
      library,
      [promptChange({ title: `${'x'.repeat(38)} ${'y'.repeat(9)}` }, { seq: 11, rev: 2 })],
      11,
    );
    await commit(library, 'setContent', { id: 1, content: 'mine', base: 'a' });
    await saveEntryAsNew(library, await refused(library));
    const titles = (await outlineOf(library)).prompts.map(({ title }) => title);
    expect(titles).toContain(`Recovered: ${'x'.repeat(38)}`);
  });

  test('in the first project where its own is gone, under what it was to be called', async () => {
    const library = await known();
    await commit(library, 'createPrompt', { id: 9, title: 'New', content: 'mine', projectId: 5 });
    const position = await refused(library);
    const gone = ['project:5', 'prompt:9'] as const;
    expect(gone).toHaveLength(2);
    await pullPage(library, [{ type: 'project', id: 5, seq: 11, rev: 2, deleted: true }], 11);
    await saveEntryAsNew(library, position);
    const made = (await outlineOf(library)).prompts.find(({ title }) => title === 'Recovered: New');
    expect(made).toBeDefined();
    expect((await outlineOf(library)).projects.map(({ id }) => id)).toContain(made?.projectId);
  });

  test('in a project of its own where there is none', async () => {
    const library = await openedLibrary();
    await pullPage(library, [projectChange(), promptChange()]);
    await commit(library, 'setContent', { id: 1, content: 'mine', base: 'a' });
    const position = await refused(library);
    const gone = { seq: 11, rev: 2, deleted: true as const };
    await pullPage(
      library,
      [
        { type: 'project', id: 5, ...gone },
        { type: 'prompt', id: 1, ...gone },
      ],
      11,
    );
    expect(await promptOf(library, 1)).toMatchObject({ content: 'mine' });
    expect(await saveEntryAsNew(library, position)).toEqual({ ok: true });
    const { projects, prompts } = await outlineOf(library);
    expect(projects).toMatchObject([{ name: 'Recovered', color: 'indigo' }]);
    expect(prompts).toMatchObject([{ title: 'Recovered: T', projectId: projects[0]?.id }]);
  });

  test('if it has one', async () => {
    const library = await known();
    await commit(library, 'renameProject', { id: 5, name: 'N' });
    const position = await refused(library);
    expect(await saveEntryAsNew(library, position)).toEqual({
      ok: false,
      errors: [{ path: '', message: 'This change has no text.' }],
    });
    const [entry] = await readOutbox(library);
    expect(entry).toMatchObject({ state: 'refused' });
    expect(entry === undefined ? '' : carriedText(entry)).toBeNull();
  });
});

test('only what was never made takes along what was done to it', async () => {
  const library = await known();
  await commit(library, 'setContent', { id: 1, content: 'mine', base: 'a' });
  const position = await refused(library);
  await commit(library, 'updatePrompt', { id: 1, title: 'N' });
  expect((await entriesDiscardedWith(library, position)).map(({ name }) => name)).toEqual(['setContent']);
  expect(await discardEntry(library, position)).toEqual({ ok: true });
  expect((await readOutbox(library)).map(({ name }) => name)).toEqual(['updatePrompt']);
  expect(await promptOf(library, 1)).toMatchObject({ content: 'a', title: 'N' });
  expect(await discardEntry(library, 999)).toEqual({ ok: true });
  expect(await editEntry(library, 999, {})).toEqual({ ok: true });
});

test('rows are called as the server knows them, also those that are not shown any more', async () => {
  const library = await known();
  await commit(library, 'renameProject', { id: 5, name: 'N' });
  await commit(library, 'updatePrompt', { id: 3, title: 'Renamed' });
  await commit(library, 'deletePrompt', { id: 1 });
  const { db } = library;
  await db.transaction('rw', db.everything, async () =>
    commitInside(library, 'createProject', { id: 8, name: 'Made here', color: 'red' }),
  );
  const nameOf = await entryNames(library, await readOutbox(library));
  expect(
    (['project:5', 'prompt:3', 'prompt:1', 'project:8', 'project:4', 'version:9'] as const).map(nameOf),
  ).toEqual(['P', 'First', 'T', 'Made here', 'Other', undefined]);
});

test('files have names too, also those that are not shown any more', async () => {
  const library = await known();
  await pullPage(library, [resourceChange(), resourceChange({ id: 6, name: 'Notes' }, { seq: 12 })], 12);
  await commit(library, 'updateResource', { id: 3, name: 'Plan B' });
  await commit(library, 'deleteResource', { id: 6 });
  const nameOf = await entryNames(library, await readOutbox(library));
  expect((['resource:3', 'resource:6', 'resource:7'] as const).map(nameOf)).toEqual([
    'Plan',
    'Notes',
    undefined,
  ]);
});

test('what was made here is called as it was made, also after it was renamed or deleted again', async () => {
  const library = await known();
  const bytes = { fileType: 'text/markdown' as const, fileSize: 3, sha256: 'a'.repeat(64) };
  const file = { id: 7, projectId: 5, name: 'Draft', originalFilename: 'd.md', description: '', ...bytes };
  await commit(library, 'createResource', file);
  await commit(library, 'deleteResource', { id: 7 });
  await commit(library, 'createPrompt', { id: 9, title: 'New', content: 'x', projectId: 5 });
  await commit(library, 'updatePrompt', { id: 9, title: 'Newer' });
  const nameOf = await entryNames(library, await readOutbox(library));
  expect((['resource:7', 'prompt:9'] as const).map(nameOf)).toEqual(['Draft', 'New']);
});

test('the prompt of a change to one of its versions has its name', async () => {
  const library = await known();
  await commit(library, 'editVersion', { promptId: 1, id: 9, content: 'w', base: 'v' });
  await commit(library, 'deletePrompt', { id: 1 });
  const [editing] = await readOutbox(library);
  const nameOf = await entryNames(library, editing === undefined ? [] : [editing]);
  expect(nameOf('prompt:1')).toBe('T');
});

test('nothing is restored to a prompt that is gone, and nobody is woken', async () => {
  const library = await known();
  await commit(library, 'deletePrompt', { id: 3 });
  let woken = 0;
  library.onCommit.add(() => {
    woken += 1;
  });
  const gone = { ok: false, code: 'not_found', errors: [] };
  const saved = { promptId: 3, versionId: 99, content: 'x', description: 'd' };
  expect(await saveOverCurrent(library, saved)).toEqual(gone);
  expect(await restoreVersion(library, { promptId: 1, versionId: 99 })).toEqual(gone);
  expect(woken).toBe(0);
});
