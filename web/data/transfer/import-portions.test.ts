/** A large library comes in by portions, and nobody who types meanwhile waits for all of it. */
import { expect, test } from 'vitest';
import { commit } from '../commit/commit.ts';
import type { Library } from '../database/library.ts';
import { readOutbox } from '../outbox/outbox-store.ts';
import { outlineOf, promptOf } from '../queries/queries.ts';
import {
  at,
  openedLibrary,
  projectChange,
  promptChange,
  pullPage,
  versionChange,
} from '../testing/server-rows-scene.ts';
import { emptyReport } from './import-report.ts';
import { type LibraryExport, readLibraryExport } from './library-export.ts';
import { type ImportProgress, importLibrary } from './library-import.ts';

const count = 300;
const ids = Array.from({ length: count }, (_, index) => index + 1);

function largeFile(): LibraryExport {
  const read = readLibraryExport(
    JSON.stringify({
      format: 'promptory-library',
      version: 1,
      exportedAt: at,
      username: 'ada',
      projects: [projectChange().row],
      prompts: ids.map((id) => promptChange({ id, content: `text ${id}` }).row),
      versions: ids.map((id) => versionChange({ id: 10_000 + id, promptId: id, content: `older ${id}` }).row),
    }),
  );
  if (!read.ok) throw new Error(read.reason);
  return read.file;
}

/** How often the list of the sidebar was written. */
function outlineWrites({ db }: Library): () => number {
  let writes = 0;
  db.outline.hook('creating', () => {
    writes += 1;
  });
  return () => writes;
}

test('the list of the sidebar is written once for each portion, and the portions are reported', async () => {
  const library = await openedLibrary();
  const writes = outlineWrites(library);
  const reported: ImportProgress[] = [];
  const report = await importLibrary(library, largeFile(), {
    dryRun: false,
    onProgress: (progress) => reported.push(progress),
  });
  expect(report).toEqual({ ...emptyReport(), projects: 1, prompts: count, versions: count });
  expect((await outlineOf(library)).prompts).toHaveLength(count);
  expect(reported.map(({ done, of }) => [done, of])).toEqual([1, 201, 401, 601].map((done) => [done, 601]));
  expect(writes()).toBe(4);
  expect(new Set((await readOutbox(library)).map(({ number }) => number)).size).toBe(1 + 2 * count);
});

test('what is typed during an import is on the disk before the next portion', async () => {
  const library = await openedLibrary();
  await pullPage(library, [projectChange(), promptChange({ id: 9_000 })]);
  const order: string[] = [];
  await importLibrary(library, largeFile(), {
    dryRun: false,
    onProgress: ({ done }) => {
      order.push(`portion ${done}`);
      if (order.length > 1) return;
      const typed = commit(library, 'setContent', { id: 9_000, content: 'typed', base: 'a' });
      void typed.then(() => order.push('typed'));
    },
  });
  expect(order).toEqual(['portion 1', 'typed', 'portion 201', 'portion 401', 'portion 601']);
  expect(await promptOf(library, 9_000)).toMatchObject({ content: 'typed' });
});

test('a look at a file writes nothing, not for a moment', async () => {
  const library = await openedLibrary();
  const writes: string[] = [];
  for (const table of library.db.tables) {
    table.hook('creating', () => {
      writes.push(table.name);
    });
    table.hook('updating', () => {
      writes.push(table.name);
    });
  }
  const report = await importLibrary(library, largeFile(), { dryRun: true });
  expect(report).toMatchObject({ prompts: count, versions: count });
  expect(writes).toEqual([]);
});

test('an import that was broken off goes on when the file is brought in again', async () => {
  const library = await openedLibrary();
  const brokenOff = importLibrary(library, largeFile(), {
    dryRun: false,
    onProgress: ({ done }) => {
      if (done > 201) throw new Error('The tab was closed.');
    },
  });
  await expect(brokenOff).rejects.toThrow('The tab was closed.');
  const missing = count - (await outlineOf(library)).prompts.length;
  expect(missing).toBeGreaterThan(0);
  expect(missing).toBeLessThan(count);
  const report = await importLibrary(library, largeFile(), { dryRun: false });
  expect(report).toEqual({ ...emptyReport(), prompts: missing, versions: missing });
  expect(await library.db.versions.count()).toBe(count);
  expect(await importLibrary(library, largeFile(), { dryRun: false })).toEqual(emptyReport());
});

test('one that a person ends keeps what came in, says how much it was, and goes on from there', async () => {
  const library = await openedLibrary();
  const stopping = new AbortController();
  const ended = await importLibrary(library, largeFile(), {
    dryRun: false,
    signal: stopping.signal,
    onProgress: ({ done }) => done === 201 && stopping.abort(),
  });
  const { prompts } = await outlineOf(library);
  expect(prompts.length).toBeGreaterThan(0);
  expect(prompts.length).toBeLessThan(count);
  expect(ended.prompts).toBe(prompts.length);
  const missing = count - prompts.length;
  expect(await importLibrary(library, largeFile(), { dryRun: false })).toMatchObject({ prompts: missing });
});
