import { describe, expect, test } from 'vitest';
import type { Change, PushResult } from '#shared/sync/wire.ts';
import { commit } from '../commit/commit.ts';
import type { Library } from '../database/library.ts';
import { settleAnswer, takeBatch } from '../outbox/outbox-store.ts';
import { promptOf } from '../queries/queries.ts';
import {
  at,
  openedLibrary,
  projectChange,
  promptChange,
  pullPage,
  resourceChange,
  versionChange,
} from '../testing/server-rows-scene.ts';

async function known(): Promise<Library> {
  const library = await openedLibrary();
  await pullPage(library, [
    projectChange(),
    promptChange({ lastVersion: 1 }),
    versionChange(),
    resourceChange(),
  ]);
  return library;
}

/** All that waits is sent, and answered with this. */
async function answered(library: Library, result: Partial<PushResult>): Promise<void> {
  const batch = await takeBatch(library);
  const results = (batch?.mutations ?? []).map(({ key }) => ({ key, status: 200, ...result }));
  await settleAnswer(library, { seq: 99, results });
}

/** The server did what waited, at this place of the feed. */
const accepted = (library: Library, seq: number, revs: Record<string, number>) =>
  answered(library, { seq, revs });

const gone = (type: Change['type'], id: number, seq: number): Change => ({
  type,
  id,
  seq,
  rev: 2,
  deleted: true,
});

const noticesOf = async (library: Library) =>
  (await library.db.notices.toArray()).map(({ kind, title, other }) =>
    other === undefined ? [kind, title] : [kind, title, other],
  );

describe('a name that was given on two devices', () => {
  test.each([
    [
      'a prompt',
      'updatePrompt',
      { id: 1, title: 'Mine' },
      promptChange({ title: 'Theirs' }, { seq: 11, rev: 2 }),
    ],
    [
      'a project',
      'renameProject',
      { id: 5, name: 'Mine' },
      projectChange({ name: 'Theirs' }, { seq: 11, rev: 2 }),
    ],
    [
      'a file',
      'updateResource',
      { id: 3, name: 'Mine' },
      resourceChange({ name: 'Theirs' }, { seq: 11, rev: 2 }),
    ],
  ] as const)(
    'of %s: where the one from here comes later, it stands and is told',
    async (_, name, args, change) => {
      const library = await known();
      await commit(library, name, args);
      await pullPage(library, [change], 11);
      expect(await noticesOf(library)).toEqual([['nameStands', 'Mine', 'Theirs']]);
      await pullPage(library, [], 12);
      expect(await noticesOf(library)).toHaveLength(1);
    },
  );

  test('told once the server said that another had come before it', async () => {
    const library = await known();
    await commit(library, 'updatePrompt', { id: 1, title: 'Mine' });
    await answered(library, { status: 412 });
    await pullPage(library, [promptChange({ title: 'Theirs' }, { seq: 11, rev: 2 })], 11);
    expect((await promptOf(library, 1))?.title).toBe('Mine');
    expect(await noticesOf(library)).toEqual([['nameStands', 'Mine', 'Theirs']]);
  });

  test('where the one from elsewhere comes later, it replaces the one from here, and that is told once', async () => {
    const library = await known();
    await commit(library, 'updatePrompt', { id: 1, title: 'Mine' });
    await accepted(library, 11, { 'prompt:1': 2 });
    const own = Number((await library.db.outbox.toArray())[0]?.number);
    await pullPage(library, [promptChange({ title: 'Mine' }, { seq: 11, rev: 2, ownNumber: own })], 11);
    expect(await noticesOf(library)).toEqual([]);
    await pullPage(library, [promptChange({ title: 'Mine', content: 'b' }, { seq: 12, rev: 3 })], 12);
    expect(await noticesOf(library)).toEqual([]);
    await pullPage(library, [promptChange({ title: 'Theirs' }, { seq: 13, rev: 4 })], 13);
    expect(await noticesOf(library)).toEqual([['nameReplaced', 'Mine', 'Theirs']]);
    await pullPage(library, [promptChange({ title: 'Third' }, { seq: 14, rev: 5 })], 14);
    expect(await noticesOf(library)).toHaveLength(1);
  });

  test('also where it came before this device heard of its own', async () => {
    const library = await known();
    await commit(library, 'updatePrompt', { id: 1, title: 'First' });
    await commit(library, 'updatePrompt', { id: 1, title: 'Mine' });
    await accepted(library, 11, { 'prompt:1': 3 });
    await pullPage(library, [promptChange({ title: 'Theirs' }, { seq: 12, rev: 4 })], 12);
    expect(await noticesOf(library)).toEqual([['nameReplaced', 'Mine', 'Theirs']]);
  });

  test('is nothing to tell where both are the same, or where only one of them is a name', async () => {
    const library = await known();
    await commit(library, 'updatePrompt', { id: 1, title: 'Same' });
    await commit(library, 'updatePrompt', { id: 1, notes: 'n', baseNotes: '' });
    await pullPage(library, [promptChange({ title: 'Same' }, { seq: 11, rev: 2 })], 11);
    await commit(library, 'renameProject', { id: 5, name: 'Mine' });
    await pullPage(library, [projectChange({ color: 'teal' }, { seq: 12, rev: 2 })], 12);
    await pullPage(library, [resourceChange({ name: 'Theirs' }, { seq: 13, rev: 2 })], 13);
    expect(await noticesOf(library)).toEqual([]);
  });

  test('says nothing while the outcome is unknown', async () => {
    const library = await known();
    await commit(library, 'updatePrompt', { id: 1, title: 'Mine' });
    await takeBatch(library);
    await pullPage(library, [promptChange({ title: 'Theirs' }, { seq: 11, rev: 2 })], 11);
    expect(await noticesOf(library)).toEqual([]);
  });
});

