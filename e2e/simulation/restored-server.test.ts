/**
 * The admin puts an older backup in place, or starts with an empty folder: the devices notice, ask, and what
 * they still have goes back up where a person wants that.
 */
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../sync-server/testing/temporary-folder.ts';
import { registered, testApp } from '../../sync-server/testing/test-app.ts';
import { commit } from '../../web/data/commit/commit.ts';
import { readOutbox } from '../../web/data/outbox/outbox-store.ts';
import { outlineOf, promptOf } from '../../web/data/queries/queries.ts';
import { resourcesOf } from '../../web/data/resources/resources.ts';
import type { WhoseWords } from '../../web/data/take-over/take-over-plan.ts';
import { versionsOf } from '../../web/data/testing/versions-scene.ts';
import { backedUp, deviceOf, withFile, withFilesSent, written } from './restored-scene.ts';

test('after an older backup everything newer comes back from the device', async () => {
  using folder = temporaryFolder();
  const world = { server: testApp() };
  const cookie = await registered(world.server.app, 'ada');
  const device = await deviceOf(world, cookie);
  await written(device, 3);
  const restore = backedUp(world.server, folder.path);
  await commit(device.library, 'setContent', { id: 2, content: 'newer text', base: 'text 2' });
  await written(device, 6, 4);
  await commit(device.library, 'updatePrompt', { id: 3, title: 'Renamed, never sent' });

  world.server = restore();
  expect(await device.round()).toEqual({ kind: 'asks', reason: 'reset' });
  expect((await outlineOf(device.library)).prompts).toHaveLength(6);
  expect(await device.rejoin('mine')).toEqual({ kind: 'done' });
  expect(await device.round()).toEqual({ kind: 'done' });
  expect(await readOutbox(device.library)).toEqual([]);

  const other = await deviceOf(world, cookie);
  expect(await other.round()).toEqual({ kind: 'done' });
  for (const { library } of [device, other]) {
    const { prompts } = await outlineOf(library);
    expect(prompts.map(({ title }) => title).sort()).toEqual(
      ['T2', 'Renamed, never sent', 'T4', 'T5', 'T6', 'T7'].sort(),
    );
    expect(await promptOf(library, 2)).toMatchObject({ content: 'newer text' });
    const texts = (await versionsOf(library, 2)).map(({ content }) => content);
    expect(texts).toContain('text 2');
    for (const id of [5, 6, 7]) {
      expect(await promptOf(library, id)).toMatchObject({ content: `text ${id}` });
      expect(await versionsOf(library, id)).toMatchObject([{ content: `text ${id}` }]);
    }
  }
});

test('the server may be taken at its word: then only what was never sent is said to it', async () => {
  using folder = temporaryFolder();
  const world = { server: testApp() };
  const cookie = await registered(world.server.app, 'ada');
  const device = await deviceOf(world, cookie);
  await written(device, 2);
  const restore = backedUp(world.server, folder.path);
  await commit(device.library, 'setContent', { id: 2, content: 'sent and then forgotten', base: 'text 2' });
  await written(device, 4, 3);
  await commit(device.library, 'setContent', { id: 3, content: 'never sent', base: 'text 3' });

  world.server = restore();
  expect(await device.round()).toEqual({ kind: 'asks', reason: 'reset' });
  expect(await device.rejoin('server')).toEqual({ kind: 'done' });
  expect(await device.round()).toEqual({ kind: 'done' });
  const { prompts } = await outlineOf(device.library);
  expect(prompts.map(({ id }) => id)).toEqual([2, 3]);
  expect(await promptOf(device.library, 2)).toMatchObject({ content: 'text 2' });
  expect(await promptOf(device.library, 3)).toMatchObject({ content: 'never sent' });
  expect(await readOutbox(device.library)).toEqual([]);
});

test('a device that had read more than the backup is asked, one that had not goes on, and both end up equal', async () => {
  using folder = temporaryFolder();
  const world = { server: testApp() };
  const cookie = await registered(world.server.app, 'ada');
  const laptop = await deviceOf(world, cookie);
  const tablet = await deviceOf(world, cookie);
  await written(laptop, 2);
  const restore = backedUp(world.server, folder.path);
  await tablet.round();
  await commit(laptop.library, 'setContent', { id: 2, content: 'of the laptop', base: 'text 2' });
  await laptop.round();
  await commit(tablet.library, 'createPrompt', { id: 9, title: 'Tablet', content: 'its own', projectId: 1 });

  world.server = restore();
  expect(await tablet.round()).toEqual({ kind: 'done' });
  expect(await laptop.round()).toEqual({ kind: 'asks', reason: 'reset' });
  expect(await laptop.rejoin('mine')).toEqual({ kind: 'done' });
  for (const device of [laptop, tablet]) expect(await device.round()).toEqual({ kind: 'done' });
  expect(await laptop.round()).toEqual({ kind: 'done' });
  expect(await outlineOf(laptop.library)).toEqual(await outlineOf(tablet.library));
  for (const { library } of [laptop, tablet]) {
    const texts = [await promptOf(library, 2), ...(await versionsOf(library, 2))].map((row) => row?.content);
    expect(texts).toContain('of the laptop');
    expect(await promptOf(library, 9)).toMatchObject({ content: 'its own' });
    expect(await readOutbox(library)).toEqual([]);
  }
});

