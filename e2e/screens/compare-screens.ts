/** The screens that show what differs between two texts of a prompt. */
import { expect, type Page } from '@playwright/test';
import { promptContent } from '../stage/workspace.ts';
import { fromRowMenu, openReviewer, press, type Screen, showVersions } from './screens.ts';

/** Behind the end of the newest version, once: the screen before may have done so. */
async function editReviewer(page: Page): Promise<void> {
  await openReviewer(page);
  const edited = page.getByRole('button', { name: 'Edited since version 3' });
  if (await edited.isVisible()) return;
  await promptContent(page).focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' and more');
  await expect(edited).toBeVisible();
}

export const compareScreens: readonly Screen[] = [
  {
    name: 'Save New Version, with what has changed',
    async show(page) {
      await editReviewer(page);
      await press(page, 'Save New Version');
      await expect(page.getByText('+2 −0 words since version 3')).toBeVisible();
    },
  },
  {
    name: 'the menu of edits',
    async show(page) {
      await editReviewer(page);
      await page.getByRole('button', { name: 'Edited since version 3' }).click();
      await expect(page.getByRole('menuitem', { name: 'Discard edits' })).toBeVisible();
    },
  },
  {
    name: 'Compare',
    async show(page) {
      await showVersions(page);
      await press(page, 'Compare version 2 with current');
      await expect(page.getByRole('dialog', { name: 'Compare' }).getByRole('deletion')).toHaveText('2');
      await press(page, 'Next change');
    },
  },
  {
    // Over nothing: a list that covers a part of a row below it makes a small target of the rest.
    name: 'Compare, a version to be chosen',
    async show(page) {
      await fromRowMenu(page, 'Prompt menu of Code reviewer', 'Compare with...');
      await page.getByRole('option', { name: /^Code reviewer/ }).click();
      await expect(page.getByRole('option', { name: /^Version 3/ })).toBeVisible();
    },
  },
  {
    name: 'Compare with a prompt that is to be chosen',
    async show(page) {
      await fromRowMenu(page, 'Prompt menu of Summary', 'Compare with...');
      await expect(page.getByRole('option', { name: /^Farewell/ })).toBeVisible();
    },
  },
];
