/** Old versions and notes, made and changed without a network, are the same on every device afterwards. */
import type { Page } from '@playwright/test';
import { expect, test } from './stage.ts';
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
} from './workspace.ts';

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const history = (page: Page) => page.getByRole('complementary', { name: 'Version History' });
const notes = (page: Page) => page.getByRole('complementary', { name: 'Notes' });

async function addNote(page: Page, words: string): Promise<void> {
  await notes(page).getByRole('textbox', { name: 'New note' }).fill(words);
  await press(page, 'Add Note');
  await expect(notes(page).getByRole('listitem').filter({ hasText: words })).toBeVisible();
}

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

test('notes that two devices add apart from each other are all there on both', async ({
  newDevice,
  person,
}) => {
  const laptop = await newDevice();
  await signUp(laptop.page, person);
  await createProject(laptop.page, 'Letters');
  await createPrompt(laptop.page, 'Letter');
  await press(laptop.page, 'Show Notes');
  await addNote(laptop.page, 'known to both');
  await everythingIsSynced(laptop.page);
  const phone = await newDevice();
  await signIn(phone.page, person);
  await expandProject(phone.page, 'Letters');
  await openPrompt(phone.page, 'Letter');
  await press(phone.page, 'Show Notes');
  await expect(notes(phone.page).getByText('known to both')).toBeVisible();

  await laptop.cutNetwork();
  await phone.cutNetwork();
  await addNote(laptop.page, 'from the laptop');
  await addNote(phone.page, 'from the phone');
  await notes(phone.page)
    .getByRole('listitem')
    .filter({ hasText: 'known to both' })
    .getByRole('button', { name: 'Delete note' })
    .click();
  await phone.page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  for (const device of [laptop, phone, laptop]) {
    await device.restoreNetwork();
    await syncNow(device.page);
    await everythingIsSynced(device.page);
  }
  for (const { page } of [laptop, phone]) {
    await expect(notes(page).getByText('from the laptop')).toBeVisible();
    await expect(notes(page).getByText('from the phone')).toBeVisible();
    await expect(notes(page).getByText('known to both')).toHaveCount(0);
  }
});
