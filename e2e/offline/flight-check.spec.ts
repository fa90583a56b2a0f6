/** Tests that what the sync centre shows before a flight is true offline, for files of other devices as well. */

import { expect, test } from '../stage/stage.ts';
import { expandProject, treeItem, workspaceIsOpen } from '../stage/workspace.ts';
import { filesOnTheServer, names, openCheck, secondDevice, wordsOf } from './flight-check-scene.ts';

test.use({ serviceWorkers: 'allow' });

test('a device is ready once it has the files of the others, and then they open without a network', async ({
  newDevice,
  person,
}) => {
  const laptop = await newDevice();
  await filesOnTheServer(laptop.page, person);
  const phone = await secondDevice(newDevice, person);
  const check = await openCheck(phone.page);
  await expect(check).toContainText('0 of 3 files are on this device, 65 Bytes to fetch.');
  await expect(check).not.toContainText('This device is ready');
  await check.getByRole('button', { name: 'Prepare for offline' }).click();
  await expect(check).toContainText('3 of 3 files are on this device.');
  await expect(check).toContainText('This device is ready: everything works without a network.');

  await phone.cutNetwork();
  await phone.page.reload();
  await workspaceIsOpen(phone.page);
  await expandProject(phone.page, 'Letters');
  await treeItem(phone.page, 'Resources').click();
  for (const name of names) {
    await treeItem(phone.page, name).click();
    await expect(phone.page.getByRole('region', { name: `Preview of ${name}` })).toContainText(wordsOf(name));
    await phone.page.getByRole('button', { name: 'Close', exact: true }).click();
  }
});
