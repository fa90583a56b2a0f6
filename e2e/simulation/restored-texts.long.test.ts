/** Tests a restored server against a device with more than plain rows: refused changes, marks, and deletions meanwhile. */
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../sync-server/testing/temporary-folder.ts';
import { registered, testApp } from '../../sync-server/testing/test-app.ts';
import { commit } from '../../web/data/commit/commit.ts';
import { readOutbox } from '../../web/data/outbox/outbox-store.ts';
import { promptOf } from '../../web/data/queries/queries.ts';
import { backedUp, deviceOf, written } from './restored-scene.ts';

test.each(['mine', 'server'] as const)(
  'what is deleted while the feed is read does not come back by it (%s)',
  async (keep) => {
    using folder = temporaryFolder();
    const world = { server: testApp() };
    const cookie = await registered(world.server.app, 'ada');
    const device = await deviceOf(world, cookie);
    await written(device, 255);
    world.server = backedUp(world.server, folder.path)();
    await device.round();
    const other = await deviceOf(world, cookie);
    await other.round(true);
    device.onPage(async () => {
      device.onPage(null);
      await commit(other.library, 'deletePrompt', { id: 5 });
      await other.round(true);
    });
    expect(await device.rejoin(keep)).toEqual({ kind: 'done' });
    expect(await device.round()).toEqual({ kind: 'done' });
    await other.round(true);
    const shown = await promptOf(device.library, 5);
    expect(shown).toEqual(await promptOf(other.library, 5));
    // A text that only this device had stays where its person keeps theirs.
    expect(shown?.content).toBe(keep === 'mine' ? 'text 5' : undefined);
    expect(await readOutbox(device.library)).toEqual([]);
  },
);
