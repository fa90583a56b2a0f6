/**
 * Drills the restore of a backup that was made while people write: what was acknowledged before it is there, and the
 * devices go on by themselves. A full run drills twenty times.
 */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { backUp } from '../../sync-server/storage/backup/back-up.ts';
import { restoreBackup } from '../../sync-server/storage/backup/restore-backup.ts';
import { openDatabase } from '../../sync-server/storage/sqlite/open-database.ts';
import { temporaryFolder } from '../../sync-server/testing/temporary-folder.ts';
import { registered, type TestApp, testApp } from '../../sync-server/testing/test-app.ts';
import { commit } from '../../web/data/commit/commit.ts';
import { outlineOf } from '../../web/data/queries/queries.ts';
import { testRun } from '../test-run.ts';
import { type Device, deviceOf, written } from './restored-scene.ts';

const drills = testRun.isFull ? 20 : 2;
const now = () => Date.parse('2026-01-01T12:00:00Z');

/** Makes prompts of the first id and the next ones, sending each, until it is stopped; returns those that were done. */
function writing(device: Device, firstId: number): { sent: number[]; stop(): Promise<void> } {
  const sent: number[] = [];
  let isStopped = false;
  const run = (async () => {
    for (let id = firstId; !isStopped; id += 1) {
      await commit(device.library, 'createPrompt', { id, title: `T${id}`, content: 'words', projectId: 1 });
      if ((await device.round()).kind === 'done') sent.push(id);
    }
  })();
  return {
    sent,
    stop() {
      isStopped = true;
      return run;
    },
  };
}

const titles = async ({ library }: Device) =>
  (await outlineOf(library)).prompts.map(({ title }) => title).toSorted();

test.each(Array.from({ length: drills }, (_, index) => index + 1))(
  'drill %i: after a backup made under writes is restored, two devices go on and end up equal',
  async () => {
    using folder = temporaryFolder();
    const world: { server: TestApp } = { server: testApp() };
    const cookie = await registered(world.server.app, 'ada');
    const [laptop, tablet] = [await deviceOf(world, cookie), await deviceOf(world, cookie)];
    await written(laptop, 2);
    await tablet.round();
    const [mine, theirs] = [writing(laptop, 1_000), writing(tablet, 2_000)];
    await expect.poll(() => Math.min(mine.sent.length, theirs.sent.length)).toBeGreaterThan(3);
    await theirs.stop();
    const before = [...mine.sent, ...theirs.sent];

    const out = join(folder.path, 'backup.tar');
    const { dataFolder } = world.server;
    await backUp({ dataFolder, out, version: 'test', now });
    const during = mine.sent.length;
    await expect.poll(() => mine.sent.length).toBeGreaterThan(during + 3);
    await mine.stop();

    world.server[Symbol.dispose]();
    const restored = join(folder.path, 'restored');
    await restoreBackup({ dataFolder: restored, file: out, now });
    world.server = testApp({
      outside: { database: openDatabase({ file: join(restored, 'promptory.sqlite'), now }) },
    });
    // The tablet has nothing that the backup lacks; the laptop does, and keeps it.
    expect(await tablet.round()).toEqual({ kind: 'done' });
    expect(await titles(tablet)).toEqual(expect.arrayContaining(before.map((id) => `T${id}`)));
    expect(await laptop.round()).toEqual({ kind: 'asks', reason: 'reset' });
    expect(await laptop.rejoin('mine')).toEqual({ kind: 'done' });
    for (const device of [laptop, tablet, laptop]) expect(await device.round()).toEqual({ kind: 'done' });
    const all = [...mine.sent, ...theirs.sent].map((id) => `T${id}`);
    expect(await titles(tablet)).toEqual(expect.arrayContaining(all));
    expect(await titles(laptop)).toEqual(await titles(tablet));
    world.server[Symbol.dispose]();
  },
);
