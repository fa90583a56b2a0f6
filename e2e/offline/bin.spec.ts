/** The bin: what another device deleted is restored without a network, and is there on both. */
import type { Page } from '@playwright/test';
import { openWithPrompt } from '../stage/furnished.ts';
import { expect, test } from '../stage/stage.ts';
import {
  chooseOfLibrary,
  everythingIsSynced,
  expandProject,
  promptContent,
  signIn,
  syncNow,
  treeItem,
} from '../stage/workspace.ts';

test.use({ serviceWorkers: 'allow' });

const letter = { project: 'Letters', title: 'Invitation', content: 'Dear Grace, come on Monday.' };

async function openBin(page: Page) {
  await chooseOfLibrary(page, 'Bin');
  return page.getByRole('dialog', { name: 'Bin' });
}

test('a project that another device deleted is restored offline, and both devices have it', async ({
  newDevice,
  person,
}) => {
  const [laptop, phone] = [await newDevice(), await newDevice()];
  await openWithPrompt(laptop.page, person, letter);
  await signIn(phone.page, person);
  await expandProject(phone.page, letter.project);
  await treeItem(phone.page, letter.project).focus();
  await phone.page.keyboard.press('Delete');
  await phone.page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await everythingIsSynced(phone.page);

  await syncNow(laptop.page);
  await expect(treeItem(laptop.page, letter.project)).toBeHidden();
  await laptop.cutNetwork();
  const bin = await openBin(laptop.page);
  await bin.getByRole('button', { name: 'Restore Letters' }).click();
  await expect(bin.getByRole('status')).toHaveText('Letters is restored.');
  await bin.getByRole('button', { name: 'Done' }).click();
  await expect(promptContent(laptop.page)).toContainText(letter.content);

  await laptop.restoreNetwork();
  await syncNow(laptop.page);
  await everythingIsSynced(laptop.page);
  await syncNow(phone.page);
  await expect(treeItem(phone.page, letter.project)).toHaveCount(1);
  await expect(treeItem(phone.page, letter.title)).toHaveCount(1);
  await expect((await openBin(phone.page)).getByText('The bin is empty')).toBeVisible();
});
