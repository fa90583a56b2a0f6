import { join } from 'node:path';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { beforeAll, expect, test } from 'vitest';
import { temporaryFolderInMemory } from '../../../sync-server/testing/temporary-folder.ts';
import * as today from './build.ts';
import { labelsMigration } from './label-table.ts';
import { loadNextBuild } from './next-build.ts';

let next: typeof today;
beforeAll(async () => {
  next = await loadNextBuild();
});

const urgent = { id: 7, projectId: 5, name: 'Urgent' };
const later = { id: 8, projectId: 5, name: 'Later' };
const project = { id: 5, name: 'P', color: 'red' };

/** One server, of whichever build, with one person; and as many disks as are asked for. */
async function scene(build: 'today' | 'next') {
  const folder = temporaryFolderInMemory();
  const file = join(folder.path, 'promptory.sqlite');
  const startNext = () => next.startServer(file, labelsMigration);
  let server = build === 'next' ? startNext() : today.startServer(file);
  const account = await today.accountOn(server);
  const opened: { close(): void }[] = [];
  return {
    disk: (): today.Disk => ({ indexedDB: new IDBFactory(), IDBKeyRange }),
    async app(of: typeof today, disk: today.Disk) {
      const app = await of.startApp(disk, account, () => server);
      opened.push(app);
      return app;
    },
    updateServer() {
      server[Symbol.dispose]();
      server = startNext();
    },
    [Symbol.dispose]() {
      for (const { close } of opened) close();
      server[Symbol.dispose]();
      folder[Symbol.dispose]();
    },
  };
}

test('a sixth kind goes through the outbox, the server and the feed to a second device', async () => {
  using world = await scene('next');
  const first = await world.app(next, world.disk());
  const second = await world.app(next, world.disk());
  await first.commit('createProject', project);
  await first.commit('createLabel', urgent);
  expect(await first.rows('labels')).toEqual([urgent]);
  expect(await first.outbox()).toMatchObject([{ name: 'createProject' }, { target: 'label:7' }]);
  expect(await first.round()).toEqual({ kind: 'done' });
  expect(await first.outbox()).toEqual([]);
  expect(await second.round()).toEqual({ kind: 'done' });
  expect(await second.rows('labels')).toEqual([urgent]);

  await second.commit('renameLabel', { id: 7, name: 'Very urgent' });
  await first.commit('createLabel', later);
  for (const app of [second, first, second]) expect(await app.round()).toEqual({ kind: 'done' });
  const both = [{ ...urgent, name: 'Very urgent' }, later];
  expect(await first.rows('labels')).toEqual(both);
  expect(await second.rows('labels')).toEqual(both);
  expect(await second.outbox()).toEqual([]);
});

test('two changes of one row of the sixth kind are rebased, and the later one stands on both devices', async () => {
  using world = await scene('next');
  const first = await world.app(next, world.disk());
  const second = await world.app(next, world.disk());
  await first.commit('createProject', project);
  await first.commit('createLabel', urgent);
  for (const app of [first, second]) await app.round();
  await first.commit('renameLabel', { id: 7, name: 'One' });
  await second.commit('renameLabel', { id: 7, name: 'Two' });
  for (const app of [first, second, first]) expect(await app.round()).toEqual({ kind: 'done' });
  for (const app of [first, second]) expect(await app.rows('labels')).toEqual([{ ...urgent, name: 'Two' }]);
});

test('an app without the sixth kind works on a server with it, and has the rows after its update', async () => {
  using world = await scene('next');
  const disk = world.disk();
  const newer = await world.app(next, world.disk());
  let older = await world.app(today, disk);
  await newer.commit('createProject', project);
  await newer.commit('createLabel', urgent);
  await newer.round();
  expect(await older.round()).toEqual({ kind: 'done' });
  expect(await older.outline()).toMatchObject({ projects: [{ id: 5 }] });
  expect(await older.unknown()).toBe(1);
  expect(older.isStorageWell()).toBe(true);

  await older.commit('createPrompt', { id: 1, projectId: 5, title: 'T', content: 'text' });
  await newer.commit('createLabel', later);
  await newer.commit('renameLabel', { id: 7, name: 'Very urgent' });
  for (const app of [newer, older, newer]) expect(await app.round()).toEqual({ kind: 'done' });
  expect(await older.cursor()).toEqual(await newer.cursor());
  expect(await newer.outline()).toEqual(await older.outline());
  const carried = await older.export();
  expect(carried.unknown?.map(({ change }) => Object(change).row.name).sort()).toEqual([
    'Later',
    'Very urgent',
  ]);

  // The update: the next build on the same disk, without a network at first.
  older.close();
  older = await world.app(next, disk);
  expect(await older.rows('labels')).toEqual([{ ...urgent, name: 'Very urgent' }, later]);
  expect(await older.unknown()).toBe(0);
  await older.commit('renameLabel', { id: 8, name: 'Now' });
  for (const app of [older, newer]) expect(await app.round()).toEqual({ kind: 'done' });
  expect(await newer.rows('labels')).toEqual(await older.rows('labels'));
});

test('an app with the sixth kind loses nothing on a server without it, and sends it after the server has it', async () => {
  using world = await scene('today');
  const app = await world.app(next, world.disk());
  await app.commit('createProject', project);
  await app.commit('createLabel', urgent);
  await app.commit('createPrompt', { id: 1, projectId: 5, title: 'T', content: 'text' });
  expect(await app.round()).toEqual({ kind: 'done' });
  expect(await app.outbox()).toMatchObject([{ target: 'label:7', state: 'refused' }]);
  const other = await world.app(today, world.disk());
  await other.round();
  expect(await other.outline()).toMatchObject({ projects: [{ id: 5 }], prompts: [{ id: 1 }] });

  world.updateServer();
  await app.retryAll();
  expect(await app.round()).toEqual({ kind: 'done' });
  expect(await app.outbox()).toEqual([]);
  expect(await app.rows('labels')).toEqual([urgent]);
  expect(await other.round()).toEqual({ kind: 'done' });
  expect(await other.unknown()).toBe(1);
});
