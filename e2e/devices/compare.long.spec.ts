/** Two texts of a prompt are compared wherever a person is: without a network, after a reload, and on another device. */
import type { Page } from '@playwright/test';
import { openWithPrompt } from '../stage/furnished.ts';
import { expect, test } from '../stage/stage.ts';
import {
  everythingIsSynced,
  expandProject,
  openPrompt,
  replaceWord,
  saveVersion,
  signIn,
  syncNow,
  textOf,
  typeAtEnd,
  workspaceIsOpen,
} from '../stage/workspace.ts';

test.use({ serviceWorkers: 'allow' });

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const comparison = (page: Page) => page.getByRole('dialog', { name: 'Compare' });
const content = 'Be brief.\nAnswer in a formal tone.\nThen stop.';

test('versions are compared offline, after a reload and on another device, and edits are discarded', async ({
  newDevice,
  person,
}) => {
  const laptop = await newDevice();
  const { page } = laptop;
  await openWithPrompt(page, person, { project: 'Letters', title: 'Letter', content });
  await saveVersion(page, 'The first');
  await everythingIsSynced(page);
  await laptop.cutNetwork();

  await replaceWord(page, { before: 'Be brief.\nAnswer in a ', word: 'formal', by: 'playful' });
  await saveVersion(page, 'More playful');
  await typeAtEnd(page, '\nReally.');
  await expect(page.getByRole('button', { name: 'Edited since version 2' })).toBeVisible();
  await page.reload();
  await workspaceIsOpen(page);

  await press(page, 'Select');
  for (const name of ['Version 2', 'Version 1'])
    await page.getByRole('checkbox', { name, exact: true }).check();
  await press(page, 'Compare');
  await expect(comparison(page).getByRole('deletion')).toHaveText('formal');
  await expect(comparison(page).getByRole('insertion')).toHaveText('playful');
  await expect(comparison(page).getByText('+1 −1 words')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(comparison(page)).toBeHidden();
  await press(page, 'Done');

  await page.getByRole('button', { name: 'Edited since version 2' }).click();
  await page.getByRole('menuitem', { name: 'Compare with version 2' }).click();
  await expect(comparison(page).getByText('Added:')).toHaveCount(1);
  await expect(comparison(page).getByText('+1 −0 words')).toBeVisible();
  await press(page, 'Close');
  await page.getByRole('button', { name: 'Edited since version 2' }).click();
  await page.getByRole('menuitem', { name: 'Discard edits' }).click();
  await expect(page.getByText('Edits discarded')).toBeVisible();
  const playful = content.replace('formal', 'playful');
  expect(await textOf(page)).toBe(playful);

  await laptop.restoreNetwork();
  await syncNow(page);
  await everythingIsSynced(page);
  const desk = await newDevice();
  await signIn(desk.page, person);
  await expandProject(desk.page, 'Letters');
  await openPrompt(desk.page, 'Letter');
  expect(await textOf(desk.page)).toBe(playful);
  await press(desk.page, 'Compare version 3 with current');
  await expect(comparison(desk.page).getByText('Edits that were discarded')).toBeVisible();
  await expect(comparison(desk.page).getByText('Removed:')).toHaveCount(1);
  await expect(comparison(desk.page).getByText('+0 −1 words')).toBeVisible();
});
