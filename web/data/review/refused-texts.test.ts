/** Shows what a person wrote where they wrote it, whatever the server answers. */
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { describe, expect, test } from 'vitest';
import { argsOfCase } from '#shared/model/checks/test-case.ts';
import { exampleTestCase } from '#shared/model/checks/test-case-example.ts';
import { type ProblemCode, problemStatus } from '#shared/model/problem.ts';
import { exampleKeptRun } from '#shared/model/run/kept-run-example.ts';
import type { ArgsOf, MutationName } from '#shared/mutations/registry.ts';
import { commit } from '../commit/commit.ts';
import type { Library } from '../database/library.ts';
import { settleAnswer, takeBatch } from '../outbox/outbox-store.ts';
import {
  at,
  keptRunChange,
  openedLibrary,
  projectChange,
  promptChange,
  pullPage,
  resourceChange,
  testCaseChange,
  versionChange,
} from '../testing/server-rows-scene.ts';

type Written<Name extends MutationName> = {
  args: ArgsOf<Name>;
  wrote: unknown;
  /** Reads where a person looks for it. */
  shown(library: Library): Promise<unknown>;
};

const prompt = async ({ db }: Library, id = 1) => (await db.prompts.get(id))?.row;
const version = async ({ db }: Library, id: number) => (await db.versions.get(id))?.row;
const bytes = { fileType: 'text/plain' as const, fileSize: 1, sha256: 'b'.repeat(64) };
const valueSet = { id: 30, name: 'Mine', values: { name: 'my words' } };

/** Each mutation that carries what a person wrote or chose. */
const written: { [Name in Exclude<MutationName, `delete${string}` | 'setUiState'>]: Written<Name> } = {
  createProject: {
    args: { id: 50, name: 'Mine', color: 'red' },
    wrote: 'Mine',
    shown: async ({ db }) => (await db.projects.get(50))?.row.name,
  },
  renameProject: {
    args: { id: 5, name: 'Mine' },
    wrote: 'Mine',
    shown: async ({ db }) => (await db.projects.get(5))?.row.name,
  },
  moveProject: {
    args: { id: 5, position: 'm' },
    wrote: 'm',
    shown: async ({ db }) => (await db.projects.get(5))?.row.position,
  },
  createPrompt: {
    args: { id: 60, projectId: 5, title: 'Mine', content: 'my words' },
    wrote: 'my words',
    shown: async (library) => (await prompt(library, 60))?.content,
  },
  updatePrompt: {
    args: { id: 1, title: 'Mine', notes: 'my words', baseNotes: '' },
    wrote: ['Mine', 'my words'],
    shown: async (library) => [(await prompt(library))?.title, (await prompt(library))?.notes],
  },
  setContent: {
    args: { id: 1, content: 'my words', base: 'a' },
    wrote: 'my words',
    shown: async (library) => (await prompt(library))?.content,
  },
  setAttributes: {
    args: { id: 1, addTags: ['mine'], valueSets: [valueSet] },
    wrote: [['mine'], 'my words'],
    shown: async (library) => {
      const attributes = (await prompt(library))?.attributes;
      return [attributes?.tags, attributes?.valueSets?.[0]?.values.name];
    },
  },
  movePrompt: {
    args: { id: 1, projectId: 6 },
    wrote: 6,
    shown: async (library) => (await prompt(library))?.projectId,
  },
  saveVersion: {
    args: { promptId: 1, id: 70, content: 'my words', description: 'Mine', base: 'a' },
    wrote: ['my words', 'my words'],
    shown: async (library) => [(await prompt(library))?.content, (await version(library, 70))?.content],
  },
  editVersion: {
    args: { promptId: 1, id: 9, content: 'my words', base: 'v' },
    wrote: 'my words',
    shown: async (library) => (await version(library, 9))?.content,
  },
  reviewVersion: {
    args: { promptId: 1, id: 10 },
    wrote: 'reviewed',
    shown: async (library) => (await version(library, 10))?.conflict,
  },
  keepRun: {
    args: { ...exampleKeptRun({ id: 90, promptId: 1 }), note: 'my words' },
    wrote: 'my words',
    shown: async ({ db }) => (await db.keptRuns.get(90))?.row.note,
  },
  updateKeptRun: {
    args: { promptId: 1, id: 31, stars: 4, note: 'my words', baseNote: '' },
    wrote: [4, 'my words'],
    shown: async ({ db }) => {
      const row = (await db.keptRuns.get(31))?.row;
      return [row?.stars, row?.note];
    },
  },
  createTestCase: {
    args: { ...argsOfCase(exampleTestCase({ id: 91, promptId: 1 })), notes: 'my words' },
    wrote: 'my words',
    shown: async ({ db }) => (await db.testCases.get(91))?.row.notes,
  },
  updateTestCase: {
    args: { promptId: 1, id: 41, values: { name: 'my words' }, baseValues: { name: 'Ada' } },
    wrote: 'my words',
    shown: async ({ db }) => (await db.testCases.get(41))?.row.values.name,
  },
  createResource: {
    args: { id: 80, projectId: 5, name: 'Mine', originalFilename: 'mine.txt', description: '', ...bytes },
    wrote: 'Mine',
    shown: async ({ db }) => (await db.resources.get(80))?.row.name,
  },
  updateResource: {
    args: { id: 3, name: 'Mine', description: '' },
    wrote: 'Mine',
    shown: async ({ db }) => (await db.resources.get(3))?.row.name,
  },
};