describe('what another device deleted', () => {
  test('stays where it was changed here, and its project with it', async () => {
    const library = await known();
    await commit(library, 'setContent', { id: 1, content: 'b', base: 'a' });
    const changes = [
      gone('project', 5, 11),
      gone('prompt', 1, 12),
      gone('version', 9, 13),
      gone('resource', 3, 14),
    ];
    await pullPage(library, changes, 14);
    expect(await noticesOf(library)).toEqual([
      ['keptFromDelete', 'P'],
      ['keptFromDelete', 'T'],
    ]);
    expect((await library.db.notices.toArray())[0]).toMatchObject({ at });
  });

  test('and that is a version which was edited here, is told by its number', async () => {
    const library = await known();
    await commit(library, 'editVersion', { promptId: 1, id: 9, content: 'w', base: 'v' });
    await pullPage(library, [gone('version', 9, 11)], 11);
    expect(await noticesOf(library)).toEqual([['keptFromDelete', 'Version 1']]);
  });

  test('comes back as a project with the prompt that was made in it here', async () => {
    const library = await known();
    await commit(library, 'createPrompt', { id: 7, title: 'Made', content: '', projectId: 5 });
    await pullPage(library, [gone('project', 5, 11), gone('prompt', 1, 12)], 12);
    expect(await noticesOf(library)).toEqual([['revivedProject', 'P', 'Made']]);
    await accepted(library, 13, { 'project:5': 3, 'prompt:7': 1 });
    await pullPage(library, [], 13);
    expect(await noticesOf(library)).toHaveLength(1);
  });

  test('and that the server brought back for such a prompt before this device heard of it, is told as well', async () => {
    const library = await known();
    await commit(library, 'createPrompt', { id: 7, title: 'Made', content: '', projectId: 5 });
    const own = Number((await library.db.outbox.toArray())[0]?.number);
    await accepted(library, 13, { 'project:5': 3, 'prompt:7': 1 });
    const made = promptChange({ id: 7, title: 'Made', content: '' }, { seq: 13, rev: 1, ownNumber: own });
    await pullPage(
      library,
      [projectChange({}, { seq: 12, rev: 3, ownNumber: own }), gone('prompt', 1, 11), made],
      13,
    );
    expect(await noticesOf(library)).toEqual([['revivedProject', 'P', 'Made']]);
  });

  test('and goes, is nothing to tell; nor is a prompt made where nothing was deleted', async () => {
    const library = await known();
    await pullPage(library, [gone('prompt', 1, 11), gone('version', 9, 12)], 12);
    await commit(library, 'createPrompt', { id: 7, title: 'Made', content: '', projectId: 5 });
    await accepted(library, 13, { 'prompt:7': 1 });
    await pullPage(library, [], 13);
    expect(await noticesOf(library)).toEqual([]);
  });
});

