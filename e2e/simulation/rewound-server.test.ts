/** Tests an older data folder that is put back: a device notices exactly if it received more than the folder has. */
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../sync-server/testing/temporary-folder.ts';
import { registered, testApp } from '../../sync-server/testing/test-app.ts';
import { commit } from '../../web/data/commit/commit.ts';
import { readOutbox } from '../../web/data/outbox/outbox-store.ts';
import { outlineOf, promptOf } from '../../web/data/queries/queries.ts';
import { backedUp, deviceOf, written } from './restored-scene.ts';

test('nothing is said to a server that knows less than was heard of it, however much there is to say', async () => {
  using folder = temporaryFolder();
  const world = { server: testApp() };
  const cookie = await registered(world.server.app, 'ada');
  const device = await deviceOf(world, cookie);
  await written(device, 1);
  const restore = backedUp(world.server, folder.path);
  await written(device, 3, 2);

  world.server = restore();
  for (const id of [10, 11, 12, 13, 14, 15, 16]) {
    await commit(device.library, 'createPrompt', {
      id,
      title: `T${id}`,
      content: `text ${id}`,
      projectId: 1,
    });
    expect(await device.round()).toEqual({ kind: 'asks', reason: 'reset' });
  }
  expect(await readOutbox(device.library)).toHaveLength(7);
  const other = await deviceOf(world, cookie);
  await other.round();
  expect((await outlineOf(other.library)).prompts.map(({ title }) => title)).toEqual(['T2']);

  expect(await device.rejoin('mine')).toEqual({ kind: 'done' });
  for (const each of [device, other]) expect(await each.round()).toEqual({ kind: 'done' });
  const all = ['T2', 'T3', 'T4', 'T10', 'T11', 'T12', 'T13', 'T14', 'T15', 'T16'];
  for (const { library } of [device, other]) {
    const titles = (await outlineOf(library)).prompts.map(({ title }) => title);
    expect(titles.toSorted()).toEqual(all.toSorted());
  }
});

test('a device that received more notices a server that has as many changes by now', async () => {
  using folder = temporaryFolder();
  const world = { server: testApp() };
  const cookie = await registered(world.server.app, 'ada');
  const [laptop, tablet] = [await deviceOf(world, cookie), await deviceOf(world, cookie)];
  await written(laptop, 1);
  await tablet.round();
  const restore = backedUp(world.server, folder.path);
  await written(laptop, 3, 2);

  world.server = restore();
  for (const id of [10, 11, 12, 13]) {
    const made = { id, title: `T${id}`, content: `text ${id}`, projectId: 1 };
    await commit(tablet.library, 'createPrompt', made);
    expect(await tablet.round()).toEqual({ kind: 'done' });
  }
  expect(await laptop.round()).toEqual({ kind: 'asks', reason: 'reset' });
  expect(await laptop.rejoin('mine')).toEqual({ kind: 'done' });
  for (const each of [laptop, tablet]) expect(await each.round()).toEqual({ kind: 'done' });
  for (const { library } of [laptop, tablet]) {
    const titles = (await outlineOf(library)).prompts.map(({ title }) => title);
    expect(titles.toSorted()).toEqual(['T10', 'T11', 'T12', 'T13', 'T2', 'T3', 'T4']);
  }
});

test('what was acknowledged and is not in the backup is noticed by a device that has not pulled it yet', async () => {
  using folder = temporaryFolder();
  const world = { server: testApp() };
  const cookie = await registered(world.server.app, 'ada');
  const device = await deviceOf(world, cookie);
  await written(device, 1);
  const other = await deviceOf(world, cookie);
  await other.round();
  await commit(other.library, 'setContent', { id: 2, content: 'of the other', base: 'text 2' });
  await other.round();
  const restore = backedUp(world.server, folder.path);
  await commit(device.library, 'createPrompt', { id: 9, title: 'Nine', content: 'mine', projectId: 1 });
  device.onPage(() => Promise.reject(new Error('the link breaks off')));
  await expect(device.round()).rejects.toThrow('the link breaks off');
  device.onPage(null);

  world.server = restore();
  expect(await device.round()).toEqual({ kind: 'asks', reason: 'reset' });
  expect(await device.rejoin('mine')).toEqual({ kind: 'done' });
  for (const each of [device, other]) expect(await each.round()).toEqual({ kind: 'done' });
  expect(await promptOf(other.library, 9)).toMatchObject({ content: 'mine' });
});

test('a server that was only started again asks nobody anything', async () => {
  using folder = temporaryFolder();
  const world = { server: testApp() };
  const cookie = await registered(world.server.app, 'ada');
  const [laptop, tablet] = [await deviceOf(world, cookie), await deviceOf(world, cookie)];
  await written(laptop, 1);
  for (const run of [1, 2, 3]) {
    world.server = backedUp(world.server, folder.path)();
    if (run === 2) expect(await tablet.round()).toEqual({ kind: 'done' });
    await commit(laptop.library, 'renameProject', { id: 1, name: `Run ${run}` });
    expect(await laptop.round()).toEqual({ kind: 'done' });
  }
  expect(await tablet.round()).toEqual({ kind: 'done' });
  expect((await outlineOf(tablet.library)).projects).toMatchObject([{ name: 'Run 3' }]);
});