const refusals: readonly ProblemCode[] = [
  ...(['invalid_request', 'invalid_fields', 'not_found', 'last_version'] as const),
  ...(['too_large', 'proxy_too_large', 'account_full', 'key_reused'] as const),
];

const indexedDb = () => ({ indexedDB: new IDBFactory(), IDBKeyRange });

async function filled(database: ReturnType<typeof indexedDb>): Promise<Library> {
  const library = await openedLibrary(database);
  await pullPage(library, [
    ...[projectChange(), projectChange({ id: 6 }), promptChange({ lastVersion: 2 })],
    ...[versionChange(), versionChange({ id: 10, version: 2, conflict: 'unreviewed' }), resourceChange()],
    ...[keptRunChange({ promptId: 1 }), testCaseChange({ promptId: 1 })],
  ]);
  return library;
}

/** The server refuses the first of what waits, and names this reason. */
async function refused(library: Library, code: ProblemCode): Promise<void> {
  const batch = await takeBatch(library);
  const key = batch?.mutations[0]?.key ?? '';
  const status = problemStatus[code];
  const body = { type: `urn:promptory:problem:${code}`, title: code, status, code };
  await settleAnswer(library, { seq: 20, results: [{ key, status, body }] });
}

/** Pulls every row that the server has once more. */
async function pulledAgain(library: Library, seq: number): Promise<void> {
  const meta = { seq: seq - 1, rev: seq };
  const project = { name: 'P', createdAt: at };
  await pullPage(
    library,
    [
      ...[projectChange(project, meta), projectChange({ ...project, id: 6 }, meta)],
      promptChange({ lastVersion: 2 }, meta),
      ...[versionChange({}, meta), versionChange({ id: 10, version: 2, conflict: 'unreviewed' }, meta)],
      resourceChange({}, meta),
    ],
    seq,
  );
}

const names = Object.keys(written) as (keyof typeof written)[];

describe.each(names)('what %s wrote', (name) => {
  const { args, wrote, shown } = written[name];

  test.each(refusals)(
    'stays in its place when it is refused as %s, after pulls and a reload',
    async (code) => {
      const database = indexedDb();
      const library = await filled(database);
      expect(await commit(library, name, args)).toEqual({ ok: true });
      await refused(library, code);
      await pulledAgain(library, 30);
      expect(await shown(library)).toEqual(wrote);
      library.db.close();
      const reloaded = await openedLibrary(database);
      await pulledAgain(reloaded, 40);
      expect(await shown(reloaded)).toEqual(wrote);
      expect(await reloaded.db.outbox.toArray()).toMatchObject([{ name, state: 'refused' }]);
    },
  );
});

