/** Old versions and notes, made and changed without a network, are the same on every device afterwards. */
import type { Page } from '@playwright/test';
import { expect, test } from '../stage/stage.ts';
import {
  createProject,
  createPrompt,
  everythingIsSynced,
  expandProject,
  openPrompt,
  saveVersion,
  signIn,
  signUp,
  syncNow,
  textOf,
  typeAtEnd,
} from '../stage/workspace.ts';

test.use({ serviceWorkers: 'allow' });

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const history = (page: Page) => page.getByRole('complementary', { name: 'Version History' });

async function openVersion(page: Page, number: number): Promise<void> {
  await press(page, `Version ${number}`);
  await expect(page.getByText(`Viewing Version ${number}`)).toBeVisible();
}

test('old versions are edited, deleted and restored offline, and come to another device', async ({
  newDevice,
  person,
}) => {
  const laptop = await newDevice();
  const { page } = laptop;
  await signUp(page, person);
  await createProject(page, 'Letters');
  await createPrompt(page, 'Letter');
  await typeAtEnd(page, 'one');
  await saveVersion(page, 'The first');
  await everythingIsSynced(page);

  await laptop.cutNetwork();
  for (const word of ['two', 'three', 'four']) {
    await typeAtEnd(page, ` ${word}`);
    await saveVersion(page, `With ${word}`);
  }
  await openVersion(page, 2);
  await typeAtEnd(page, ', mended');
  await press(page, 'Current Version');
  await expect(page.getByText('Latest Version: 4')).toBeVisible();
  expect(await textOf(page)).toBe('one two three four');
  await press(page, 'Select');
  await page.getByRole('checkbox', { name: 'Version 1', exact: true }).check();
  await page.getByRole('checkbox', { name: 'Version 3', exact: true }).check();
  await press(page, 'Delete');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Successfully deleted 2 version(s).')).toBeVisible();
  await press(page, 'Restore version 2');
  await expect(page.getByText('The prompt has been updated to the selected version.')).toBeVisible();
  expect(await textOf(page)).toBe('one two, mended');

  await laptop.restoreNetwork();
  await syncNow(page);
  await everythingIsSynced(page);
  const phone = await newDevice();
  await signIn(phone.page, person);
  await expandProject(phone.page, 'Letters');
  await openPrompt(phone.page, 'Letter');
  for (const device of [laptop, phone]) {
    await expect(history(device.page).getByRole('listitem')).toHaveCount(4);
    const rows = await history(device.page).getByRole('listitem').allTextContents();
    expect(rows.slice(1).map((row) => row.replace('Just now', '').replace('Latest', ''))).toEqual([
      expect.stringContaining('Version 5Restored version 2'),
      expect.stringContaining('Version 4With four'),
      expect.stringContaining('Version 2editedWith two'),
    ]);
    expect(await textOf(device.page)).toBe('one two, mended');
  }
  await openVersion(phone.page, 4);
  expect(await textOf(phone.page)).toBe('one two three four');
});
