import { describe, expect, test } from 'vitest';
import type { MutationName } from '#shared/mutations/registry.ts';
import type { Change } from '#shared/sync/wire.ts';
import { commit, commitInside } from '../commit/commit.ts';
import { readCursor } from '../database/library.ts';
import { countLibrary } from '../database/library-counts.ts';
import { readOutbox, takeBatch } from '../outbox/outbox-store.ts';
import { outlineOf, promptOf, uiStateOf } from '../queries/queries.ts';
import {
  at,
  openedLibrary,
  projectChange,
  promptChange,
  resourceChange,
  versionChange,
} from '../testing/server-rows-scene.ts';
import { versionsOf } from '../testing/versions-scene.ts';
import { applyPull } from './apply-pull.ts';
import { answered, known, pull, textless, typing } from './apply-pull-scene.ts';

describe('a delete that waits', () => {
  test('of a project is about what came into it meanwhile, which keeps it once the server has said so', async () => {
    const library = await known();
    await commit(library, 'deleteProject', { id: 5 });
    expect(await outlineOf(library)).toEqual({ projects: [], prompts: [] });
    await pull(library, [promptChange({ id: 2, title: 'new' }, { seq: 11 })]);
    await answered(library, { status: 412 });
    await pull(library, []);
    expect(await outlineOf(library)).toMatchObject({
      projects: [{ id: 5 }],
      prompts: [{ id: 1 }, { id: 2 }],
    });
    expect(await readOutbox(library)).toEqual([]);
  });

  test('of a prompt is about the versions that were saved of it meanwhile, which keep it', async () => {
    const library = await known();
    await commit(library, 'deletePrompt', { id: 1 });
    await pull(library, [versionChange({}, { seq: 11 })]);
    await answered(library, { status: 412 });
    await pull(library, []);
    expect((await promptOf(library, 1))?.title).toBe('T');
  });

  test('and that is given up is told by the name of what stays', async () => {
    const library = await known();
    await commit(library, 'deleteProject', { id: 5 });
    await answered(library, { status: 412 });
    await pull(library, [promptChange({ content: 'newer' }, { seq: 11, rev: 2 })]);
    expect(await library.db.notices.toArray()).toMatchObject([{ at, kind: 'keptAfterDelete', title: 'P' }]);
    expect(await readOutbox(library)).toEqual([]);
  });
});

describe('an entry that was acknowledged', () => {
  const acknowledged = async (seq: number) => {
    const library = await known();
    await typing(library, 'b', 'a');
    await answered(library, { seq, revs: {} });
    return library;
  };
  test.each<[string, number, { seq: number; more: boolean }, number]>([
    ['goes when the feed has come to it', 11, { seq: 11, more: false }, 0],
    ['goes when the feed has passed it', 11, { seq: 12, more: false }, 0],
    ['stays while the feed has not come to it', 12, { seq: 11, more: false }, 1],
    ['stays while the feed has more pages', 11, { seq: 12, more: true }, 1],
  ])('%s', async (_, seq, page, left) => {
    const library = await acknowledged(seq);
    await pull(library, [], page);
    expect(await readOutbox(library)).toHaveLength(left);
    expect((await promptOf(library, 1))?.content).toBe(left === 0 ? 'a' : 'b');
  });

  test('goes when its rows have come, also in the middle of the feed', async () => {
    const library = await known();
    await typing(library, 'b', 'a');
    await answered(library, { seq: 12, revs: { 'prompt:1': 2 } });
    const row = textless(promptChange().row ?? {});
    await pull(
      library,
      [promptChange({}, { seq: 12, rev: 2, ownNumber: 1 }), versionChange()].map((change) =>
        change.ownNumber ? { ...change, row } : change,
      ),
      { more: true },
    );
    expect(await readOutbox(library)).toEqual([]);
    expect(await promptOf(library, 1)).toMatchObject({ content: 'b' });
    expect(await library.db.prompts.get(1)).toMatchObject({ by: { client: library.client, number: 1 } });
  });
});

