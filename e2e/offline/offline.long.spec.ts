/**
 * The main job, from a keystroke on one device to the screen of another: nothing that was written is lost
 * while the network is cut, or while the server is gone.
 */

import { testOnOwnServer } from '../stage/stage.ts';
import { reachesAnotherDevice } from './offline-scene.ts';

testOnOwnServer.use({ serviceWorkers: 'allow' });

testOnOwnServer(
  'what is written while the server is killed reaches another device, byte for byte',
  async ({ server, newDevice, person }) => {
    await reachesAnotherDevice({ newDevice, person }, () => ({ begin: server.kill, end: server.start }));
  },
);
