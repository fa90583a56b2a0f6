/**
 * Tests an emptied server folder, without accounts: a person who creates theirs again, under the same name, is
 * asked whose words count, and what the devices still have goes back up.
 */
import { expect, test } from 'vitest';
import { registered, testApp } from '../../sync-server/testing/test-app.ts';
import { commit } from '../../web/data/commit/commit.ts';
import { readOutbox } from '../../web/data/outbox/outbox-store.ts';
import { outlineOf, promptOf } from '../../web/data/queries/queries.ts';
import { versionsOf } from '../../web/data/testing/versions-scene.ts';
import { deviceOf, withFile, withFilesSent, written } from './restored-scene.ts';

const titlesOf = async ({ library }: Awaited<ReturnType<typeof deviceOf>>) =>
  (await outlineOf(library)).prompts.map(({ title }) => title).sort();

/** Two devices of one person whose server is emptied; the one has something that it never sent. */
async function emptied() {
  const world = { server: testApp() };
  const cookie = await registered(world.server.app, 'ada');
  const laptop = await deviceOf(world, cookie);
  const tablet = await deviceOf(world, cookie);
  await written(laptop, 3);
  await withFile(laptop, 'a file');
  await withFilesSent(laptop);
  await tablet.round();
  await commit(laptop.library, 'setContent', { id: 2, content: 'never sent', base: 'text 2' });

  world.server = testApp();
  for (const device of [laptop, tablet]) expect(await device.round()).toEqual({ kind: 'signIn' });
  return { world, laptop, tablet };
}

const rowsOn = ({ world }: Pick<Awaited<ReturnType<typeof emptied>>, 'world'>) =>
  ['projects', 'prompts', 'versions', 'resources'].map((table) =>
    world.server.sqlite().connection.prepare(`SELECT count(*) FROM ${table}`).pluck().get(),
  );

test('the whole library goes back up under the new account, and every other device finds it there', async () => {
  const { world, laptop, tablet } = await emptied();
  const secondAccount = await registered(world.server.app, 'ada');
  await laptop.signInAgain(secondAccount);
  expect(await laptop.round()).toEqual({ kind: 'asks', reason: 'reset' });
  expect(rowsOn({ world })).toEqual([0, 0, 0, 0]);
  expect(await titlesOf(laptop)).toEqual(['T2', 'T3', 'T4']);

  expect(await laptop.rejoin('mine')).toEqual({ kind: 'done' });
  await withFilesSent(laptop);
  expect(rowsOn({ world })).toEqual([1, 3, 3, 1]);
  await tablet.signInAgain(secondAccount);
  expect(await tablet.round()).toEqual({ kind: 'asks', reason: 'reset' });
  expect(await tablet.rejoin('server')).toEqual({ kind: 'done' });
  const other = await deviceOf(world, secondAccount);
  for (const device of [other, tablet, laptop]) {
    expect(await device.round()).toEqual({ kind: 'done' });
    expect(await readOutbox(device.library)).toEqual([]);
    expect(await titlesOf(device)).toEqual(['T2', 'T3', 'T4']);
    expect(await promptOf(device.library, 2)).toMatchObject({ content: 'never sent' });
    expect(await versionsOf(device.library, 4)).toMatchObject([{ content: 'text 4' }]);
  }
  expect(await other.texts()).toEqual(['a file']);
});

test('answers that the old server gave count for nothing on the new one', async () => {
  const world = { server: testApp() };
  const device = await deviceOf(world, await registered(world.server.app, 'ada'));
  const { library } = device;
  await commit(library, 'createProject', { id: 9, name: 'Answered', color: 'red' });
  // The push was answered; the feed was never heard before the server went.
  await library.db.outbox.toCollection().modify({ state: 'acknowledged', seq: 1, revs: { 'project:9': 1 } });

  world.server = testApp();
  const secondAccount = await registered(world.server.app, 'ada');
  const tablet = await deviceOf(world, secondAccount);
  await written(tablet, 3);
  await device.signInAgain(secondAccount);
  expect(await device.round()).toEqual({ kind: 'asks', reason: 'reset' });
  expect(await device.rejoin('server')).toEqual({ kind: 'done' });
  for (const each of [device, tablet]) {
    expect(await each.round()).toEqual({ kind: 'done' });
    const { projects } = await outlineOf(each.library);
    expect(projects.map(({ name }) => name).sort()).toEqual(['Answered', 'P']);
  }
});