describe('an entry that is stale', () => {
  test('is said anew once the whole feed was heard, whatever was in it', async () => {
    const library = await known();
    await typing(library, 'b', 'a');
    await answered(library, { status: 412 });
    expect(await pull(library, [], { more: true })).toEqual({ kind: 'applied', hasMoreToPush: false });
    expect(await readOutbox(library)).toMatchObject([{ state: 'stale', number: 1 }]);
    expect(await pull(library, [])).toEqual({ kind: 'applied', hasMoreToPush: true });
    expect(await readOutbox(library)).toMatchObject([{ state: 'queued', number: 2, ifMatch: null }]);
  });

  test.each<[MutationName, object, string]>([
    ['setContent', { id: 1, content: 'b', base: 'a' }, 'not_found'],
    ['deletePrompt', { id: 1 }, 'changed_since'],
    ['createPrompt', { id: 2, projectId: 5, title: 'U', content: 'made' }, 'id_taken'],
  ])('%s is a person’s to decide about where the feed never tells why', async (name, args, code) => {
    const library = await known();
    const { db } = library;
    await db.transaction('rw', db.everything, async () => commitInside(library, name, args));
    const status = code === 'id_taken' ? 409 : 412;
    for (let turn = 1; turn <= 11; turn += 1) {
      expect(await readOutbox(library)).toMatchObject([{ state: 'queued', number: turn }]);
      await answered(library, { status, body: { type: 't', title: 't', status, code: 'id_taken' } });
      await pull(library, []);
    }
    expect(await readOutbox(library)).toMatchObject([{ name, state: 'refused', problem: { code } }]);
  });

  test('is said again as often as its row changes elsewhere', async () => {
    const library = await known();
    await commit(library, 'updatePrompt', { id: 1, title: 'N' });
    for (let rev = 2; rev < 12; rev += 1) {
      await answered(library, { status: 412 });
      await pull(library, [promptChange({ content: `${rev}` }, { seq: 10 + rev, rev })], { more: true });
      await pull(library, []);
      expect(await readOutbox(library)).toMatchObject([{ state: 'queued' }]);
    }
  });

  test('waits behind the one that was refused, where that one is why it was not done', async () => {
    const library = await known();
    await typing(library, 'b', 'a');
    await commit(library, 'updatePrompt', { id: 1, title: 'N' });
    for (let turn = 1; turn <= 11; turn += 1) {
      await answered(library, { status: 412 });
      await pull(library, []);
    }
    expect(await readOutbox(library)).toMatchObject([{ state: 'refused' }, { state: 'queued' }]);
    expect(await takeBatch(library)).toBeNull();
  });
});

describe('how much would go is', () => {
  const ids = Array.from({ length: 120 }, (_, index) => index + 1);
  const projects = (changeOf: (id: number) => Partial<Change>) =>
    ids.map((id) => ({ ...projectChange({ id }), seq: 200 + id, rev: 2, ...changeOf(id) }));
  const gone = { deleted: true } as const;

  test('counted of rows that go and not of rows that change', async () => {
    const library = await known(ids.map((id) => projectChange({ id })));
    expect(
      await pull(
        library,
        projects(() => ({})),
        { seq: 400 },
      ),
    ).toMatchObject({ kind: 'applied' });
  });

  test('a share of all that is here', async () => {
    const library = await known(ids.map((id) => projectChange({ id })));
    expect(await pull(library, projects(() => gone).slice(0, 36), { seq: 400 })).toMatchObject({
      kind: 'applied',
    });
    expect((await outlineOf(library)).projects).toHaveLength(84);
    expect(await pull(library, projects(() => gone).slice(36, 72), { seq: 400 })).toEqual({
      kind: 'asks',
      removed: 36,
    });
  });

  test('nothing of what this device deleted itself', async () => {
    const library = await known(ids.map((id) => projectChange({ id })));
    const own = projects((id) => ({ ...gone, ownNumber: id })).slice(0, 60);
    expect(await pull(library, own, { seq: 400 })).toMatchObject({ kind: 'applied' });
    expect((await outlineOf(library)).projects).toHaveLength(60);
  });
});

test.each([
  ['back', { cursor: 'e.9', more: false }],
  ['nowhere, with more to come', { cursor: 'e.10', more: true }],
  ['to the same place in another epoch', { cursor: 'x.10', more: false }],
])('a page that leads %s from the stored cursor is not applied', async (_, page) => {
  const library = await known();
  const changes = [projectChange({ id: 6, name: 'Late' }, { id: 6, seq: 9 })];
  expect(await applyPull(library, { ...page, changes }, { allowRemovals: false })).toEqual({
    kind: 'overtaken',
  });
  expect((await outlineOf(library)).projects).toHaveLength(1);
  expect(await readCursor(library)).toEqual({ epoch: 'e', seq: 10 });
});

test('a page that leads on into another epoch is applied', async () => {
  const library = await known();
  const changes = [projectChange({ id: 6, name: 'Late' }, { id: 6, seq: 11 })];
  const page = { cursor: 'x.11', more: false, changes };
  expect(await applyPull(library, page, { allowRemovals: false })).toMatchObject({ kind: 'applied' });
  expect((await outlineOf(library)).projects).toHaveLength(2);
  expect(await readCursor(library)).toEqual({ epoch: 'x', seq: 11 });
});

