import type { Locator, Page } from '@playwright/test';
import type { Device } from '../stage/device.ts';
import type { NewDevice } from '../stage/stage.ts';
import {
  createProject,
  everythingIsSynced,
  expandProject,
  type Person,
  signIn,
  signUp,
  syncStatus,
  treeItem,
} from '../stage/workspace.ts';

export const names = ['one.txt', 'two.txt', 'three.txt'];
export const wordsOf = (name: string) => `The words of ${name}.`;

export async function filesOnTheServer(page: Page, person: Person): Promise<void> {
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

export async function openCheck(page: Page): Promise<Locator> {
  await syncStatus(page).getByRole('button').click();
  await page.getByRole('button', { name: 'Open sync centre' }).click();
  return page.getByRole('dialog', { name: 'Sync centre' }).getByRole('region', { name: 'Ready for offline' });
}

export async function secondDevice(newDevice: NewDevice, person: Person): Promise<Device> {
  const device = await newDevice();
  await signIn(device.page, person);
  await everythingIsSynced(device.page);
  await device.appIsKept();
  return device;
}
