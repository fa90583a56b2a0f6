/** Tests that what the sync centre shows before a flight is true offline, for files of other devices as well. */
import type { Locator, Page } from '@playwright/test';
import type { Device } from './device.ts';
import { expect, type NewDevice, test } from './stage.ts';
import {
  createProject,
  everythingIsSynced,
  expandProject,
  type Person,
  signIn,
  signUp,
  syncStatus,
  treeItem,
  workspaceIsOpen,
} from './workspace.ts';

const names = ['one.txt', 'two.txt', 'three.txt'];
const wordsOf = (name: string) => `The words of ${name}.`;

async function filesOnTheServer(page: Page, person: Person): Promise<void> {
  await signUp(page, person);
  await createProject(page, 'Letters');
  await expandProject(page, 'Letters');
  await treeItem(page, 'Resources').click();
  await page.getByRole('button', { name: 'Upload resource to Letters' }).click();
  const files = names.map((name) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(wordsOf(name)) }));
  await page.getByLabel('File', { exact: true }).setInputFiles(files);
  await page
    .getByRole('dialog', { name: 'Upload Resource' })
    .getByRole('button', { name: 'Upload', exact: true })
    .click();
  await everythingIsSynced(page);
}

async function openCheck(page: Page): Promise<Locator> {
  await syncStatus(page).getByRole('button').click();
  await page.getByRole('button', { name: 'Open sync centre' }).click();
  return page.getByRole('dialog', { name: 'Sync centre' }).getByRole('region', { name: 'Ready for offline' });
}

async function secondDevice(newDevice: NewDevice, person: Person): Promise<Device> {
  const device = await newDevice();
  await signIn(device.page, person);
  await everythingIsSynced(device.page);
  await device.appIsKept();
  return device;
}

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
