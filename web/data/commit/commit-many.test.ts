import { expect, test } from 'vitest';
import { bind, type MutationName } from '#shared/mutations/registry.ts';
import type { Library } from '../database/library.ts';
import { readOutbox } from '../outbox/outbox-store.ts';
import { readEntries } from '../outbox/outbox-table.ts';
import { outlineOf, promptOf } from '../queries/queries.ts';
import { readOutline } from '../rows/outline.ts';
import {
  openedLibrary,
  projectChange,
  promptChange,
  pullPage,
  versionChange,
} from '../testing/server-rows-scene.ts';
import { versionsOf } from '../testing/versions-scene.ts';
import { commit, commitInside } from './commit.ts';
import { ManyCommits } from './commit-many.ts';

const steps: [MutationName, unknown][] = [
  ['createProject', { id: 6, name: 'Q', color: 'red' }],
  ['createPrompt', { id: 2, title: 'Second', content: 'two', projectId: 6 }],
  ['saveVersion', { promptId: 2, id: 20, content: 'older', description: 'd', head: 'two', base: 'two' }],
  ['saveVersion', { promptId: 1, id: 21, content: 'w', description: 'd', head: 'a', base: 'a' }],
  ['updatePrompt', { id: 1, notes: 'words', baseNotes: '' }],
  ['saveVersion', { promptId: 9, id: 22, content: 'nowhere', description: 'd' }],
];

async function scene(): Promise<Library> {
  const library = await openedLibrary();
  await pullPage(library, [projectChange(), promptChange({ lastVersion: 1 }), versionChange()]);
  return library;
}

function inOneWrite<T>(library: Library, act: (many: ManyCommits) => Promise<T>): Promise<T> {
  const { db } = library;
  return db.transaction('rw', db.everything, async () => {
    const many = new ManyCommits(library);
    const outcome = await act(many);
    await many.write();
    return outcome;
  });
}

async function readFor(many: ManyCommits, requested: readonly [MutationName, unknown][]): Promise<void> {
  await many.readAhead(
    requested.flatMap(([name, args]) => {
      const bound = bind(name, args);
      return bound.ok ? bound.mutation.touches : [];
    }),
  );
}

const tables = async ({ db }: Library) => ({
  prompts: await db.prompts.toArray(),
  versions: await db.versions.toArray(),
  confirmed: await db.confirmed.toArray(),
  outline: await readOutline(db),
  outbox: (await readEntries(db)).map(({ name, args, writes, needs, target, guarded }) => ({
    ...{ name, args, writes, needs, target, guarded },
  })),
});

const withoutClient = (value: unknown, { client }: Library) =>
  JSON.parse(
    JSON.stringify(value)
      .replaceAll(client, 'client')
      .replaceAll(/"number":\d+/g, '"number":0'),
  );

test('many mutations in one write come to what one after the other comes to', async () => {
  const [one, many] = [await scene(), await scene()];
  const oneByOne = await one.db.transaction('rw', one.db.everything, async () => {
    const codes: (string | null)[] = [];
    for (const [name, args] of steps) {
      const outcome = await commitInside(one, name, args);
      codes.push(outcome.ok ? null : outcome.code);
    }
    return codes;
  });
  const together = await inOneWrite(many, async (requested) => {
    const codes: (string | null)[] = [];
    await readFor(requested, steps);
    for (const [name, args] of steps) {
      const outcome = requested.add(name, args);
      codes.push(outcome.ok ? null : outcome.code);
    }
    return codes;
  });
  expect(oneByOne).toEqual([null, null, null, null, null, 'not_found']);
  expect(together).toEqual(oneByOne);
  expect(withoutClient(await tables(many), many)).toEqual(withoutClient(await tables(one), one));
});

test('numbers go on where they were, and are given once', async () => {
  const library = await scene();
  await commit(library, 'renameProject', { id: 5, name: 'Before' });
  await inOneWrite(library, async (many) => {
    await readFor(many, [
      ['renameProject', { id: 5, name: 'A' }],
      ['renameProject', { id: 99, name: 'A' }],
    ]);
    many.add('renameProject', { id: 5, name: 'A' });
    many.add('renameProject', { id: 99, name: 'Nowhere' });
    many.add('renameProject', { id: 5, name: 'B' });
  });
  await commit(library, 'renameProject', { id: 5, name: 'After' });
  expect((await readOutbox(library)).map(({ number }) => number)).toEqual([1, 2, 3, 4]);
});

test('what leaves every row as it is makes no entry', async () => {
  const library = await scene();
  await inOneWrite(library, async (many) => {
    await readFor(many, [['updatePrompt', { id: 1, title: 'T' }]]);
    expect(many.add('updatePrompt', { id: 1, title: 'T' })).toEqual({ ok: true, wrote: false });
  });
  expect(await readOutbox(library)).toEqual([]);
});

test('a prompt that was deleted here and not there yet comes back with the versions that are said then', async () => {
  const library = await scene();
  await commit(library, 'deletePrompt', { id: 1 });
  const prompt = { id: 1, title: 'T', content: 'a', projectId: 5 };
  const version = { promptId: 1, id: 9, content: 'v', description: 'd', head: 'a', base: 'a' };
  await inOneWrite(library, async (many) => {
    await readFor(many, [
      ['createPrompt', prompt],
      ['saveVersion', version],
    ]);
    many.add('createPrompt', prompt);
    expect(many.add('saveVersion', version)).toMatchObject({ wrote: true });
  });
  expect(await promptOf(library, 1)).toMatchObject({ content: 'a' });
  expect(await versionsOf(library, 1)).toMatchObject([{ id: 9, content: 'v' }]);
});

test('a mutation of rows that were not read ahead throws', async () => {
  const many = new ManyCommits(await scene());
  expect(() => many.add('renameProject', { id: 5, name: 'A' })).toThrow('read ahead');
  await many.readAhead([]);
  expect(() => many.add('renameProject', { id: 5, name: 'A' })).toThrow('project:5 was not read ahead');
});

test('a long row of mutations stays in its transaction', async () => {
  const library = await scene();
  const requested = Array.from({ length: 2_000 }, (_, index): [MutationName, unknown] => [
    'renameProject',
    { id: 5, name: `Name ${index}` },
  ]);
  await inOneWrite(library, async (many) => {
    await readFor(many, requested);
    for (const each of requested) many.add(...each);
  });
  expect((await outlineOf(library)).projects).toMatchObject([{ name: 'Name 1999' }]);
  expect(await library.db.outbox.count()).toBe(2_000);
});
