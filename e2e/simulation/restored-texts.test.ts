/** Tests a restored server against a device with more than plain rows: refused changes, marks, and deletions meanwhile. */
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../sync-server/testing/temporary-folder.ts';
import { registered, testApp } from '../../sync-server/testing/test-app.ts';
import { commit } from '../../web/data/commit/commit.ts';
import { markBlocked } from '../../web/data/outbox/blocked-entries.ts';
import { readOutbox } from '../../web/data/outbox/outbox-store.ts';
import { outlineOf, promptOf } from '../../web/data/queries/queries.ts';
import { outboxItems, retryEntry, saveEntryAsNew } from '../../web/data/review/outbox-acts.ts';
import { versionsOf } from '../../web/data/testing/versions-scene.ts';
import { backedUp, type Device, deviceOf, written } from './restored-scene.ts';

/** A prompt whose creation was refused, with words that wait behind it. */
async function withHeldWords({ library }: Device): Promise<void> {
  await commit(library, 'createPrompt', { id: 30, title: 'New', content: '', projectId: 1 });
  await commit(library, 'setContent', { id: 30, content: 'held words', base: '' });
  const [creation] = await readOutbox(library);
  if (creation === undefined) throw new Error('Nothing waits.');
  await library.db.outbox.update(creation.position, {
    state: 'refused',
    problem: { code: 'invalid_fields' },
  });
  await markBlocked(library.db);
}

test.each(['mine', 'server'] as const)(
  'words behind a refused change wait there still, and are on the screen (%s)',
  async (keep) => {
    using folder = temporaryFolder();
    const world = { server: testApp() };
    const cookie = await registered(world.server.app, 'ada');
    const device = await deviceOf(world, cookie);
    await written(device, 1);
    const restore = backedUp(world.server, folder.path);
    await withHeldWords(device);
    const other = await deviceOf(world, cookie);
    await other.round();
    await commit(other.library, 'renameProject', { id: 1, name: 'Renamed' });
    await other.round();
    await device.round();
    expect(await promptOf(device.library, 30)).toMatchObject({ content: 'held words' });

    world.server = restore();
    expect(await device.round()).toMatchObject({ kind: 'asks' });
    expect(await device.rejoin(keep)).toEqual({ kind: 'done' });
    expect(await device.round()).toEqual({ kind: 'done' });
    expect(await outboxItems(device.library)).toMatchObject([
      { entry: { name: 'createPrompt', state: 'refused' } },
      { entry: { name: 'setContent', args: { content: 'held words' } }, held: true },
    ]);
    const [creation] = await readOutbox(device.library);
    expect(await retryEntry(device.library, creation?.position ?? 0)).toEqual({ ok: true });
    expect(await device.round()).toEqual({ kind: 'done' });
    await other.rejoin('server');
    for (const { library } of [device, other]) {
      expect(await promptOf(library, 30)).toMatchObject({ content: 'held words' });
      expect(await readOutbox(library)).toEqual([]);
    }
  },
);

test('the first text of a version that was edited comes back with it, and so does the mark of a conflict', async () => {
  using folder = temporaryFolder();
  const world = { server: testApp() };
  const cookie = await registered(world.server.app, 'ada');
  const laptop = await deviceOf(world, cookie);
  const tablet = await deviceOf(world, cookie);
  const before = backedUp(world.server, folder.path);
  await written(laptop, 1);
  const edited = { promptId: 2, id: 2000, content: 'edited', base: 'text 2' };
  await commit(laptop.library, 'editVersion', edited);
  for (const [id, base] of [
    [24, 'text 2'],
    [25, 'mine 24'],
  ] as const) {
    const preserve = { id, description: 'Conflicting edit', conflict: 'unreviewed' as const };
    await commit(laptop.library, 'setContent', { id: 2, content: `mine ${id}`, base, preserve });
  }
  await laptop.round();
  const after = backedUp(world.server, folder.path);
  await commit(laptop.library, 'reviewVersion', { promptId: 2, id: 25 });
  for (const device of [laptop, tablet]) await device.round();
  const all = [
    { id: 25, content: 'mine 24', original: null, conflict: 'reviewed' },
    { id: 24, content: 'text 2', original: null, conflict: 'unreviewed' },
    { id: 2000, content: 'edited', original: 'text 2', conflict: null },
  ];
  expect(await versionsOf(laptop.library, 2)).toMatchObject(all);

  for (const restore of [after, before]) {
    world.server = restore();
    for (const device of [laptop, tablet]) {
      expect(await device.round()).toMatchObject({ kind: 'asks' });
      expect(await device.rejoin('mine')).toEqual({ kind: 'done' });
    }
    for (const device of [laptop, tablet, laptop]) expect(await device.round()).toEqual({ kind: 'done' });
    const other = await deviceOf(world, cookie);
    await other.round();
    for (const { library } of [laptop, tablet, other]) {
      expect(await readOutbox(library)).toEqual([]);
      expect(await versionsOf(library, 2)).toMatchObject(all);
      expect(await promptOf(library, 2)).toMatchObject({ content: 'mine 25' });
    }
  }
});

test('a project of a colour that nobody knows comes back in one that is known, with all that is in it', async () => {
  using folder = temporaryFolder();
  const world = { server: testApp() };
  const cookie = await registered(world.server.app, 'ada');
  const device = await deviceOf(world, cookie);
  const restore = backedUp(world.server, folder.path);
  await written(device, 1);
  const { connection } = world.server.sqlite();
  connection.exec("UPDATE projects SET color = 'slate', seq = 50, rev = 2; UPDATE users SET next_seq = 50");
  await device.round();
  expect((await outlineOf(device.library)).projects).toMatchObject([{ color: 'slate' }]);

  world.server = restore();
  await device.round();
  expect(await device.rejoin('mine')).toEqual({ kind: 'done' });
  expect(await device.round()).toEqual({ kind: 'done' });
  const other = await deviceOf(world, cookie);
  await other.round();
  for (const { library } of [device, other]) {
    expect((await outlineOf(library)).projects).toMatchObject([{ name: 'P', color: 'indigo' }]);
    expect(await promptOf(library, 2)).toMatchObject({ content: 'text 2' });
    expect(await readOutbox(library)).toEqual([]);
  }
});

test('an edit of a row that the server deleted unheard is not sent for ever: a person decides, and keeps the words', async () => {
  const world = { server: testApp() };
  const cookie = await registered(world.server.app, 'ada');
  const device = await deviceOf(world, cookie);
  await written(device, 1);
  world.server.sqlite().connection.exec('UPDATE prompts SET deleted_at = 1, rev = rev + 1 WHERE id = 2');
  await commit(device.library, 'setContent', { id: 2, content: 'edit of a ghost', base: 'text 2' });
  expect(await device.round()).toEqual({ kind: 'again', afterMs: 0, reason: 'busy' });
  expect(await device.round()).toEqual({ kind: 'done' });
  const [entry] = await readOutbox(device.library);
  expect(entry).toMatchObject({ name: 'setContent', state: 'refused', problem: { code: 'not_found' } });
  expect(await saveEntryAsNew(device.library, entry?.position ?? 0)).toEqual({ ok: true });
  expect(await device.round()).toEqual({ kind: 'done' });
  const other = await deviceOf(world, cookie);
  await other.round();
  const [recovered] = (await outlineOf(other.library)).prompts;
  expect(await promptOf(other.library, recovered?.id ?? 0)).toMatchObject({ content: 'edit of a ghost' });
});
