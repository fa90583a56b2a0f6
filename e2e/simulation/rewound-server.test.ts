/** Tests an older data folder that is put back under the same epoch: a device with a later cursor notices. */
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../sync-server/testing/temporary-folder.ts';
import { registered, testApp } from '../../sync-server/testing/test-app.ts';
import { commit } from '../../web/data/commit/commit.ts';
import { readOutbox } from '../../web/data/outbox/outbox-store.ts';
import { outlineOf } from '../../web/data/queries/queries.ts';
import { backedUp, deviceOf, written } from './restored-scene.ts';

test('nothing is said to a server that knows less than was heard of it, however much there is to say', async () => {
  using folder = temporaryFolder();
  const world = { server: testApp() };
  const cookie = await registered(world.server.app, 'ada');
  const device = await deviceOf(world, cookie);
  await written(device, 1);
  const restore = backedUp(world.server, folder.path, { hasNewEpoch: false });
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
