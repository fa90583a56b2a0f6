/** Tests that what the sync centre shows before a flight is true offline, for files of other devices as well. */

import { expect, test } from '../stage/stage.ts';
import { filesOnTheServer, openCheck, secondDevice } from './flight-check-scene.ts';

test.use({ serviceWorkers: 'allow' });

test('preparing without a network fetches nothing, and says so', async ({ newDevice, person }) => {
  const laptop = await newDevice();
  await filesOnTheServer(laptop.page, person);
  const phone = await secondDevice(newDevice, person);
  await phone.cutNetwork();
  const check = await openCheck(phone.page);
  await check.getByRole('button', { name: 'Prepare for offline' }).click();
  await expect(check).toContainText('Not all files could be fetched just now.');
  await expect(check).toContainText('0 of 3 files are on this device, 65 Bytes to fetch.');
  await expect(check).not.toContainText('This device is ready');
});