test('two devices that bring the same rows back at once refuse each other nothing', async () => {
  using folder = temporaryFolder();
  const world = { server: testApp() };
  const cookie = await registered(world.server.app, 'ada');
  const laptop = await deviceOf(world, cookie);
  const tablet = await deviceOf(world, cookie);
  const restore = backedUp(world.server, folder.path);
  await written(laptop, 2);
  await withFile(laptop, 'a file');
  await laptop.round();
  await tablet.round();
  await commit(tablet.library, 'renameProject', { id: 1, name: 'Named on the tablet' });
  await commit(tablet.library, 'setContent', { id: 2, content: 'of the tablet', base: 'text 2' });

  world.server = restore();
  // Both have read the empty feed before either says anything.
  for (const device of [laptop, tablet]) await device.round();
  for (const device of [laptop, tablet]) expect(await device.rejoin('mine')).toEqual({ kind: 'done' });
  for (const device of [laptop, tablet, laptop]) expect(await device.round()).toEqual({ kind: 'done' });

  expect(await outlineOf(laptop.library)).toEqual(await outlineOf(tablet.library));
  for (const { library } of [laptop, tablet]) {
    expect(await readOutbox(library)).toEqual([]);
    expect((await outlineOf(library)).projects).toMatchObject([{ name: 'Named on the tablet' }]);
    expect(await promptOf(library, 2)).toMatchObject({ content: 'of the tablet' });
    expect((await versionsOf(library, 2)).map(({ content }) => content)).toContain('text 2');
    expect(await versionsOf(library, 3)).toMatchObject([{ content: 'text 3' }]);
    expect(await resourcesOf(library, 1)).toHaveLength(1);
  }
});

test('what was never sent is merged with what others have said to the restored server', async () => {
  using folder = temporaryFolder();
  const world = { server: testApp() };
  const cookie = await registered(world.server.app, 'ada');
  const laptop = await deviceOf(world, cookie);
  const tablet = await deviceOf(world, cookie);
  await written(laptop, 1);
  await tablet.round();
  const restore = backedUp(world.server, folder.path);
  await commit(laptop.library, 'setContent', { id: 2, content: 'text 2\n\nof the laptop', base: 'text 2' });
  await commit(tablet.library, 'setContent', { id: 2, content: 'of the tablet\n\ntext 2', base: 'text 2' });

  world.server = restore();
  await laptop.round();
  await laptop.rejoin('mine');
  await laptop.round();
  await tablet.round();
  expect(await tablet.rejoin('server')).toEqual({ kind: 'done' });
  for (const device of [tablet, laptop]) expect(await device.round()).toEqual({ kind: 'done' });
  for (const { library } of [laptop, tablet]) {
    expect(await promptOf(library, 2)).toMatchObject({ content: 'of the tablet\n\ntext 2\n\nof the laptop' });
  }
});

test('what changes elsewhere while a device says its own words again stays', async () => {
  using folder = temporaryFolder();
  const world = { server: testApp() };
  const cookie = await registered(world.server.app, 'ada');
  const laptop = await deviceOf(world, cookie);
  const tablet = await deviceOf(world, cookie);
  await written(laptop, 1);
  await tablet.round();
  const restore = backedUp(world.server, folder.path);
  const saved = { promptId: 2, id: 77, content: 'text 2', description: 'Saved later', base: 'text 2' };
  await commit(tablet.library, 'saveVersion', saved);
  await commit(tablet.library, 'updatePrompt', { id: 2, title: 'Titled later' });
  await tablet.round();

  world.server = restore();
  await tablet.round();
  await tablet.rejoin('mine');
  await laptop.round();
  await laptop.rejoin('mine');
  await commit(laptop.library, 'setContent', { id: 2, content: 'newer by then', base: 'text 2' });
  const notes = JSON.stringify([{ id: '1', content: 'a note', createdAt: '2026-01-01T00:00:00.000Z' }]);
  await commit(laptop.library, 'updatePrompt', { id: 2, notes, baseNotes: '' });
  for (const device of [laptop, tablet, laptop]) expect(await device.round()).toEqual({ kind: 'done' });
  for (const { library } of [laptop, tablet]) {
    expect(await promptOf(library, 2)).toMatchObject({
      content: 'newer by then',
      title: 'Titled later',
      notes: expect.stringContaining('a note'),
    });
    expect((await versionsOf(library, 2)).map(({ description }) => description)).toContain('Saved later');
  }
});