describe('what was deleted here', () => {
  async function deleted(): Promise<Library> {
    const library = await known();
    await commit(library, 'deletePrompt', { id: 1 });
    await accepted(library, 11, { 'prompt:1': 2, 'version:9': 2 });
    const own = Number((await library.db.outbox.toArray())[0]?.number);
    await pullPage(
      library,
      [
        { ...gone('prompt', 1, 11), ownNumber: own },
        { ...gone('version', 9, 11), ownNumber: own },
      ],
      11,
    );
    expect(await promptOf(library, 1)).toBeUndefined();
    return library;
  }

  test("and another device's change brought back, is told once, by the name that it has", async () => {
    const library = await deleted();
    const changes = [
      promptChange({ title: 'T2' }, { seq: 12, rev: 3 }),
      versionChange({}, { seq: 12, rev: 3 }),
    ];
    await pullPage(library, changes, 12);
    expect(await noticesOf(library)).toEqual([['undoneDelete', 'T2']]);
    await pullPage(library, [promptChange({ title: 'T3' }, { seq: 13, rev: 4 })], 13);
    expect(await noticesOf(library)).toHaveLength(1);
  });

  test('and was brought back before the deletion was heard of, is told as well', async () => {
    const library = await known();
    await commit(library, 'deletePrompt', { id: 1 });
    await accepted(library, 11, { 'prompt:1': 2, 'version:9': 2 });
    await pullPage(
      library,
      [promptChange({}, { seq: 12, rev: 3 }), versionChange({}, { seq: 12, rev: 3 })],
      12,
    );
    expect(await noticesOf(library)).toEqual([['undoneDelete', 'T']]);
  });

  test('and was made again here, is nothing to tell', async () => {
    const library = await deleted();
    await commit(library, 'createPrompt', { id: 1, title: 'Again', content: '', projectId: 5 });
    const own = Number((await library.db.outbox.toArray())[0]?.number);
    await accepted(library, 12, { 'prompt:1': 3 });
    await pullPage(
      library,
      [promptChange({ title: 'Again', content: '' }, { seq: 12, rev: 3, ownNumber: own })],
      12,
    );
    await pullPage(library, [promptChange({ title: 'Again', content: 'b' }, { seq: 13, rev: 4 })], 13);
    expect(await noticesOf(library)).toEqual([]);
  });

  test('is remembered for the latest five hundred', async () => {
    const library = await known();
    const names = Array.from({ length: 500 }, (_, index): [string, string] => [`project:${index + 10}`, 'N']);
    await library.db.meta.put({ key: 'ownActs', value: names });
    await commit(library, 'deletePrompt', { id: 1 });
    await accepted(library, 11, { 'prompt:1': 2, 'version:9': 2 });
    await pullPage(library, [], 11);
    const kept: unknown = (await library.db.meta.get('ownActs'))?.value;
    expect(kept).toEqual([...names.slice(1), ['prompt:1', null]]);
  });
});

describe('a label that was moved on two devices', () => {
  const move = (versionId: number | null, device: string, over?: number | null) => ({
    ...{ versionId, at, device },
    ...(over === undefined ? {} : { over }),
  });
  const labelled = (versionId: number | null, moves: ReturnType<typeof move>[], seq: number): Change =>
    promptChange(
      { lastVersion: 2, attributes: { labels: [{ label: 'production', versionId, moves }] } },
      { seq, rev: seq },
    );
  const movedHere = (library: Library, versionId: number, from: number | null = null) =>
    commit(library, 'setAttributes', {
      id: 1,
      labels: [{ label: 'production', versionId, from, device: 'Laptop' }],
    });
  const stored = async (library: Library) =>
    (await library.db.notices.toArray()).map(({ kind, title, other, moved }) => ({
      kind,
      title,
      other,
      moved,
    }));

  async function withTwoVersions(): Promise<Library> {
    const library = await known();
    await pullPage(library, [versionChange({ id: 19, version: 2 }, { seq: 10 })], 10);
    return library;
  }

  const expected = {
    ...{ kind: 'labelReplaced', title: 'production', other: 'T' },
    moved: { promptId: 1, versionId: 19, version: 2, device: 'Phone' },
  };

  test('is told once to the device whose move was replaced, with where it is and on which device', async () => {
    const library = await withTwoVersions();
    await movedHere(library, 9);
    await accepted(library, 11, { 'prompt:1': 2 });
    const own = Number((await library.db.outbox.toArray())[0]?.number);
    const mine = labelled(9, [move(9, 'Laptop')], 11);
    await pullPage(library, [{ ...mine, ownNumber: own }], 11);
    expect(await stored(library)).toEqual([]);
    await pullPage(library, [labelled(19, [move(19, 'Phone', 9), move(9, 'Laptop')], 12)], 12);
    expect(await stored(library)).toEqual([expected]);
    await pullPage(library, [labelled(9, [move(9, 'Phone'), move(19, 'Phone', 9)], 13)], 13);
    expect(await stored(library)).toHaveLength(1);
  });

  test('is told where both moves come at once, and where the other device moved it twice', async () => {
    const library = await withTwoVersions();
    await movedHere(library, 9);
    await accepted(library, 11, { 'prompt:1': 2 });
    const moves = [move(19, 'Phone'), move(null, 'Phone', 9), move(9, 'Laptop')];
    await pullPage(library, [labelled(19, moves, 13)], 13);
    expect(await stored(library)).toEqual([expected]);
  });

  test('is nothing to tell where the other device knew, or where the move from here came later', async () => {
    const library = await withTwoVersions();
    await movedHere(library, 9);
    await accepted(library, 11, { 'prompt:1': 2 });
    await pullPage(library, [labelled(19, [move(19, 'Phone'), move(9, 'Laptop')], 12)], 12);
    await movedHere(library, 9, 19);
    await pullPage(library, [labelled(null, [move(null, 'Phone'), move(19, 'Phone')], 13)], 13);
    await accepted(library, 14, { 'prompt:1': 14 });
    await pullPage(library, [labelled(9, [move(9, 'Laptop', null), move(null, 'Phone')], 14)], 14);
    expect(await stored(library)).toEqual([]);
  });
});
