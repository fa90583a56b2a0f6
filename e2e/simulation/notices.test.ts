/** Tests notices: two devices of one person whose changes meet on the real server, with a result that is not on the screen. */
import { expect, test } from 'vitest';
import { registered, testApp } from '../../sync-server/testing/test-app.ts';
import { commit } from '../../web/data/commit/commit.ts';
import { takeNotices } from '../../web/data/feed/notices.ts';
import { outlineOf } from '../../web/data/queries/queries.ts';
import { type Device, deviceOf } from './restored-scene.ts';

type Scene = { laptop: Device; phone: Device; meet(): Promise<void>; [Symbol.dispose](): void };

/** Both have project 1 with prompt 2; `meet`: what waits on the phone arrives first, then both hear of it all. */
async function twoDevices(): Promise<Scene> {
  const world = { server: testApp() };
  const cookie = await registered(world.server.app, 'ada');
  const [laptop, phone] = [await deviceOf(world, cookie), await deviceOf(world, cookie)];
  await commit(laptop.library, 'createProject', { id: 1, name: 'Letters', color: 'red' });
  await commit(laptop.library, 'createPrompt', { id: 2, title: 'Answer', content: 'Dear', projectId: 1 });
  const meet = async () => {
    for (const device of [phone, laptop, laptop, phone])
      expect(await device.round()).toEqual({ kind: 'done' });
  };
  await laptop.round();
  await phone.round();
  return {
    laptop,
    phone,
    meet,
    [Symbol.dispose]() {
      for (const { library } of [laptop, phone]) library.db.close();
      world.server[Symbol.dispose]();
    },
  };
}

const noticesOf = async ({ library }: Device) =>
  (await takeNotices(library)).map(({ kind, title, other }) => [kind, title, ...(other ? [other] : [])]);

test('both renamed the same prompt: the later name stands, and both are told', async () => {
  using scene = await twoDevices();
  const { laptop, phone, meet } = scene;
  await commit(phone.library, 'updatePrompt', { id: 2, title: 'Reply' });
  await commit(laptop.library, 'updatePrompt', { id: 2, title: 'Response' });
  await meet();
  expect(await noticesOf(laptop)).toEqual([['nameStands', 'Response', 'Reply']]);
  expect(await noticesOf(phone)).toEqual([['nameReplaced', 'Reply', 'Response']]);
});

test('a prompt made under a project that was deleted elsewhere: the project comes back with it', async () => {
  using scene = await twoDevices();
  const { laptop, phone, meet } = scene;
  await commit(phone.library, 'deleteProject', { id: 1 });
  await commit(laptop.library, 'createPrompt', { id: 3, title: 'Made', content: 'x', projectId: 1 });
  await meet();
  expect((await outlineOf(phone.library)).prompts.map(({ title }) => title)).toEqual(['Made']);
  expect(await noticesOf(laptop)).toEqual([['revivedProject', 'Letters', 'Made']]);
  expect(await noticesOf(phone)).toEqual([['undoneDelete', 'Letters']]);
});

test('an edit of a prompt that was deleted elsewhere: it stays, and both are told', async () => {
  using scene = await twoDevices();
  const { laptop, phone, meet } = scene;
  await commit(phone.library, 'deletePrompt', { id: 2 });
  await commit(laptop.library, 'setContent', { id: 2, content: 'Dear reader', base: 'Dear' });
  await meet();
  expect(await noticesOf(laptop)).toEqual([['keptFromDelete', 'Answer']]);
  expect(await noticesOf(phone)).toEqual([['undoneDelete', 'Answer']]);
});

test('a deletion that comes after the edit of another device gives way, and one that met nothing is not told', async () => {
  using scene = await twoDevices();
  const { laptop, phone, meet } = scene;
  await commit(phone.library, 'setContent', { id: 2, content: 'Dear reader', base: 'Dear' });
  await commit(laptop.library, 'deletePrompt', { id: 2 });
  await meet();
  expect(await noticesOf(laptop)).toEqual([['keptAfterDelete', 'Answer']]);
  expect(await noticesOf(phone)).toEqual([]);
  await commit(laptop.library, 'deletePrompt', { id: 2 });
  await meet();
  expect([await noticesOf(laptop), await noticesOf(phone)]).toEqual([[], []]);
});
