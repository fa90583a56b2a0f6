/** Old versions and notes, made and changed without a network, are the same on every device afterwards. */
import type { Page } from '@playwright/test';
import { expect, test } from '../stage/stage.ts';
import {
  createProject,
  createPrompt,
  everythingIsSynced,
  expandProject,
  openPrompt,
  signIn,
  signUp,
  syncNow,
} from '../stage/workspace.ts';

test.use({ serviceWorkers: 'allow' });

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const notes = (page: Page) => page.getByRole('complementary', { name: 'Notes' });

async function addNote(page: Page, words: string): Promise<void> {
  await notes(page).getByRole('textbox', { name: 'New note' }).fill(words);
  await press(page, 'Add Note');
  await expect(notes(page).getByRole('listitem').filter({ hasText: words })).toBeVisible();
}

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
