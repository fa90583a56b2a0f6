/** Two texts of a prompt are compared wherever a person is: without a network, after a reload, and on another device. */
import type { Page } from '@playwright/test';
import { openWithPrompt } from '../stage/furnished.ts';
import { expect, test } from '../stage/stage.ts';
import { saveVersion, typeAtEnd } from '../stage/workspace.ts';

const comparison = (page: Page) => page.getByRole('dialog', { name: 'Compare' });
const content = 'Be brief.\nAnswer in a formal tone.\nThen stop.';

test('a comparison is opened, walked through and left by keys alone', async ({ newDevice, person }) => {
  const { page } = await newDevice();
  await openWithPrompt(page, person, { project: 'Letters', title: 'Letter', content });
  await saveVersion(page, 'The first');
  await typeAtEnd(page, '\nReally.');
  const edited = page.getByRole('button', { name: 'Edited since version 1' });
  await expect(edited).toBeVisible();
  await edited.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Compare with version 1' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(comparison(page).getByRole('region', { name: /^Differences/ })).toBeFocused();
  await page.keyboard.press('Alt+ArrowDown');
  await expect(comparison(page).getByText('Change 1 of 1')).toBeVisible();
  await page.keyboard.press('Shift+Tab');
  await expect(comparison(page).getByRole('button', { name: 'Swap sides' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(comparison(page).getByText('Removed:')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(comparison(page)).toBeHidden();
  await expect(edited).toBeFocused();
});