test('what waits for a refused change stays in its place as well', async () => {
  const database = indexedDb();
  const library = await filled(database);
  await commit(library, 'createPrompt', { id: 60, projectId: 5, title: 'Mine', content: '' });
  await refused(library, 'account_full');
  await commit(library, 'updatePrompt', { id: 60, notes: 'a note', baseNotes: '' });
  await commit(library, 'setContent', { id: 60, content: 'my words', base: '' });
  await pulledAgain(library, 30);
  library.db.close();
  expect(await prompt(await openedLibrary(database), 60)).toMatchObject({
    content: 'my words',
    notes: 'a note',
  });
});

/** Returns what the next push would carry: paths and bodies. */
async function pushed(library: Library): Promise<unknown[]> {
  const bodies = (await takeBatch(library))?.mutations.map(({ path, body }) => [path, body]);
  return bodies ?? [];
}

describe('a text that was refused as too large', () => {
  const large = `${'x'.repeat(1_000)} mine`;

  async function tooLarge(): Promise<Library> {
    const library = await filled(indexedDb());
    await commit(library, 'setContent', { id: 1, content: large, base: 'a' });
    await refused(library, 'proxy_too_large');
    return library;
  }

  test('goes out as soon as it is made shorter in its own prompt', async () => {
    const library = await tooLarge();
    await commit(library, 'updatePrompt', { id: 1, title: 'Mine' });
    await commit(library, 'setContent', { id: 1, content: 'short', base: large });
    expect(await pushed(library)).toEqual([
      ['/api/prompts/1/content', { content: 'short' }],
      ['/api/prompts/1', { title: 'Mine' }],
    ]);
    expect(await prompt(library)).toMatchObject({ content: 'short', title: 'Mine' });
  });

  test('takes up what is typed on, and is not sent again before it is shorter', async () => {
    const library = await tooLarge();
    await commit(library, 'setContent', { id: 1, content: `${large}!`, base: large });
    expect(await pushed(library)).toEqual([]);
    await pulledAgain(library, 30);
    expect(await prompt(library)).toMatchObject({ content: `${large}!` });
    expect(await library.db.outbox.count()).toBe(1);
  });

  test('also takes up what was typed while it was on its way', async () => {
    const library = await filled(indexedDb());
    await commit(library, 'setContent', { id: 1, content: large, base: 'a' });
    const batch = await takeBatch(library);
    await commit(library, 'setContent', { id: 1, content: `${large}!`, base: large });
    const key = batch?.mutations[0]?.key ?? '';
    await settleAnswer(library, { seq: 20, results: [{ key, status: 413 }] });
    await commit(library, 'setContent', { id: 1, content: 'short', base: `${large}!` });
    expect(await pushed(library)).toEqual([['/api/prompts/1/content', { content: 'short' }]]);
  });

  test('of a new prompt makes that prompt once it is shorter', async () => {
    const library = await filled(indexedDb());
    await commit(library, 'createPrompt', { id: 60, projectId: 5, title: 'Mine', content: large });
    await refused(library, 'too_large');
    await commit(library, 'setContent', { id: 60, content: 'short', base: large });
    expect(await pushed(library)).toEqual([
      ['/api/prompts', { id: 60, projectId: 5, title: 'Mine', content: 'short' }],
    ]);
  });

  test('beside a change of another device loses nothing of either', async () => {
    const library = await tooLarge();
    await pullPage(library, [promptChange({ content: 'theirs' }, { seq: 30, rev: 2 })], 30);
    expect(await prompt(library)).toMatchObject({ content: large });
    await commit(library, 'setContent', { id: 1, content: 'short', base: large });
    expect(await pushed(library)).toMatchObject([
      ['/api/prompts/1/content', { content: 'short', preserve: { conflict: 'unreviewed' } }],
    ]);
  });
});

test.each<[MutationName, ArgsOf<MutationName>]>([
  ['deletePrompt', { id: 1 }],
  ['deleteProject', { id: 5 }],
  ['deleteVersions', { promptId: 1, versionIds: [9] }],
])('a refused %s brings back what it hid', async (name, args) => {
  const library = await filled(indexedDb());
  expect(await commit(library, name, args)).toEqual({ ok: true });
  await refused(library, 'invalid_request');
  await pulledAgain(library, 30);
  expect(await prompt(library)).toMatchObject({ content: 'a' });
  expect(await version(library, 9)).toMatchObject({ content: 'v' });
});