test.each<[WhoseWords, string[]]>([
  ['mine', ['after the backup', 'before the backup', 'never sent']],
  ['server', ['before the backup', 'never sent']],
])(
  'files that the restored server lacks, rows or bytes, come back from the device (%s)',
  async (keep, texts) => {
    using folder = temporaryFolder();
    const world = { server: testApp() };
    const cookie = await registered(world.server.app, 'ada');
    const device = await deviceOf(world, cookie);
    await written(device, 1);
    await withFile(device, 'before the backup');
    await withFilesSent(device);
    // The database is put back without the folder of the files.
    const restore = backedUp(world.server, folder.path);
    await withFile(device, 'after the backup');
    await withFilesSent(device);
    await withFile(device, 'never sent');

    world.server = restore();
    expect(await device.round()).toEqual({ kind: 'asks', reason: 'reset' });
    expect(await device.rejoin(keep)).toEqual({ kind: 'done' });
    await withFilesSent(device);
    const other = await deviceOf(world, cookie);
    expect(await other.round()).toEqual({ kind: 'done' });
    // Whoever misses the bytes tells the server, and the server tells those who have them.
    await other.texts();
    await withFilesSent(device);
    expect(await other.round()).toEqual({ kind: 'done' });
    expect(await other.texts()).toEqual(texts);
    expect(await device.library.db.uploads.count()).toBe(0);
  },
);

test('an emptied server gets the whole library back', async () => {
  const world = { server: testApp() };
  const cookie = await registered(world.server.app, 'ada');
  const device = await deviceOf(world, cookie);
  await written(device, 40);
  // The account is there again, under the same id; its library is not.
  world.server.sqlite().connection.exec(
    `DELETE FROM prompts; DELETE FROM versions; DELETE FROM projects; DELETE FROM stored_answers;
     DELETE FROM client_floors; UPDATE users SET next_seq = 0;
     DELETE FROM feed_epochs`,
  );
  expect(await device.round()).toMatchObject({ kind: 'asks', reason: 'reset' });
  expect(await device.rejoin('mine')).toEqual({ kind: 'done' });
  expect(await device.round()).toEqual({ kind: 'done' });
  const count = (table: string) =>
    world.server.sqlite().connection.prepare(`SELECT count(*) AS n FROM ${table}`).get();
  expect([count('projects'), count('prompts'), count('versions')]).toEqual([{ n: 1 }, { n: 40 }, { n: 40 }]);
});

test('rows that came before their project find a place where the server was emptied in between', async () => {
  const world = { server: testApp() };
  const cookie = await registered(world.server.app, 'ada');
  const laptop = await deviceOf(world, cookie);
  const tablet = await deviceOf(world, cookie);
  await written(laptop, 1);
  await commit(laptop.library, 'renameProject', { id: 1, name: 'Later in the feed than what is in it' });
  await laptop.round();
  const { connection } = world.server.sqlite();
  await tablet.round();
  // The feed broke off between the prompt and its project.
  await tablet.library.db.projects.clear();
  connection.exec(`DELETE FROM prompts; DELETE FROM versions; DELETE FROM projects; DELETE FROM feed_epochs`);
  expect(await tablet.rejoin('mine')).toEqual({ kind: 'done' });
  expect(await tablet.round()).toEqual({ kind: 'done' });
  const other = await deviceOf(world, cookie);
  await other.round();
  expect(await outlineOf(other.library)).toMatchObject({
    projects: [{ id: 1, name: 'Recovered' }],
    prompts: [{ id: 2, title: 'T2' }],
  });
  expect(await promptOf(other.library, 2)).toMatchObject({ content: 'text 2' });
});

test('a feed that breaks off leaves the library and the question as they are', async () => {
  const world = { server: testApp() };
  const cookie = await registered(world.server.app, 'ada');
  const device = await deviceOf(world, cookie);
  await written(device, 3);
  world.server.sqlite().connection.exec("UPDATE feed_epochs SET epoch = 'another'");
  const working = world.server;
  world.server = { ...working, app: testApp().app };
  expect(await device.rejoin('server')).toMatchObject({ kind: 'signIn' });
  world.server = working;
  expect((await outlineOf(device.library)).prompts).toHaveLength(3);
  expect(await device.round()).toMatchObject({ kind: 'asks', reason: 'reset' });
});
