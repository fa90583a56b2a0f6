/** A large library comes in by portions, and nobody who types meanwhile waits for all of it. */
import { expect, test } from 'vitest';
import { importPortions } from '#shared/library-files/plan/import-portions.ts';
import { commit } from '../commit/commit.ts';
import type { Library } from '../database/library.ts';
import { readOutbox } from '../outbox/outbox-store.ts';
import { outlineOf, promptOf } from '../queries/queries.ts';
import { imported, libraryJson, lookedAt, plannedFiles } from '../testing/import-scene.ts';
import {
  at,
  openedLibrary,
  projectChange,
  promptChange,
  pullPage,
  versionChange,
} from '../testing/server-rows-scene.ts';
import { commitPortion } from './library-files/commit-import.ts';

const count = 300;
const ids = Array.from({ length: count }, (_, index) => index + 1);

const largeFile = () =>
  libraryJson({
    ...{ format: 'promptory-library', version: 1, exportedAt: at, username: 'ada' },
    projects: [projectChange().row],
    prompts: ids.map((id) => promptChange({ id, content: `text ${id}` }).row),
    versions: ids.map((id) => versionChange({ id: 10_000 + id, promptId: id, content: `older ${id}` }).row),
  });

/** Commits one portion after the other until `after` returns false. */
async function broughtIn(library: Library, after: (portions: number) => boolean): Promise<number> {
  let portions = 0;
  for await (const portion of importPortions(plannedFiles(library, [largeFile()]))) {
    await commitPortion(library, { ...portion, bytes: new Map(), importedAt: 1 });
    portions += 1;
    if (!after(portions)) break;
  }
  return portions;
}

/** How often the list of the sidebar was written. */
function outlineWrites({ db }: Library): () => number {
  let writes = 0;
  db.outline.hook('creating', () => {
    writes += 1;
  });
  return () => writes;
}

test('the list of the sidebar is written once for each portion', async () => {
  const library = await openedLibrary();
  const writes = outlineWrites(library);
  const portions = await broughtIn(library, () => true);
  expect((await outlineOf(library)).prompts).toHaveLength(count);
  expect(portions).toBe(3);
  expect(writes()).toBe(portions);
  expect(new Set((await readOutbox(library)).map(({ number }) => number)).size).toBe(1 + 2 * count);
});

test('what is typed during an import is on the disk before the next portion', async () => {
  const library = await openedLibrary();
  await pullPage(library, [projectChange(), promptChange({ id: 9_000 })]);
  const order: string[] = [];
  await broughtIn(library, (portion) => {
    order.push(`portion ${portion}`);
    if (portion === 1) {
      const typed = commit(library, 'setContent', { id: 9_000, content: 'typed', base: 'a' });
      void typed.then(() => order.push('typed'));
    }
    return true;
  });
  expect(order.slice(0, 3)).toEqual(['portion 1', 'typed', 'portion 2']);
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
  expect((await lookedAt(library, largeFile())).counts).toEqual({ new: 1 + count });
  expect(writes).toEqual([]);
});

test('an import that was broken off goes on when the file is imported again', async () => {
  const library = await openedLibrary();
  await broughtIn(library, () => false);
  const missing = count - (await outlineOf(library)).prompts.length;
  expect(missing).toBeGreaterThan(0);
  expect(missing).toBeLessThan(count);
  expect((await imported(library, largeFile())).counts.new).toBe(missing);
  expect(await library.db.versions.count()).toBe(count);
  expect((await imported(library, largeFile())).counts).toEqual({ same: 1 + count });
});
