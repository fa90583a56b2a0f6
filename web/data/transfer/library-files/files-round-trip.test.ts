/** Tests that a library leaves this device as files and comes back from them, and that an import can be taken back. */
import { expect, test } from 'vitest';
import { bytesOf } from '#shared/library-files/bytes.ts';
import type { InputFile, OutputFile } from '#shared/library-files/files.ts';
import { writeTree } from '#shared/library-files/tree/write-tree.ts';
import { commit } from '../../commit/commit.ts';
import type { Library } from '../../database/library.ts';
import { outlineOf, promptOf } from '../../queries/queries.ts';
import { addResource } from '../../resources/resources.ts';
import { imported as importedFiles, plannedFiles } from '../../testing/import-scene.ts';
import { openedLibrary } from '../../testing/server-rows-scene.ts';
import { versionsOf } from '../../testing/versions-scene.ts';
import { forgetOldImport, lastImport } from './last-import.ts';
import { type ExportScope, storedLibrary } from './stored-library.ts';
import { takeBack } from './take-back.ts';

const text = 'Dear {{name}},\r\n\u2028---\n';

async function filledLibrary(): Promise<Library> {
  const library = await openedLibrary();
  let now = Date.parse('2025-05-05T05:05:05.000Z');
  library.deps.now = () => {
    now += 1000;
    return now;
  };
  await commit(library, 'createProject', { id: 1, name: 'Letters / “old”', color: 'teal' });
  await commit(library, 'createProject', { id: 2, name: 'Letters / “old”', color: 'orange' });
  await commit(library, 'createPrompt', { id: 11, title: 'Greeting', content: 'first', projectId: 1 });
  await commit(library, 'saveVersion', { promptId: 11, id: 21, content: 'first', description: 'v1' });
  await commit(library, 'setContent', { id: 11, content: text, base: 'first' });
  await commit(library, 'createPrompt', { id: 12, title: 'Greeting', content: '', projectId: 1 });
  await addResource(library, {
    ...{ projectId: 1, name: 'logo', description: '' },
    file: new File(['a,b\n1,2\n'], 'table.txt', { type: 'text/plain' }),
  });
  return library;
}

async function exported(library: Library, scope: ExportScope = { kind: 'library' }): Promise<InputFile[]> {
  const { source } = await storedLibrary(library.db, scope, () => {});
  const files: InputFile[] = [];
  for await (const file of writeTree(source, { exportedAt: '2026-01-01T00:00:00.000Z', username: 'ada' })) {
    files.push(await readable(file));
  }
  return files;
}

async function readable({ path, modified, content }: OutputFile): Promise<InputFile> {
  const chunks: Uint8Array[] = [];
  if (content instanceof Uint8Array) chunks.push(content);
  else for await (const chunk of content) chunks.push(chunk);
  return {
    ...{ path, modified, size: chunks.reduce((sum, { length }) => sum + length, 0) },
    async *stream() {
      yield* chunks;
    },
  };
}

async function imported(library: Library, files: readonly InputFile[]): Promise<void> {
  expect((await importedFiles(library, ...files)).refused).toBe(0);
}