test('that the feed was read to its end is known from the last page on', async () => {
  const library = await openedLibrary();
  await pull(library, [projectChange()], { more: true });
  expect(await countLibrary(library)).toMatchObject({ complete: false });
  await pull(library, []);
  expect(await countLibrary(library)).toMatchObject({ complete: true });
});

test('a row keeps what is known of its last change', async () => {
  const library = await known([
    projectChange(),
    resourceChange({}, { seq: 9, userSeq: 3 }),
    resourceChange({ id: 4 }),
  ]);
  expect(await library.db.resources.get(3)).toMatchObject({
    seq: 9,
    rev: 1,
    userSeq: 3,
    by: null,
    deleted: false,
  });
  expect(await library.db.resources.get(4)).not.toHaveProperty('userSeq');
});

test('the text of a version that this device saved is put back where the feed leaves it out', async () => {
  const library = await known();
  await commit(library, 'saveVersion', { promptId: 1, id: 9, content: 'v', description: 'd' });
  await answered(library, { seq: 12, revs: { 'prompt:1': 2, 'version:9': 1 } });
  const prompt = textless(promptChange({ lastVersion: 1 }).row ?? {});
  const version = textless(versionChange().row ?? {});
  const pulled = await pull(library, [
    { ...promptChange({}, { seq: 11, rev: 2, ownNumber: 1 }), row: prompt },
    { ...versionChange({}, { seq: 12, rev: 1, ownNumber: 1 }), row: version },
  ]);
  expect(pulled).toEqual({ kind: 'applied', hasMoreToPush: false });
  expect(await versionsOf(library, 1)).toMatchObject([{ content: 'v' }]);
  expect((await promptOf(library, 1))?.content).toBe('v');
});

test('a whole row is taken as it is, also of a change of its own that is not here any more', async () => {
  const library = await known();
  await pull(library, [promptChange({ content: 'of the server' }, { seq: 11, rev: 2, ownNumber: 77 })]);
  expect((await promptOf(library, 1))?.content).toBe('of the server');
});

test('a tombstone of a row that was never here changes nothing', async () => {
  const library = await known();
  const pulled = await pull(library, [{ type: 'prompt', id: 99, seq: 11, rev: 2, deleted: true }]);
  expect(pulled).toEqual({ kind: 'applied', hasMoreToPush: false });
  expect(await library.db.confirmed.count()).toBe(0);
});

test('what is open elsewhere is open here', async () => {
  const library = await known();
  const row = { stateKey: 'open_prompt_ids', stateValue: [1] };
  await pull(library, [{ type: 'uiState', id: 'open_prompt_ids', seq: 11, rev: 1, row }]);
  expect(await uiStateOf(library, 'open_prompt_ids')).toEqual([1]);
});

test.each<[string, MutationName, object, Change]>([
  [
    'Version 1',
    'deleteVersion',
    { promptId: 1, id: 9 },
    versionChange({ content: 'newer' }, { seq: 11, rev: 2 }),
  ],
  ['Plan B', 'deleteResource', { id: 3 }, resourceChange({ name: 'Plan B' }, { seq: 11, rev: 2 })],
])(
  'a delete that is given up because of a newer "%s" is told by that name',
  async (title, name, args, newer) => {
    const library = await known([
      ...[projectChange(), promptChange({ lastVersion: 2 }), versionChange(), resourceChange()],
      versionChange({ id: 10, version: 2 }),
    ]);
    const { db } = library;
    await db.transaction('rw', db.everything, async () => commitInside(library, name, args));
    await answered(library, { status: 412 });
    await pull(library, [newer]);
    expect(await db.notices.toArray()).toMatchObject([{ title }]);
  },
);

test('a stale change that cannot be read any more is refused, and stays for the person', async () => {
  const library = await known();
  await typing(library, 'b', 'a');
  await answered(library, { status: 412 });
  const [entry] = await readOutbox(library);
  await library.db.outboxArgs.update(entry?.position ?? 0, { args: {} });
  await pull(library, []);
  expect(await readOutbox(library)).toMatchObject([
    { state: 'refused', problem: { code: 'invalid_fields' } },
  ]);
});

test('a page after the end of the feed does not write once more that it was read, and one before it does', async () => {
  const library = await known();
  const { meta } = library.db;
  const written: unknown[] = [];
  meta.hook('updating', (_changes, key) => void written.push(key));
  await pull(library, [promptChange({}, { seq: 11, rev: 2 })]);
  expect(written).toEqual(['cursor']);
  await pull(library, [promptChange({}, { seq: 12, rev: 3 })], { seq: 12, more: true });
  expect(written.sort()).toEqual(['cursor', 'cursor', 'feedRead']);
  expect((await countLibrary(library)).complete).toBe(false);
});
