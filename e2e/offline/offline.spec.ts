/**
 * The main job, from a keystroke on one device to the screen of another: nothing that was written is lost
 * while the network is cut, or while the server is gone.
 */
import type { Device } from '../stage/device.ts';
import { test } from '../stage/stage.ts';
import { reachesAnotherDevice } from './offline-scene.ts';

test('what is written while the network is cut reaches another device, byte for byte', async ({
  newDevice,
  person,
}) => {
  const outageOf = (laptop: Device) => ({ begin: laptop.cutNetwork, end: laptop.restoreNetwork });
  await reachesAnotherDevice({ newDevice, person }, outageOf);
});