async function outcomesOf(library: Library, files: readonly InputFile[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for await (const { outcome } of plannedFiles(library, files)) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
}

const whole = { onProgress: () => {}, signal: new AbortController().signal };

async function contents(files: readonly InputFile[]): Promise<Record<string, string>> {
  const all = files.map(async (file) => [
    file.path,
    new TextDecoder().decode(await bytesOf(file, 1_000_000)),
  ]);
  return Object.fromEntries(await Promise.all(all));
}

test('a library comes into another device from its files as it was, to the code unit and the second; the second time adds nothing', async () => {
  const files = await exported(await filledLibrary());
  const other = await openedLibrary();
  expect(await outcomesOf(other, files)).toEqual({ new: 5 });
  await imported(other, files);
  const { projects, prompts } = await outlineOf(other);
  expect(projects.map(({ id, name }) => [id, name])).toEqual([
    [1, 'Letters / “old”'],
    [2, 'Letters / “old”'],
  ]);
  expect(prompts.map(({ id, title }) => [id, title])).toEqual([
    [11, 'Greeting'],
    [12, 'Greeting'],
  ]);
  expect((await promptOf(other, 11))?.content).toBe(text);
  expect((await versionsOf(other, 11)).map(({ id, description }) => [id, description])).toEqual([[21, 'v1']]);
  expect((await other.db.resources.toArray()).map(({ row }) => row.name)).toEqual(['logo']);
  expect(await other.db.uploads.count()).toBe(1);
  expect(await contents(await exported(other))).toEqual(await contents(files));
  expect(await outcomesOf(other, files)).toEqual({ same: 5 });
});

test('one project, one prompt or some prompts are exported alone', async () => {
  const library = await filledLibrary();
  const paths = async (scope: ExportScope) => (await exported(library, scope)).map(({ path }) => path);
  expect((await paths({ kind: 'project', id: 2 })).map((path) => path.split('/')[0])).toEqual([
    'library.yaml',
    'Letters _ “old”',
  ]);
  const ofPrompt = await paths({ kind: 'prompt', id: 11 });
  expect(ofPrompt.filter((path) => /Greeting[^/]*\.md$/.test(path))).toHaveLength(1);
  expect(ofPrompt.some((path) => path.includes('table'))).toBe(false);
  const ofPrompts = await paths({ kind: 'prompts', ids: [11, 12] });
  expect(ofPrompts.filter((path) => /Greeting[^/]*\.md$/.test(path))).toHaveLength(2);
  expect(ofPrompts.some((path) => path.includes('table'))).toBe(false);
});

test('an import is taken back as a whole', async () => {
  const files = await exported(await filledLibrary());
  const other = await openedLibrary();
  await imported(other, files);
  expect(await takeBack(other, whole)).toEqual({ kept: 0 });
  expect(await outlineOf(other)).toEqual({ projects: [], prompts: [] });
  expect(await other.db.resources.count()).toBe(0);
});

test('a prompt that was edited after its import stays with its project, and so does one that was added to that project', async () => {
  const files = await exported(await filledLibrary());
  const other = await openedLibrary();
  await imported(other, files);
  await commit(other, 'setContent', { id: 11, content: 'mine', base: text });
  await commit(other, 'createPrompt', { id: 77, title: 'Mine', content: '', projectId: 2 });
  expect(await takeBack(other, whole)).toEqual({ kept: 3 });
  const { projects, prompts } = await outlineOf(other);
  expect(projects.map(({ id }) => id)).toEqual([1, 2]);
  expect(prompts.map(({ id }) => id)).toEqual([11, 77]);
  expect((await promptOf(other, 11))?.content).toBe('mine');
});

const texts = (count: number): InputFile[] =>
  Array.from({ length: count }, (_, index) => {
    const bytes = new TextEncoder().encode(`text ${index}`);
    return {
      ...{ path: `${index}.txt`, size: bytes.length, modified: '2026-01-01T00:00:00.000Z' },
      async *stream() {
        yield bytes;
      },
    };
  });

test('an import that was taken back in part is taken back to the end later, in few transactions and writes', async () => {
  const library = await openedLibrary();
  await imported(library, texts(250));
  expect((await lastImport(library))?.changes).toBe(251);
  const stop = new AbortController();
  let commits = 0;
  library.onCommit.add(() => {
    commits += 1;
  });
  const onProgress = () => stop.abort();
  expect(await takeBack(library, { onProgress, signal: stop.signal })).toEqual({ kept: 0 });
  const left = (await outlineOf(library)).prompts.length;
  expect(left).toBeGreaterThan(100);
  expect(left).toBeLessThan(250);
  expect((await lastImport(library))?.changes).toBe(left + 1);
  const written = await library.db.promptChanges.count();
  expect(await takeBack(library, whole)).toEqual({ kept: 0 });
  expect(await outlineOf(library)).toEqual({ projects: [], prompts: [] });
  expect(await lastImport(library)).toBeNull();
  expect(commits).toBeLessThan(10);
  // The prompts of a transaction go in one write.
  expect((await library.db.promptChanges.count()) - written).toBeLessThan(commits);
});

test('only the last import is taken back, and none after a day', async () => {
  const library = await openedLibrary();
  let now = Date.parse('2026-01-01T00:00:00.000Z');
  library.deps.now = () => now;
  await imported(library, texts(3));
  now += 60_000;
  await imported(library, texts(4));
  expect(await lastImport(library)).toEqual({ at: now, changes: 1 });
  now += 24 * 60 * 60 * 1000;
  expect(await lastImport(library)).toBeNull();
  await forgetOldImport(library);
  expect(await library.db.importedPortions.count()).toBe(0);
});
