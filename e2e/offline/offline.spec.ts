/**
 * The main job, from a keystroke on one device to the screen of another: nothing that was written is lost
 * while the network is cut, or while the server is gone.
 */
import type { Device } from '../stage/device.ts';
import { expect, test } from '../stage/stage.ts';
import { syncStatus } from '../stage/workspace.ts';
import { reachesAnotherDevice } from './offline-scene.ts';

test.use({ serviceWorkers: 'allow' });

test('what is written while the network is cut reaches another device, byte for byte', async ({
  newDevice,
  person,
}) => {
  const outageOf = (laptop: Device) => ({
    async begin() {
      await laptop.cutNetwork();
      // Before anything is typed that could not be sent.
      await expect(syncStatus(laptop.page)).toHaveText('Offline');
    },
    end: laptop.restoreNetwork,
  });
  await reachesAnotherDevice({ newDevice, person }, outageOf);
});
